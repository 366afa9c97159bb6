"""Several people drive a campaign at random, legally and not; after every step everything holds.

Three kinds of steps: a sensible next one (so that games are played to their end), an order of any kind with
random contents by anybody, and undoing or redoing anything that is in the log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from league.kernel.decision import ORDERS, Order
from league.kernel.refusal import NotYours, Refusal
from league.models import Act, Campaign, Member, Shard
from league.ports import fleet_facts
from league.rules.campaign import ReopenCampaign
from league.rules.matching import matching
from league.rules.rounds import (
    CheckIn,
    ChooseOpponent,
    CloseRound,
    FinishMatching,
    NameActiveFleet,
    OpenRound,
)
from league.rules.state import LeagueState, RoundState
from league.services import acts
from league.services.undo import redo, redo_with, standing, undo, undo_with
from missions.rules.game.orders.classes import AcceptDraw, ConfirmResult, PressReady, SettleReport
from missions.rules.game.state import SIDES, GameState, MissionsState
from rosters.rules.desk.closing import closing, proposed_order
from rosters.rules.desk.orders import CloseDesk
from rosters.rules.fleets.start import StartCampaign
from rosters.rules.purchases.buying import BuyShip
from rosters.rules.state import RostersState
from rosters.rules.uniques.team import mates_of
from tests import invariants, verbs
from tests.random_orders import product_orders, random_order, unknown_fields

Step = Callable[[], object]
CREW: list[verbs.Crew] = []
CARRIED_OUT: Counter[str] = Counter()
ROSTER_WORK = (
    "buy_ship",
    "buy_upgrade",
    "form_squadron",
    "move_ship",
    "move_upgrade",
    "rearrange",
    "retype_squadron",
)
DESK_WORK = (*ROSTER_WORK, "promote", "recover_ship", "recover_upgrade", "repair_section", "name_pilot")
ESSENTIAL = frozenset(
    {
        "buy_ship",
        "start_campaign",
        "choose_opponent",
        "confirm_result",
        "close_desk",
        "undo",
        "redo",
        "redo_with",
    }
)
FURTHER = (101, 102)
"""Numbers of further attempts of a machine that stopped short of an essential order."""
GIVES_AWAY = ("hand_over_fleet", "hand_over_organiser", "appoint_proxy")
SHOPPING = ("buy_ship", "buy_upgrade", "buy_upgrade")
REPORT_WORK = ("save_report_line", "save_report_facts", "dispute_line", "reopen_report", "save_choices")


class Campaigners(RuleBasedStateMachine):
    """One campaign and the people around it."""

    club: verbs.Club
    league: verbs.League
    steps = 0
    held = 0
    format = "free_for_all"

    @initialize(
        how=st.sampled_from(["gathering", "running", "playing", "after a game"]), seed=st.integers(0, 2**32)
    )
    def begin(self, how: str, seed: int) -> None:
        """Two fleets of two squadrons, each with a unique pilot, their twin in the inventory (in teams a
        mate's), and other cards bought at random; without teams an empty third fleet."""
        self.club = verbs.club(CREW[0], format=self.format)
        fleet = verbs.muster(self.club.player, "Red Wing", "rebel", squadrons=2, ships=3)
        rival_fleet = verbs.muster(self.club.rival, "Iron Fist", "imperial", squadrons=2, ships=3)
        mate, rival_mate = self.mates(fleet, rival_fleet)
        for number, with_twin, squadron, name, twin in (
            (fleet, mate, 2, "rebel-xwing-lukeskywalker", "lukeskywalker"),
            (rival_fleet, rival_mate, 3, "imperial-tieadvanced-darthvader", "darthvader"),
        ):
            verbs.buy_ship(self.club.organiser, number, name, squadron)
            verbs.buy_upgrade(self.club.organiser, with_twin, twin)
        rng = Random(seed)
        for _ in range(30):
            order = random_order(rng, verbs.state_of(self.club.organiser), *SHOPPING)
            self.give(
                self.club.organiser, replace(order, squadron=None) if isinstance(order, BuyShip) else order
            )
        if how != "gathering" and self.give(self.club.organiser, StartCampaign()):
            self.league = verbs.League(
                self.club.campaign, *self.club.members, fleet=fleet, rival_fleet=rival_fleet
            )
            self.first_game(how, rng)
        self.holds()

    def mates(self, fleet: int, rival_fleet: int) -> tuple[int, int]:
        """Fleets that hold the twins: the fleets themselves."""
        verbs.found_fleet(self.club.helper, "Black Sun", "scum")
        return fleet, rival_fleet

    def first_game(self, how: str, rng: Random) -> None:
        if how == "running":
            return
        game = verbs.draw(self.club.organiser, verbs.pair(self.league), seed=str(rng.random()))
        if how == "after a game":
            self.report(self.club.organiser, game, rng)
            self.confirm(self.club.organiser, game.id)

    @property
    def campaign(self) -> int:
        return self.club.campaign.pk

    def holds(self) -> None:
        """Everything is looked at when something has happened since it was last."""
        head = Campaign.objects.get(pk=self.campaign).head_seq
        if head != self.held:
            assert invariants.broken(self.campaign) == []
        self.held = head

    def teardown(self) -> None:
        """A refusal that left a trace is found here at the latest."""
        if self.held:
            self.held = 0
            self.holds()

    def seats(self) -> list[Member]:
        """Everybody, and somebody who is not in this campaign."""
        return [*self.club.members, Member(campaign=self.club.campaign, number=900_000, name="Stranger")]

    def give(self, member: Member | None, order: Order) -> bool:
        """Carry an order out; a refusal is a sentence and leaves no trace."""
        before = Campaign.objects.get(pk=self.campaign)
        try:
            done = acts.act(self.campaign, member, order)
        except Refusal as refusal:
            self.nothing_happened(before, refusal, order)
            return False
        CARRIED_OUT[order.name] += 1
        if done.act and member is not None:
            self.only_own_things_changed(member, done.act, order)
        return True

    def nothing_happened(self, before: Campaign, refusal: Refusal, order: Order | None = None) -> None:
        after = Campaign.objects.get(pk=self.campaign)
        assert (after.head_seq, after.next_id) == (before.head_seq, before.next_id)
        assert refusal.code != "conflict", f"{order} was decided and could not be applied: {refusal.message}"
        assert refusal.message.rstrip()[-1] in ".?!”", refusal.message

    def only_own_things_changed(self, member: Member, number: int, order: Order) -> None:
        """A player changes only their own fleet and the games it is in."""
        state = verbs.state_of(self.club.organiser)
        known = state.of(LeagueState).members.get(member.number)
        assert known is not None, f"A stranger could do {order}"
        if known.role in ("organiser", "co_organiser") or order.name in GIVES_AWAY:
            return
        fleets = state.of(RostersState).fleets
        own = {each.id for each in fleets.values() if member.number in (each.member, each.proxy)}
        games = state.of(MissionsState).games.values()
        met = {
            number
            for game in games
            if own & {game.active, game.opposing}
            for number in (game.active, game.opposing)
        }
        if (
            state.of(LeagueState).format == "team"
        ):  # a card that falls in a game falls with the mates (CR-039)
            sides = {fleets[number].side for number in met}
            met |= {each.id for each in fleets.values() if each.side in sides}
        touched = Act.objects.get(campaign_id=self.campaign, number=number).touched
        changed = {int(label.split(":")[1]) for label in touched if label.startswith("rosters:")}
        assert changed <= own | met, f"{order} by member {member.number} changed {changed - own - met}"

    # --- steps ---------------------------------------------------------------------------------

    @rule(seed=st.integers(0, 2**32))
    def step(self, seed: int) -> None:
        """Something happens; afterwards everything holds. One number a step, as a choice each would use up
        the example; the step's own number is mixed in, as the same seed is often tried again."""
        self.steps += 1
        rng = Random(f"{seed} {self.steps}")
        kinds = [self.next_thing, self.open_work, self.anything, self.take_back, self.do_again]
        rng.choices(kinds, [40, 25, 15, 15, 5])[0](rng)
        self.holds()

    def next_thing(self, rng: Random) -> None:
        """Somebody does what the campaign waits for."""
        steps = self.waiting(rng)
        if steps:
            rng.choice(steps)()

    def anything(self, rng: Random) -> None:
        """Anybody tries anything."""
        member = self.club.organiser if rng.random() < 0.4 else rng.choice(self.seats())
        self.give(member, random_order(rng, verbs.state_of(self.club.organiser)))

    def open_work(self, rng: Random) -> None:
        """An organiser works on what is open now, with random contents."""
        state = verbs.state_of(self.club.organiser)
        games = [each.step for each in state.of(MissionsState).games.values()]
        names = (
            REPORT_WORK if rng.random() < 0.4 and set(games) & {"play", "report", "confirm"} else DESK_WORK
        )
        for _ in range(3):
            order = random_order(rng, verbs.state_of(self.club.organiser), *names)
            self.give(self.club.organiser if rng.random() < 0.7 else rng.choice(self.club.members), order)

    def take_back(self, rng: Random) -> None:
        """Somebody undoes an act, recent ones rather, and may redo it: all is as before, byte for byte."""
        rows = Act.objects.filter(campaign_id=self.campaign, undone=False).order_by("-number")
        numbers = [
            each.number for each in rows if each.name in ORDERS and ORDERS[each.name].undo_by != "nobody"
        ]
        number = rng.choice((numbers[:3] if rng.random() < 0.7 else numbers) or [1])
        member = rng.choice([self.club.organiser, *self.seats()])
        before = self.snapshot()
        along = [each.act for each in standing(self.campaign, number)] if numbers else []
        if along:
            self.take_back_together(number, along)
        elif self.undone(member, number):
            self.holds()
            if rng.random() < 0.6:
                redo(self.campaign, member, number)
                CARRIED_OUT["redo"] += 1
                assert self.snapshot() == before

    def take_back_together(self, number: int, along: list[int]) -> None:
        """An organiser undoes an act with all that stands on it, if nothing of it stays, and redoes all of it
        in one act: all is as before, but for what an undoing leaves behind."""
        before, state = Campaign.objects.get(pk=self.campaign), self.snapshot()
        try:
            made = undo_with(self.campaign, self.club.organiser, number, along, "Tried it")
        except Refusal as refusal:
            self.nothing_happened(before, refusal)
            return
        self.holds()
        redo_with(self.campaign, self.club.organiser, made.act, [number, *along])
        CARRIED_OUT["redo_with"] += 1
        if len(made.events) == 1 + len(along):
            assert self.snapshot() == state

    def do_again(self, rng: Random) -> None:
        """Somebody redoes an act that was undone some time ago."""
        numbers = Act.objects.filter(campaign_id=self.campaign, undone=True).values_list("number", flat=True)
        before = Campaign.objects.get(pk=self.campaign)
        if numbers:
            try:
                redo(self.campaign, rng.choice(self.seats()), rng.choice(list(numbers)))
            except Refusal as refusal:
                self.nothing_happened(before, refusal)

    def undone(self, member: Member, number: int) -> bool:
        before = Campaign.objects.get(pk=self.campaign)
        row = Act.objects.get(campaign_id=self.campaign, number=number)
        try:
            undo(self.campaign, member, number, "Tried it")
        except Refusal as refusal:
            self.nothing_happened(before, refusal)
            return False
        known = verbs.state_of(self.club.organiser).of(LeagueState).members.get(member.number)
        organises = known is not None and known.role in ("organiser", "co_organiser")
        undo_by = ORDERS[row.name].undo_by
        assert undo_by != "nobody"
        assert organises or (undo_by == "actor" and row.actor == member.number)
        CARRIED_OUT["undo"] += 1
        return True

    def snapshot(self) -> dict[tuple[str, int], str]:
        rows = Shard.objects.filter(campaign_id=self.campaign)
        return {(part, key): doc for part, key, doc in rows.values_list("part", "key", "doc")}

    # --- what comes next -----------------------------------------------------------------------

    def waiting(self, rng: Random) -> list[Step]:
        """Steps that make sense now."""
        state = verbs.state_of(self.club.organiser)
        league, someone = state.of(LeagueState), self.someone_in_charge()
        if someone is None:
            return []
        if league.phase == "gathering":
            return [lambda: self.give(someone, StartCampaign())]
        if league.phase == "ended":
            return [lambda: self.give(someone, ReopenCampaign("One more night."))]
        found: list[Step] = []
        for game in state.of(MissionsState).games.values():
            found += self.game_steps(someone, game, rng)
        for each in fleet_facts(state).values():
            if each.standing == "desk":
                found.append(lambda fleet=each.id: self.close(someone, fleet))  # type: ignore[misc]
        at = league.open_round
        return found + (self.round_steps(someone, at) if at else [lambda: self.give(someone, OpenRound())])

    def someone_in_charge(self) -> Member | None:
        members = verbs.state_of(self.club.organiser).of(LeagueState).members
        chief = next((each.id for each in members.values() if each.active and each.role == "organiser"), 0)
        return Member.objects.filter(campaign_id=self.campaign, number=chief).first()

    def round_steps(self, someone: Member, at: RoundState) -> list[Step]:
        state = verbs.state_of(someone)
        ready = [each.id for each in fleet_facts(state).values() if each.standing == "ready"]
        orders: list[Order] = [CheckIn(at.id, number) for number in ready if number not in at.present]
        found = matching(state, at.id)
        if at.picking is not None:
            active = fleet_facts(state)[at.picking]
            orders += [ChooseOpponent(at.id, each.id) for each in found.opponents_of(active)]
        elif found.can_meet(found.among):
            orders.append(NameActiveFleet(at.id))
        elif found.unmatched and not orders:
            orders.append(FinishMatching(at.id))
        orders = orders or [CloseRound(at.id)]
        return [lambda order=each: self.give(someone, order) for each in orders]  # type: ignore[misc]

    def game_steps(self, someone: Member, game: GameState, rng: Random) -> list[Step]:
        if game.step == "draw":
            turned = game.draw is not None and bool(game.draw.order)
            return [
                lambda side=side: self.give(someone, (AcceptDraw if turned else PressReady)(game.id, side))  # type: ignore[misc]
                for side in SIDES
            ]
        if game.step in ("play", "report"):
            return [lambda: self.report(someone, game, rng)]
        if game.step == "confirm" and game.report.disputes:
            return [lambda: self.give(someone, SettleReport(game.id, "As the photograph shows."))]
        if game.step == "confirm":
            return [lambda: self.confirm(someone, game.id)]
        return []

    def report(self, someone: Member, game: GameState, rng: Random) -> None:
        fates = {
            number: rng.choice(("survived", "destroyed", "destroyed", "driven_off")) for number in game.ships
        }
        try:
            with transaction.atomic():
                verbs.report(someone, game.id, fates, damage=rng.randrange(3))  # type: ignore[arg-type]
        except Refusal as refusal:
            assert refusal.findings or refusal.code, refusal

    def close(self, someone: Member, fleet: int) -> None:
        """Close a desk, by the proposal if closing comes with one (CR-146): then it must go through."""
        state = verbs.state_of(someone)
        found = verbs.fleet_of(someone, fleet)
        outcome = closing(found, state.of(LeagueState).profile, mates_of(state, found))
        if outcome.proposal is not None:
            assert not self.give(someone, CloseDesk(fleet, True))
            assert self.give(someone, proposed_order(found, outcome.proposal))
        assert self.give(someone, CloseDesk(fleet, True))

    def confirm(self, someone: Member, game: int) -> None:
        verbs.make_choices(someone, game)
        self.give(someone, ConfirmResult(game))


class Teams(Campaigners):
    """Two teams of two: the unique pilots' twins lie with their mates."""

    format = "team"

    def mates(self, fleet: int, rival_fleet: int) -> tuple[int, int]:
        return (
            verbs.muster(self.club.helper, "Blue Wing", "rebel", squadrons=2, ships=4),
            verbs.muster(self.club.organiser, "Grey Wall", "imperial", squadrons=2, ships=4),
        )


@pytest.mark.django_db
@pytest.mark.rule("CR-001", "CR-002", "CR-003", "CR-035", "CR-040", "CR-054")
def test_random_acts_keep_rows_equal_to_the_fold_and_break_no_rule() -> None:
    run(Campaigners, 4)


@pytest.mark.walk("machines")
@pytest.mark.django_db
@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("machine", [Campaigners, Teams])
def test_long_random_play_breaks_no_rule(machine: type[Campaigners], number: int) -> None:
    run(machine, 5, frozenset(), number)


@pytest.mark.django_db
@pytest.mark.rule("CR-035", "CR-036", "CR-039", "CR-040", "CR-052")
def test_random_acts_of_mates_keep_each_name_once_in_a_team() -> None:
    run(Teams, 2)


def run(
    machine: type[Campaigners],
    examples: int,
    essential: frozenset[str] = ESSENTIAL,
    number: int | None = None,
) -> None:
    """Try the machine; it has to get as far as carrying out the essential orders. Without a number it is
    tried in the same way each time. Few examples may stop short of an order by chance: then others follow."""
    CREW[:] = [verbs.crew()]
    CARRIED_OUT.clear()
    for attempt in (number, *FURTHER):
        _try(machine, examples, attempt)
        if essential <= CARRIED_OUT.keys():
            return
    raise AssertionError(f"The machine never got as far as {essential - CARRIED_OUT.keys()}: {CARRIED_OUT}")


def _try(machine: type[Campaigners], examples: int, number: int | None) -> None:
    run_state_machine_as_test(
        machine if number is None else seed(number)(type(machine.__name__, (machine,), {})),
        settings=settings(
            max_examples=examples,
            stateful_step_count=50,
            deadline=None,
            derandomize=number is None,
            database=None,
            phases=[Phase.generate],  # a campaign takes minutes to shrink and is readable as it is
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_the_machine_can_make_every_order() -> None:
    assert unknown_fields() == [], "Say in tests/random_orders.py what these fields may hold."


@pytest.mark.django_db
def test_a_stranger_can_do_nothing_at_all() -> None:
    league = verbs.league(verbs.crew())
    stranger = Member(campaign=league.campaign, number=900_000, name="Stranger")
    rng = Random(7)
    for name in sorted(product_orders()):
        order = random_order(rng, verbs.state_of(league.organiser), name)
        with pytest.raises(NotYours, match="not a member"):
            acts.act(league.campaign.pk, stranger, order)


@pytest.mark.django_db
def test_the_invariants_notice_what_is_wrong() -> None:
    league = verbs.league(verbs.crew())
    fleet = invariants.Fleet.objects.get(campaign=league.campaign, number=league.fleet)
    invariants.Fleet.objects.filter(pk=fleet.pk).update(value=fleet.value + 1)
    Shard.objects.filter(campaign=league.campaign, part="league").update(doc="{}")
    found = "\n".join(invariants.broken(league.campaign.pk))
    assert "its cards are worth" in found
    assert "Snapshot league:0" in found
    assert "Organisers: []" in found
