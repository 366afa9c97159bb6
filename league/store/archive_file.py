"""The file that holds a campaign: a zip of `manifest.json`, `log.jsonl` and `SHA256SUMS`.

The same campaign at the same sequence number with the same names gives the same bytes. Reading trusts
nothing: every fault of a file ends in a sentence. The format is explained in
`docs/decisions/0013-archives.md`.
"""

from __future__ import annotations

import hashlib
import io
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec

from league.kernel.refusal import Unreadable

FORMAT, FORMAT_VERSION = "admiralty-campaign", 1
MANIFEST, LOG, SUMS = "manifest.json", "log.jsonl", "SHA256SUMS"
# Bytes: of the file, and of each part when it is unpacked. Acts: of the log.
FILE_LIMIT = 16 * 2**20
LIMITS = {MANIFEST: 4 * 2**20, LOG: 64 * 2**20, SUMS: 1024}
ACT_LIMIT = 200_000
_ENTRY_SIGNATURE = b"PK\x01\x02"
_ENTRY_LIMIT = 16
# Errors from reading a damaged or encrypted zip; a method that zipfile does not know is a RuntimeError.
_BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError)


@dataclass(frozen=True, slots=True)
class Entry:
    """One event as it stands in the log; `payload` is its JSON text, untouched."""

    kind: str
    version: int
    payload: msgspec.Raw


@dataclass(frozen=True, slots=True)
class ActLine:
    """One line of the log: an act and its events. `act` is the number of its first event."""

    act: int
    name: str
    actor: int
    at: datetime
    touched: list[str]
    events: list[Entry]


@dataclass(frozen=True, slots=True)
class Seat:
    """A member: the number by which the log knows them, and their display name."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The file's table of contents. `next_id` is the campaign's next unused number; `left_out` says in
    sentences what is not in the file; `predecessor` is the name of the campaign that this one goes on
    from, "" for none; `campaign` is for readers, the log alone decides."""

    format: str
    format_version: int
    about: str
    campaign: dict[str, Any]
    acts: int
    events: int
    next_id: int
    members: list[Seat]
    left_out: list[str] = field(default_factory=list)
    predecessor: str = ""


@dataclass(frozen=True, slots=True)
class _Kind:
    format: str = ""
    format_version: int = 0


def bad(message: str) -> Unreadable:
    """The refusal of a file, as a sentence."""
    return Unreadable("bad_archive", message, field="archive")


def too_long(count: int, most: int, things: str) -> Unreadable:
    """The refusal of a log that only the command line takes."""
    return bad(
        f"This archive’s log has {count:,} {things}; a page restores at most {most:,}. Ask the people who "
        "run this site to restore it from the command line."
    )


def pack(manifest: Manifest, acts: Sequence[ActLine]) -> bytes:
    """The file's bytes."""
    parts = {
        MANIFEST: msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n",
        LOG: b"".join(msgspec.json.encode(act) + b"\n" for act in acts),
    }
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in parts.items())
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**parts, SUMS: sums.encode()}.items():
            info = zipfile.ZipInfo(name)
            info.create_system, info.external_attr = 3, 0o644 << 16
            archive.writestr(info, data, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def unpack(data: bytes, most_acts: int = ACT_LIMIT) -> tuple[Manifest, list[ActLine]]:
    """Manifest and acts of a file. Raises `Unreadable` for anything that is wrong with it, also for a log of
    more than `most_acts`."""
    parts = _parts(data)
    _check_kind(parts)
    _check_sums(parts)
    manifest = _decoded(parts[MANIFEST], Manifest, f"The archive’s {MANIFEST}")
    lines = parts[LOG].split(b"\n")
    if lines.pop() != b"" or len(lines) > ACT_LIMIT:
        raise bad(f"The archive’s {LOG} is cut off, or longer than {ACT_LIMIT} lines. Download it once more.")
    if len(lines) > most_acts:
        raise too_long(len(lines), most_acts, "entries")
    return manifest, [
        _decoded(line, ActLine, f"Line {place} of the archive’s {LOG}") for place, line in enumerate(lines, 1)
    ]


def _parts(data: bytes) -> dict[str, bytes]:
    if len(data) > FILE_LIMIT:
        raise bad(f"This file is too large: an archive has at most {FILE_LIMIT // 2**20} MB.")
    if data.count(_ENTRY_SIGNATURE) > _ENTRY_LIMIT:
        raise bad("This file holds more than an archive does. Choose the unchanged downloaded file.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            names = [entry.filename for entry in entries]
            odd = [name for name in names if name not in LIMITS or names.count(name) > 1]
            if odd:
                raise bad(
                    f"This file holds “{odd[0][:40]}”; an archive has {MANIFEST}, {LOG} and {SUMS}, each "
                    "once. Choose the file as it was downloaded."
                )
            return {entry.filename: _read(archive, entry) for entry in entries}
    except _BROKEN as problem:
        raise bad(
            "This is not an archive of a campaign, or it is damaged. Choose the .zip file that was "
            "downloaded from a campaign’s page."
        ) from problem


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """A part's bytes, never more than its limit, even if the file claims more."""
    limit = LIMITS[entry.filename]
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile("an archive is deflated or stored")
    with archive.open(entry) as stream:
        data = stream.read(limit + 1)
    if len(data) > limit:
        raise bad(f"The archive’s {entry.filename} is too large: at most {limit // 2**10} kB when unpacked.")
    return data


def _check_kind(parts: Mapping[str, bytes]) -> None:
    kind = _decoded(parts.get(MANIFEST, b"{}"), _Kind, f"The archive’s {MANIFEST}")
    if kind.format == FORMAT and kind.format_version > FORMAT_VERSION:
        raise bad(
            f"This archive has format {kind.format_version}; this site reads formats up to {FORMAT_VERSION}. "
            "Restore it on a site with a newer Admiralty."
        )
    missing = [name for name in LIMITS if name not in parts]
    if missing:
        raise bad(
            f"This archive is not complete: {missing[0]} is missing. Choose the file as it was downloaded."
        )
    if kind.format != FORMAT or kind.format_version < 1:
        raise bad("This is not an archive of a campaign: its manifest does not say that it is one.")


def _check_sums(parts: Mapping[str, bytes]) -> None:
    wanted = {f"{hashlib.sha256(parts[name]).hexdigest()}  {name}" for name in (MANIFEST, LOG)}
    if set(parts[SUMS].decode("ascii", "replace").split("\n")) - {""} != wanted:
        raise bad(
            "This archive was changed: its checksums do not match. Download it once more and do not change "
            "its contents."
        )


def _decoded(data: bytes, kind: type[Any], what: str) -> Any:
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeError, ValueError, RecursionError) as problem:
        raise bad(f"{what} cannot be read. Download the archive once more.") from problem
