"""Taking an act back, and doing it again: decided from the log alone.

An act can go only when no later act stands on it: one about the same fleet or game, one whose events no
longer apply, or one of an order that has this order as its ground, such as the opening of a round. A
change in passing, such as to a team-mate's card that shared a fate, does not count (CR-101).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.kernel.decision import ORDERS, SYSTEM, Actor
from league.kernel.events import ActRedone, ActUndone, Event
from league.kernel.fold import CampaignState, apply, faults
from league.kernel.history import PastAct, Refolded, refold, steps, undone_acts
from league.kernel.refusal import Finding, NotYours, Refusal, Stale
from league.kernel.undoing import aftermath, in_passing
from league.rules.campaign import clean_reason
from league.rules.events import CampaignEnded
from league.rules.phrases import full_stop
from league.rules.state import LeagueState

ALWAYS_OPEN = ("change_settings", "set_house_notes")
GAMES = "missions:"
LEAGUE = "league:"
CHANGES = ("undo", "redo")
NOT_REDOABLE = "An organiser undid this. Only an organiser can let it count again."
FINAL = "The campaign has ended, so the way to its final standings is closed. An organiser can reopen it."


@dataclass(frozen=True, slots=True)
class Blocker:
    """A later act that stands on the one to be undone."""

    act: int
    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The outcome of undoing or redoing: the state afterwards, its events, and the acts that do not count
    then."""

    state: CampaignState
    events: tuple[Event, ...]
    undone: frozenset[int]


def undo(log: Sequence[PastAct], act: int, by: Actor = SYSTEM, reason: str = "") -> Rewritten:
    """Take back the act with that number. Taking back somebody else's act needs a reason.

    Raises `Refusal`: unknown or already undone act, not the actor's to undo, later acts stand on it (all
    of them are listed in its findings), no reason if one is needed.
    """
    past = _past(log, act)
    _check(log, past, by, undoing=True)
    made = _rewrite(log, [past], [ActUndone(act, clean_reason(reason))])
    if needs_reason(by, past.name, past.actor):
        clean_reason(reason, needed_for="undo what concerns others")
    return made


def undo_with(
    log: Sequence[PastAct], act: int, along: Iterable[int], by: Actor = SYSTEM, reason: str = ""
) -> Rewritten:
    """Take back an act and everything that stands on it, for one reason. `along` are the acts that the actor
    was shown as standing on it.

    Raises `Stale` if others stand on it now, and `Refusal` like `undo`.
    """
    past = _past(log, act)
    _check(log, past, by, undoing=True)
    found = standing(log, act)
    if {each.act for each in found} != set(along):
        raise Stale("undo.moved_on", "Other entries stand on this one now. Look at the list, then undo it.")
    goes = [*(_past(log, each.act) for each in found), past]
    if not all(may_undo(by, each.name, each.actor) for each in goes):
        raise NotYours(
            "stays", "An entry that stands on it cannot be undone. An organiser may be able to help."
        )
    if any(needs_reason(by, each.name, each.actor) for each in goes):
        clean_reason(reason, needed_for="undo what concerns others")
    return _rewrite(log, goes, [ActUndone(each.number, clean_reason(reason)) for each in goes])


def redo(log: Sequence[PastAct], act: int, by: Actor = SYSTEM) -> Rewritten:
    """Let an undone act count again, at its old place. Only organisers redo what an organiser undid.

    Raises `Refusal` like `undo`.
    """
    past = _past(log, act)
    _check(log, past, by, undoing=False)
    return _rewrite(log, [past], [ActRedone(act)])


def redo_with(log: Sequence[PastAct], undoing: int, shown: Iterable[int], by: Actor = SYSTEM) -> Rewritten:
    """Let everything count again, in one act, that the act `undoing` took back and that is still undone.
    `shown` are the acts that the actor was shown as such.

    Raises `Stale` if others are undone by it now, and `Refusal` like `undo`.
    """
    pasts = [_past(log, each) for each in taken_back(log, undoing)]
    if not pasts:
        raise Refusal("already", "Nothing that it undid is undone now.")
    for past in pasts:
        _check(log, past, by, undoing=False)
    if {past.number for past in pasts} != set(shown):
        raise Stale("undo.moved_on", "Other entries would count again now. Look at the list, then redo them.")
    return _rewrite(log, pasts, [ActRedone(past.number) for past in pasts])


def taken_back(log: Sequence[PastAct], undoing: int) -> list[int]:
    """The numbers of the acts that the act `undoing` took back and that are still undone, oldest first. None
    if it is another kind of act. Raises `Refusal` for an unknown act."""
    turned = {each.act for each in _past(log, undoing).events if isinstance(each, ActUndone)}
    return sorted(turned & undone_acts(steps(log)))


def hindrance(log: Sequence[PastAct], acts: Collection[int]) -> Refusal | None:
    """The refusal that would come of letting these undone acts count again together; None if they can."""
    try:
        _rewrite(log, [_past(log, each) for each in acts], [ActRedone(each) for each in acts])
    except Refusal as refusal:
        return refusal
    return None


def blockers(log: Sequence[PastAct], *acts: int) -> list[Blocker]:
    """The later acts that stand on these, newest first: what has to be undone before they are undone, or
    before they are done again. Raises `Refusal` for an unknown act."""
    undone = undone_acts(steps(log)) ^ set(acts)
    return _standing_on(log, [_past(log, each) for each in acts], undone, _without(log, undone).broken)


def standing(log: Sequence[PastAct], act: int) -> list[Blocker]:
    """Everything that has to go with an act, newest first: the later acts that stand on it, those that stand
    on them, and so on. Raises `Refusal` for an unknown act."""
    undone: set[int] = undone_acts(steps(log))
    found: dict[int, Blocker] = {}
    fresh = [_past(log, act)]
    while fresh:
        going = {act, *found}
        broken = _without(log, undone | going).broken
        for past in fresh:
            stand = _blockers(log, past, undone | going, broken)
            found |= {each.act: each for each in stand if each.act not in found}
        fresh = [_past(log, number) for number in found.keys() - going]
    return sorted(found.values(), key=lambda each: -each.act)


def clash(log: Sequence[PastAct], turned: Iterable[int]) -> Finding | None:
    """The first fault, such as two mates with one name (CR-039), that would come of undoing an act and
    everything that stands on it, or of doing an undone act again; `turned` names them by number. None if
    there is none."""
    undone = undone_acts(steps(log))
    after = _without(log, undone.symmetric_difference(turned))
    if after.broken:
        return None
    return next(iter(_clashes(_without(log, undone).state, after.state)), None)


def keeper(later: Iterable[PastAct], past: PastAct, by: Actor) -> PastAct | None:
    """The first of the `later` acts (those that count, oldest first) that stands on `past` by what it changed
    or as its ground, and that the actor cannot undo; None if there is none. `standing` names it too, and
    costs a fold of the log."""
    subjects = set(_subjects(past))
    for each in later:
        about = _subjects(each)
        if each.name in CHANGES or not (subjects & about or _ground(each) == past.name):
            continue
        if not may_undo(by, each.name, each.actor):
            return each
        subjects |= about
    return None


def may_undo(actor: Actor, name: str, by: int) -> bool:
    """Whether this actor may undo this kind of act at all; `name` is its order's, `by` the member who did
    it."""
    order = ORDERS.get(name)
    if order is None or order.undo_by == "nobody":
        return False
    if actor.organises:
        return True
    return order.undo_by == "actor" and by == actor.member


def may_redo(actor: Actor, name: str, by: int, undone_by: int) -> bool:
    """Whether this actor may let such an act count again: like `may_undo`, but what an organiser took from
    the member who did it, only organisers give back. `undone_by` is the member who undid it last."""
    return may_undo(actor, name, by) and (actor.organises or undone_by == actor.member)


def needs_reason(actor: Actor, name: str, by: int) -> bool:
    """Whether undoing it takes a reason: it was somebody else's, or only organisers undo such things."""
    return by != actor.member or ORDERS[name].undo_by == "organiser"


def is_final(ended: bool, name: str, touched: Iterable[str], events: Iterable[Event], undone: bool) -> bool:
    """Whether the end of its campaign keeps an act as it is. Notes and settings are changed at any time,
    games that touch no fleet, such as friendly ones, go on, and what ended the campaign is undone with its
    end (CR-152)."""
    if not ended or name in ALWAYS_OPEN or all(label.startswith(GAMES) for label in touched):
        return False
    return undone or not any(isinstance(event, CampaignEnded) for event in events)


def _past(log: Sequence[PastAct], act: int) -> PastAct:
    found = next((each for each in log if each.number == act), None)
    if found is None:
        raise Refusal("unknown_act", "There is no such entry in the log. Reload the page and pick another.")
    return found


def _without(log: Sequence[PastAct], undone: set[int]) -> Refolded:
    return refold(list(steps(log)), undone)


def _check(log: Sequence[PastAct], past: PastAct, by: Actor, *, undoing: bool) -> None:
    if past.name in CHANGES or not may_undo(by, past.name, past.actor):
        raise NotYours("not_undoable", "You cannot undo this. An organiser may be able to help.")
    if (past.number in undone_acts(steps(log))) == undoing:
        raise Refusal("already", "This has already been undone." if undoing else "This has not been undone.")
    if not undoing and not may_redo(by, past.name, past.actor, _undone_by(log, past.number)):
        raise NotYours("not_redoable", NOT_REDOABLE)


def _undone_by(log: Sequence[PastAct], act: int) -> int:
    """The member who undid this act last; 0 if nobody did."""
    undid = (each for each in reversed(log) if any(_undoes(event, act) for event in each.events))
    return next((each.actor for each in undid), 0)


def _undoes(event: Event, act: int) -> bool:
    return isinstance(event, ActUndone) and event.act == act


def _blockers(
    log: Sequence[PastAct], past: PastAct, undone: set[int], broken: Mapping[int, str]
) -> list[Blocker]:
    subjects, found = _subjects(past), []
    for later in reversed(log):
        if later.number <= past.number or later.number in undone or later.name in CHANGES:
            continue
        if past.number in undone and _ground(later) == past.name:
            found.append(Blocker(later.number, later.name, "It needs this to have happened."))
        elif later.number in broken:
            why = f"It needs this to have happened: {full_stop(broken[later.number])}"
            found.append(Blocker(later.number, later.name, why))
        elif subjects & _subjects(later):
            found.append(Blocker(later.number, later.name, "It changed the same fleet or game afterwards."))
    return found


def _standing_on(
    log: Sequence[PastAct], pasts: Sequence[PastAct], undone: set[int], broken: Mapping[int, str]
) -> list[Blocker]:
    """The acts that stand on any of these and are none of them, newest first."""
    found = {each.act: each for past in pasts for each in _blockers(log, past, undone, broken)}
    for past in pasts:
        found.pop(past.number, None)
    return sorted(found.values(), key=lambda each: -each.act)


def _ground(act: PastAct) -> str:
    """The name of the order on which this act stands, "" if it needs none."""
    order = ORDERS.get(act.name)
    return order.ground if order is not None else ""


def _lacks_ground(log: Sequence[PastAct], past: PastAct, undone: set[int]) -> bool:
    """Whether the act stands on an order, and all earlier acts of that order are undone."""
    ground = _ground(past)
    earlier = [each.number for each in log if ground and each.name == ground and each.number < past.number]
    return bool(earlier) and undone.issuperset(earlier)


def _subjects(act: PastAct) -> frozenset[str]:
    """The fleets and games that an act is about."""
    about = {label for label in act.touched if not label.startswith(LEAGUE)}
    return frozenset(about - in_passing(act.events))


def _rewrite(
    log: Sequence[PastAct], pasts: Sequence[PastAct], turns: Sequence[ActUndone | ActRedone]
) -> Rewritten:
    """The log with these acts undone or done again."""
    undoing = isinstance(turns[0], ActUndone)
    undone = undone_acts(steps(log))
    present = _without(log, undone).state
    ended = present.of(LeagueState).phase == "ended"
    if any(is_final(ended, each.name, each.touched, each.events, each.number in undone) for each in pasts):
        raise Refusal("ended", FINAL, rule="CR-152")
    undone ^= {each.number for each in pasts}
    refolded = _without(log, undone)
    blocking = _standing_on(log, pasts, undone, refolded.broken)
    if blocking:
        raise _blocked(blocking, undoing)
    if not undoing and any(
        each.number in refolded.broken or _lacks_ground(log, each, undone) for each in pasts
    ):
        raise Refusal("does_not_stand", "This needs something that is undone itself. Redo that first.")
    if refolded.broken:
        raise Refusal("does_not_stand", "The campaign has moved on: this no longer fits the later events.")
    _check_whole(present, refolded.state, undoing)
    events: list[Event] = list(turns)
    for past in pasts if undoing else ():
        events += aftermath(refolded.state, past.events)
    for each in events:
        apply(refolded.state, each)
    return Rewritten(refolded.state, tuple(events), frozenset(undone))


def _check_whole(present: CampaignState, after: CampaignState, undoing: bool) -> None:
    """Raise a `Refusal` if fleets would clash that did not before, such as mates over a name (CR-039)."""
    clashes = _clashes(present, after)
    if clashes:
        what = "undone" if undoing else "done again"
        raise Refusal(
            "clash",
            f"This cannot be {what} any more: {clashes[0].message}",
            rule=clashes[0].rule,
            findings=clashes[1:],
        )


def _clashes(present: CampaignState, after: CampaignState) -> list[Finding]:
    known = faults(present)
    return [finding for finding in faults(after) if finding not in known]


def _blocked(blocking: Sequence[Blocker], undoing: bool) -> Refusal:
    what = "undone" if undoing else "done again"
    later = "something that happened later depends on it. Undo that first."
    if len(blocking) > 1:
        later = "other things that happened later depend on it. Undo them first, newest first."
    return Refusal(
        "stands_on_it",
        f"This cannot be {what} yet: {later}",
        rule="CR-101",
        findings=[
            Finding("stands_on_it", each.reason, "CR-101", about=f"act:{each.act}") for each in blocking
        ],
    )
