"""A game with a mission for tests of assets: face-down cards as the test says, the rest by orders."""

from __future__ import annotations

from collections.abc import Sequence

from league.kernel.nonces import seal_of
from league.rules import events as league
from missions.rules import orders as do
from missions.rules.content.mission_data import assets, missions
from missions.rules.game.sides import SIDES, SideName, other
from missions.rules.pregame import events as ev
from missions.rules.pregame.orders.classes import CommitAssets
from missions.rules.pregame.state import AssetKind, Effect, Pick
from rosters.rules import events as roster
from rosters.rules.assets.orders import free_rank
from rosters.rules.state import SquadronType
from tests.missions.rules.builders import OWNERS, TIE, XWING, Night

DECIMATOR = "imperial-vt49decimator-patrolleader"
YT1300 = "rebel-yt1300-outerrimsmuggler"


class MissionNight(Night):
    """A `Night` with a mission. `hold` gives assets, `lay` puts squadrons face down, `commit` commits."""

    def pair(self) -> MissionNight:
        self.start()
        number = self._number()
        self.emit(league.RoundOpened(number, 1))
        for fleet in self.fleets.values():
            self.emit(league.FleetCheckedIn(number, fleet))
        self.game_id = self._number()
        made = league.PairingMade(
            number, self.game_id, self.fleets["active"], self.fleets["opposing"], missions=True
        )
        self.emit(made)
        return self

    def wing(self, side: SideName, card: int, kind: SquadronType = "standard", *ships: str) -> list[int]:
        """A squadron of these ships; without any, three of the side's cheap fighters."""
        self.squadron(side, card, kind)
        cheap = XWING if side == "active" else TIE
        return [self.ship(side, each, squadron=card) for each in ships or (cheap,) * 3]

    def hold(self, side: SideName, kind: AssetKind, *, against: int | None = None) -> int:
        """An asset on a side's roster; a target-specific one names the other side's fleet or `against`."""
        number, fleet = self._number(), self.fleet(side)
        asset, rank = assets()[kind], free_rank(fleet)
        assert rank is not None
        target = (against or self.fleets[other(side)]) if asset.targeted else 0
        self.emit(
            roster.AssetGained(
                fleet.id, number, kind, asset.name, rank, target, target_name="Them" if target else ""
            )
        )
        return number

    def lay(self, active: Sequence[int], opposing: Sequence[int], mission: int = 8) -> MissionNight:
        """Both sides are ready and these cards lie face down; assets may be committed."""
        self.pair()
        for side in SIDES:
            against = seal_of(f"the {other(side)} nonce")
            self.act(do.PressReady(self.game_id, side, f"the {side} nonce", against=against), OWNERS[side])
        fleet, drawn = self.fleets["active"], active[0]
        deck = tuple(sorted(str(card) for card in self.fleet("active").squadrons))
        kind = self.fleet("active").squadrons[drawn].type
        pick = Pick("drawn squadron", deck, (str(drawn),))
        self.emit(ev.StageReached(self.game_id, "squadron"))
        self.emit(ev.MissionSquadronDrawn(self.game_id, fleet, drawn, kind, pick))
        self.emit(ev.StageReached(self.game_id, "mission"))
        self.emit(ev.MissionChosen(self.game_id, fleet, mission, missions()[mission].name))
        cards: dict[SideName, tuple[int, ...]] = {"active": tuple(active), "opposing": tuple(opposing)}
        strengths = {side: len(each) for side, each in cards.items()}
        self.emit(ev.ForcesDrawn(self.game_id, cards, cards, strengths, ()))
        self.emit(ev.StageReached(self.game_id, "commit"))
        return self

    def commit(self, side: SideName, *numbers: int) -> MissionNight:
        self.act(CommitAssets(self.game_id, side, numbers), OWNERS[side])
        if self.game.step == "pregame" and self.pregame.stage == "commit" and self.pregame.open_choices:
            self.act(do.GoOn(self.game_id), OWNERS[other(side)])
        return self

    def commit_both(self, active: Sequence[int], opposing: Sequence[int]) -> MissionNight:
        """Both sides commit; a side without usable assets has done so already."""
        for side, numbers in (("active", active), ("opposing", opposing)):
            if side not in self.pregame.commits:
                self.commit(side, *numbers)  # type: ignore[arg-type]
        return self

    def kinds(self) -> list[tuple[str, str, str]]:
        """The settled effects: kind, whom it acts for, what cancelled it."""
        return [(each.kind, each.side, each.cancelled_by) for each in self.pregame.effects]

    def effect(self, kind: AssetKind) -> Effect:
        return next(each for each in self.pregame.effects if each.kind == kind)


def battle_line() -> MissionNight:
    """Three STANDARD squadrons a side, 2 to 4, with squadrons 2 and 3 to be laid face down."""
    night = MissionNight()
    for side in SIDES:
        for card in (2, 3, 4):
            night.wing(side, card)
    return night
