"""Files that are no archive, or were tampered with: a sentence each, and nothing is kept."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

from league.kernel.refusal import Refusal
from league.models import Act, Campaign, EventRow, Member, Shard
from league.rules.campaign import ChangeSettings
from league.sealing import seal
from league.services.archive import archive, restore
from league.services.undo import undo
from league.store import archive_file
from tests import verbs
from tests.people import account

pytestmark = pytest.mark.django_db

Doc = dict[str, Any]
Change = Callable[[Doc, list[Doc]], object]


@lru_cache(maxsize=1)
def honest() -> dict[str, bytes]:
    """The parts of an honest file: two fleets, a started campaign, an undone act. Made by the first test."""
    made = verbs.league(verbs.crew())
    done = verbs.do(made.organiser, ChangeSettings("Thursday League", True))
    undo(made.campaign.pk, made.organiser, done.act, "Wrong day.")
    with zipfile.ZipFile(io.BytesIO(archive(made.campaign.pk).data)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


@pytest.fixture
def parts() -> dict[str, bytes]:
    return dict(honest())


def zipped(parts: dict[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as made:
        for name, data in parts.items():
            made.writestr(name, data)
    return out.getvalue()


def sealed(parts: dict[str, bytes]) -> dict[str, bytes]:
    """The parts with checksums that are right."""
    listed = ("manifest.json", "log.jsonl")
    sums = "".join(f"{hashlib.sha256(parts[name]).hexdigest()}  {name}\n" for name in listed)
    return {**parts, "SHA256SUMS": sums.encode()}


def forged(parts: dict[str, bytes], change: Change) -> bytes:
    """A file whose manifest and log were changed by somebody who knows the format."""
    manifest = json.loads(parts["manifest.json"])
    log = [json.loads(line) for line in parts["log.jsonl"].splitlines()]
    change(manifest, log)
    text = "".join(json.dumps(line) + "\n" for line in log)
    return zipped(sealed({"manifest.json": json.dumps(manifest).encode(), "log.jsonl": text.encode()}))


def kept() -> tuple[int, ...]:
    return tuple(model._default_manager.count() for model in (Campaign, Member, Act, EventRow, Shard))


def refusal(data: bytes) -> str:
    """The sentence with which a file is refused; nothing may be kept of it."""
    user = account("nora")
    before = kept()
    with pytest.raises(Refusal) as refused:
        restore(user, data)
    assert (refused.value.status, kept()) == (422, before)
    return refused.value.message


def test_an_honest_file_is_taken_when_it_is_packed_anew(parts: dict[str, bytes]) -> None:
    assert restore(account("nora"), zipped(sealed(parts), zipfile.ZIP_STORED)).role == "organiser"
    assert restore(account("nils"), forged(parts, lambda manifest, log: None)).role == "organiser"


WRONG_FILES: dict[str, tuple[Callable[[dict[str, bytes]], bytes], str]] = {
    "empty": (lambda it: b"", "not an archive of a campaign"),
    "a picture": (lambda it: b"\x89PNG\r\n" * 50, "not an archive of a campaign"),
    "half a zip": (lambda it: zipped(it)[: len(zipped(it)) // 2], "not an archive of a campaign"),
    "a flipped bit": (lambda it: zipped(it).replace(zipped(it)[300:310], b"0123456789"), "damaged"),
    "too large": (lambda it: b"x" * (archive_file.FILE_LIMIT + 1), "too large"),
    "a bomb": (lambda it: zipped({**it, "log.jsonl": b"\n" * (65 * 2**20)}), "too large"),
    "a bomb of names": (lambda it: zipped({f"{n}.txt": b"" for n in range(50)}), "holds more"),
    "something else inside": (lambda it: zipped({**it, "../../evil.py": b"1"}), "evil.py"),
    "another compression": (lambda it: zipped(it, zipfile.ZIP_LZMA), "not an archive"),
    "no log": (lambda it: zipped({k: v for k, v in it.items() if k != "log.jsonl"}), "log.jsonl is missing"),
    "no manifest": (lambda it: zipped({"log.jsonl": b""}), "manifest.json is missing"),
    "no sums": (lambda it: zipped({k: v for k, v in it.items() if "SUMS" not in k}), "SHA256SUMS is missing"),
    "wrong sums": (lambda it: zipped({**it, "log.jsonl": it["log.jsonl"][:-20] + b"\n"}), "checksums"),
    "sums of nonsense": (lambda it: zipped({**it, "SHA256SUMS": b"\xff\xfe\n"}), "checksums"),
    "manifest of nonsense": (lambda it: zipped(sealed({**it, "manifest.json": b"\xff{"})), "cannot be read"),
    "deep": (lambda it: zipped(sealed({**it, "manifest.json": b"[" * 100_000})), "cannot be read"),
    "deep log": (lambda it: zipped(sealed({**it, "log.jsonl": b"[" * 100_000 + b"\n"})), "cannot be read"),
    "cut off": (lambda it: zipped(sealed({**it, "log.jsonl": it["log.jsonl"][:-1]})), "cut off"),
    "a line too few": (
        lambda it: zipped(sealed({**it, "log.jsonl": b"".join(it["log.jsonl"].splitlines(True)[:-1])})),
        "not as long",
    ),
}


@pytest.mark.parametrize("make, sentence", WRONG_FILES.values(), ids=WRONG_FILES.keys())
def test_a_file_that_is_no_archive_is_refused_with_a_sentence(
    parts: dict[str, bytes], make: Callable[[dict[str, bytes]], bytes], sentence: str
) -> None:
    assert sentence in refusal(make(parts))


def test_a_part_that_claims_to_be_small_is_not_read_on() -> None:
    data = bytearray(zipped({"log.jsonl": b"\n" * (65 * 2**20)}))
    real = (65 * 2**20).to_bytes(4, "little")
    assert "not an archive" in refusal(bytes(data.replace(real, (9).to_bytes(4, "little"))))


def _event(log: list[Doc], kind: str) -> Doc:
    found: Doc = next(each for line in log for each in line["events"] if each["kind"] == kind)
    return found


def _line(log: list[Doc], name: str) -> Doc:
    return next(line for line in log if line["name"] == name)


def _payload(kind: str, **facts: object) -> Change:
    return lambda manifest, log: _event(log, kind)["payload"].update(facts)


FORGERIES: dict[str, tuple[Change, str]] = {
    "newer format": (lambda m, log: m.update(format_version=2), "newer Admiralty"),
    "no format": (lambda m, log: m.update(format_version=0), "not an archive"),
    "another format": (lambda m, log: m.update(format="tar"), "not an archive"),
    "unknown event": (lambda m, log: log[0]["events"][0].update(kind="fleet.cloned"), "newer Admiralty"),
    "newer event": (lambda m, log: log[0]["events"][0].update(version=9), "newer Admiralty"),
    "version below 1": (lambda m, log: log[0]["events"][0].update(version=0), "cannot be read"),
    "facts missing": (lambda m, log: log[0]["events"][0].update(payload={}), "cannot be read"),
    "facts of another kind": (_payload("campaign.created", name=7), "cannot be read"),
    "no members": (lambda m, log: m.update(members=[]), "members"),
    "the same member twice": (lambda m, log: m["members"].append(m["members"][0]), "of their own"),
    "a member too many": (lambda m, log: m["members"].append({"number": 99, "name": "X"}), "not those"),
    "a member too few": (lambda m, log: m["members"].pop(), "not those"),
    "a member below 1": (lambda m, log: m["members"][1].update(number=-4), "impossible"),
    "a huge member": (lambda m, log: m["members"][1].update(number=10**30), "impossible"),
    "an empty name": (lambda m, log: m["members"][1].update(name="  "), "visible characters"),
    "a long name": (lambda m, log: m["members"][1].update(name="x" * 81), "visible characters"),
    "a name that cannot be shown": (
        lambda m, log: m["members"][1].update(name="a\x00b"),
        "visible characters",
    ),
    "a campaign before with a long name": (
        lambda m, log: m.update(predecessor="x" * 81),
        "visible characters",
    ),
    "a campaign before that cannot be shown": (
        lambda m, log: m.update(predecessor="a\x00b"),
        "visible characters",
    ),
    "next number in use": (lambda m, log: m.update(next_id=7), "next number"),
    "next number below 0": (lambda m, log: m.update(next_id=-1), "next number"),
    "next number huge": (lambda m, log: m.update(next_id=10**18), "next number"),
    "an act missing": (lambda m, log: log.pop(3), "out of order"),
    "acts out of order": (lambda m, log: log.reverse(), "out of order"),
    "an act without events": (lambda m, log: log[-1].update(events=[]), "out of order"),
    "an act without a name": (lambda m, log: log[2].update(name=""), "no act"),
    "an act by a stranger": (lambda m, log: log[2].update(actor=77), "not among"),
    "an act in no year": (lambda m, log: log[2].update(at="0001-01-01T00:00:00+14:00"), "time"),
    "an act at no place": (lambda m, log: log[2].update(at="2026-01-01T00:00:00"), "time"),
    "changed something unknown": (lambda m, log: log[2].update(touched=["secrets:1"]), "does not know"),
    "changed nonsense": (lambda m, log: log[2].update(touched=["league:x"]), "does not know"),
    "undone before it was": (_payload("act.undone", act=99_999), "undoes or redoes"),
    "undone and nothing": (_payload("act.undone", act=-1), "cannot be right|undoes or redoes"),
    "redone what counts": (
        lambda m, log: _event(log, "act.undone").update(kind="act.redone"),
        "undoes or redoes",
    ),
    "a negative fleet": (_payload("fleet.founded", fleet=-6), "below 0"),
    "a huge fleet": (_payload("fleet.founded", fleet=10**12), "cannot be right"),
    "an endless fleet": (_payload("fleet.founded", fleet=10**40), "cannot be read|cannot be right"),
    "a fleet that is not there": (_payload("fleet.ship_bought", fleet=4321), "does not fit"),
    "a card that is not there": (_payload("fleet.ship_bought", card="rebel-deathstar"), "does not know|fit"),
    "a fleet name too long": (_payload("fleet.founded", name="x" * 61), "too long"),
    "a text without end": (_payload("campaign.created", name="x" * 20_001), "cannot be right"),
    "a seal out of a database": (
        lambda m, log: _event(log, "fleet.founded")["payload"].update(name=seal("0a" * 32, "game")),
        "cannot be right",
    ),
    "a campaign name too long": (_payload("campaign.created", name="x" * 81), "too long"),
    "a campaign without a name": (_payload("campaign.created", name=" "), "a name and one organiser"),
    "a text that cannot be shown": (_payload("fleet.founded", name="a\x00b"), "cannot be right"),
    "half a sign": (_payload("fleet.founded", name="\ud800"), "cannot be r"),
    "points beyond all": (_payload("fleet.points_changed", amount=10**11), "cannot be right"),
    "two organisers": (lambda m, log: _role(log, "join_campaign", "organiser"), "one organiser"),
    "no organiser": (lambda m, log: _role(log, "create_campaign", "player"), "one organiser"),
    "a role of the app": (lambda m, log: _role(log, "join_campaign", "system"), "no such thing"),
    "a fleet founded twice": (
        lambda m, log: _line(log, "form_squadron").update(events=_line(log, "found_fleet")["events"]),
        "does not fit",
    ),
}


def _role(log: list[Doc], act: str, role: str) -> None:
    events = _line(log, act)["events"]
    next(each for each in events if each["kind"] == "member.joined")["payload"]["role"] = role


@pytest.mark.parametrize("change, sentence", FORGERIES.values(), ids=FORGERIES.keys())
def test_a_forged_file_is_refused_with_a_sentence(
    parts: dict[str, bytes], change: Change, sentence: str
) -> None:
    message = refusal(forged(parts, change))
    assert any(each in message for each in sentence.split("|")), message


def test_a_difference_found_afterwards_undoes_everything(
    parts: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.services.archive.check", lambda campaign: ["Fleet 6 differs"])
    assert "Fleet 6 differs" in refusal(zipped(sealed(parts)))


def test_a_database_that_will_not_have_it_undoes_everything(
    parts: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def overflow(*args: object) -> None:
        raise OverflowError

    monkeypatch.setattr("league.services.archive.finish", overflow)
    assert "does not fit into" in refusal(zipped(sealed(parts)))


@pytest.mark.parametrize(
    "name, limit, sentence",
    [
        ("EVENT_LIMIT", 10, "too long: at most 10 events"),
        ("PIECE_LIMIT", 2, "more fleets and games"),
        ("FOLD_SECONDS", -1.0, "takes longer"),
        ("MEMBER_LIMIT", 4, "1 to 4 members"),
    ],
)
def test_a_log_may_not_be_larger_than_any_campaign(
    parts: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, name: str, limit: float, sentence: str
) -> None:
    monkeypatch.setattr(f"league.services.restoring.{name}", limit)
    assert sentence in refusal(zipped(sealed(parts)))
