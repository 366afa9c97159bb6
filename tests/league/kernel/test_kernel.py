"""Events, fold, decisions, refusals and entropy on a toy campaign."""

from dataclasses import dataclass, field
from typing import ClassVar

import pytest

from league.kernel import events, fold
from league.kernel.decision import SYSTEM, Actor, Decision, Order, decide, decides
from league.kernel.entropy import SeededEntropy, SystemEntropy, below
from league.kernel.events import Event, current, event, upcast
from league.kernel.fold import CampaignState, Conflict, applies, must, part
from league.kernel.refusal import Finding, NotYours, Refusal, refuse_if


@part("toy")
@dataclass(slots=True)
class Toy:
    beads: list[int] = field(default_factory=list)


fold.PARTS.pop("toy")


@event("toy.bead_added", version=3)
class BeadAdded(Event):
    bead: int
    colour: str = "red"


@applies(Toy, BeadAdded)
def _added(state: Toy, e: BeadAdded) -> None:
    must(e.bead not in state.beads, "that bead is on the string")
    state.beads.append(e.bead)


@dataclass(frozen=True, slots=True)
class AddBeads(Order):
    name: ClassVar[str] = "toy_add_beads"
    count: int


@decides(AddBeads)
def _add(d: Decision, o: AddBeads) -> None:
    d.only_member(7, "string beads")
    for _ in range(o.count):
        d.emit(BeadAdded(bead=d.new_id()))


def toy_state() -> CampaignState:
    return CampaignState(parts={"toy": Toy()})


def add(count, actor=SYSTEM, state=None):
    return decide(state or toy_state(), actor, AddBeads(count), now="", entropy=SeededEntropy(""), next_id=5)


def test_a_decision_collects_events_and_its_state_shows_them():
    made = add(2)
    assert made.events == [BeadAdded(bead=5), BeadAdded(bead=6)]
    assert (made.state.of(Toy).beads, made.next_id) == ([5, 6], 7)


def test_folding_the_events_gives_the_decided_state():
    made = add(3)
    assert fold.fold(made.events, toy_state()) == made.state


def test_a_conflict_with_the_state_becomes_a_refusal():
    state = toy_state()
    state.of(Toy).beads.append(5)
    with pytest.raises(Refusal, match="that bead is on the string") as caught:
        add(1, state=state)
    assert (caught.value.code, caught.value.status) == ("conflict", 409)


def test_an_event_that_nobody_applies_changes_nothing():
    class Whisper(Event):
        pass

    assert fold.fold([Whisper()], toy_state()) == toy_state()


def test_a_new_campaign_has_one_empty_value_per_part():
    assert set(CampaignState().parts) == set(fold.PARTS)
    assert fold.fold([]) == CampaignState()


def test_must_raises_what_is_missing():
    must(True, "never said")
    with pytest.raises(Conflict, match="no such ship"):
        must(None, "no such ship")


@pytest.mark.parametrize("role", ["organiser", "co_organiser", "system"])
def test_organisers_may_act_for_everybody(role):
    assert add(1, Actor(1, role)).events


@pytest.mark.parametrize("role", ["player", "visitor"])
def test_others_only_for_themselves(role):
    assert add(1, Actor(7, role)).events
    with pytest.raises(NotYours, match="Only the owner or an organiser can string beads"):
        add(1, Actor(8, role))


def test_only_organisers_is_a_sentence():
    decision = Decision(toy_state(), Actor(8, "player"), "", SeededEntropy(""), 1)
    with pytest.raises(NotYours, match="Only an organiser can close shop"):
        decision.only_organisers("close shop")


def test_an_order_needs_a_name_of_its_own():
    @dataclass(frozen=True, slots=True)
    class Nameless(Order):
        pass

    @dataclass(frozen=True, slots=True)
    class Usurper(Order):
        name: ClassVar[str] = "toy_add_beads"

    for cls in (Nameless, Usurper):
        with pytest.raises(ValueError, match="name of its own"):
            decides(cls)(lambda d, o: None)


def test_a_kind_belongs_to_one_event_class():
    with pytest.raises(ValueError, match="Two event classes"):

        @event("toy.bead_added")
        class Other(Event):
            pass

    assert events.KINDS["toy.bead_added"] is BeadAdded


def test_old_payloads_are_brought_forward_step_by_step():
    upcast("toy.bead_added", 1)(lambda facts: {"bead": facts["pearl"]})
    upcast("toy.bead_added", 2)(lambda facts: facts | {"colour": "blue"})
    assert current("toy.bead_added", 1, {"pearl": 4}) == (BeadAdded, {"bead": 4, "colour": "blue"})
    assert current("toy.bead_added", 3, {"bead": 4}) == (BeadAdded, {"bead": 4})


@pytest.mark.parametrize(("kind", "version"), [("toy.unheard_of", 1), ("toy.bead_added", 0)])
def test_a_payload_without_a_way_forward_is_an_error(kind, version):
    with pytest.raises(KeyError):
        current(kind, version, {})


def test_findings_refuse_only_when_one_is_an_error_and_all_are_carried():
    warning = Finding("thin", "Only one squadron.", level="warning")
    error = Finding("big", "Too big.", rule="CR-012", about="squadron:5")
    refuse_if([warning])
    with pytest.raises(Refusal, match="Too big") as caught:
        refuse_if([warning, error])
    assert (caught.value.code, caught.value.rule) == ("big", "CR-012")
    assert caught.value.findings == (error, warning)


def test_the_same_seed_gives_the_same_bytes_however_they_are_taken():
    one, other = SeededEntropy("s"), SeededEntropy("s")
    assert one.bytes(3) + one.bytes(70) == other.bytes(73)
    assert SeededEntropy("t").bytes(8) != SeededEntropy("s").bytes(8)


def test_the_systems_entropy_gives_as_many_bytes_as_asked():
    source = SystemEntropy()
    assert len(source.bytes(33)) == 33
    assert source.bytes(32) != source.bytes(32)


def test_below_stays_below_and_reaches_everything():
    source = SeededEntropy("below")
    assert {below(source, 5) for _ in range(200)} == {0, 1, 2, 3, 4}
    assert below(source, 1) == 0
    assert max(below(source, 1000) for _ in range(200)) > 255
    with pytest.raises(ValueError, match="at least 1"):
        below(source, 0)
