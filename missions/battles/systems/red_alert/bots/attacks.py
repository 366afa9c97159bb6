"""Expected points of attacks: what the dice take, less what a battle back may cost."""

from __future__ import annotations

from missions.battles.systems.red_alert.bots.care import Care
from missions.battles.systems.red_alert.bots.worths import CARD, STAR, blow, price, stays
from missions.battles.systems.red_alert.engine.answers import BATTLE_BACK
from missions.battles.systems.red_alert.engine.cards import COMBAT
from missions.battles.systems.red_alert.engine.commands import Plan
from missions.battles.systems.red_alert.engine.field import APART, AROUND, WITHIN, sees
from missions.battles.systems.red_alert.engine.state import NO_CARD, State
from missions.battles.systems.red_alert.engine.strikes import added_dice, card_dice, raw_dice, targets


def attack(state: State, unit: int, target: int, dice: int, back: float) -> float:
    """Points that an attack with so many dice brings, less the share `back` of the battle back that it may be
    answered with.
    """
    units, figures, marked = state.table.units, state.figures, state.marked
    mine, theirs = units[unit].type, units[target].type
    aim = theirs.id, figures[target], bool(marked >> target & 1)
    found = blow(mine.symbol, *aim, dice)
    if back and state.stars[units[target].side] >= BATTLE_BACK:
        far = APART[state.place[unit]][state.place[target]]
        answer = theirs.dice_at(far, theirs.figures)
        hurt = blow(theirs.symbol, mine.id, figures[unit], bool(marked >> unit & 1), answer)
        loss = hurt - BATTLE_BACK * STAR
        if loss > 0:
            found -= back * stays(mine.symbol, *aim, dice) * loss
    return found


def declared(state: State, unit: int, target: int, card: int, care: Care) -> float:
    """Points of an attack as it is ordered, with its card."""
    dice = raw_dice(state, unit, target) + added_dice(state, unit, target) + card_dice(card)
    found = attack(state, unit, target, dice, care.back)
    if card != NO_CARD:
        found -= price(state, state.side, COMBAT[card].cost) + CARD
    return found


def best_declared(state: State, unit: int, care: Care) -> float:
    """Points of the best attack that the unit can order now, without a card; 0 if it has no target."""
    found = [declared(state, unit, target, NO_CARD, care) for target in targets(state, unit)]
    return max(found, default=0.0)


class Guns:
    """Best attack of one unit from any hex, as the board stands without it."""

    __slots__ = (
        "_added",
        "_back",
        "_blocked",
        "_close",
        "_covers",
        "_enemies",
        "_marked",
        "_places",
        "_range",
        "_state",
        "_targets",
        "_type",
        "_unit",
    )

    def __init__(self, state: State, unit: int, plan: Plan, marked: bool, care: Care) -> None:
        facts, battle = state.table.units[unit], state.table.battle
        self._state, self._unit, self._type, self._marked = state, unit, facts.type, marked
        self._blocked = state.taken & ~(1 << state.place[unit]) | state.debris
        self._blocked |= battle.asteroids | battle.planet_hexes
        self._covers = battle.asteroids & ~state.debris | battle.planet_hexes
        self._targets = state.on_field(1 - facts.side)
        self._places = 0
        near = 0
        self._range = 1 if plan.close_only else facts.type.reach
        for target in self._targets:
            place = state.place[target]
            self._places |= 1 << place
            near |= WITHIN[self._range][place]
        self._enemies = near
        cloaked = state.is_cloaked(unit)
        self._added = (
            cloaked + sum(add for add, when in plan.dice if when in ("ranged", "any")),
            cloaked + sum(add for add, when in plan.dice if when in ("close", "any")),
        )
        self._close = facts.type.dice_at(1, state.figures[unit])
        self._back = care.back if state.stars[1 - facts.side] >= BATTLE_BACK else 0.0

    def best(self, here: int) -> float:
        """Points of the best attack from a hex; 0 if there is none."""
        if not self._enemies >> here & 1:
            return 0.0
        state, near = self._state, self._places & AROUND[here]
        if near:
            return max(0.0, *[self._worth(target, 1, here) for target in self._beside(near)])
        found, row = 0.0, APART[here]
        for target in self._targets:
            far = row[state.place[target]]
            if far > self._range:
                continue
            value = self._worth(target, far, here)
            if value > found and self._sees(here, target):
                found = value
        return found

    def shots(self, here: int) -> list[tuple[int, float]]:
        """Every enemy that the unit can attack from a hex, and the points of it."""
        if not self._enemies >> here & 1:
            return []
        near = self._places & AROUND[here]
        if near:
            return [(target, self._worth(target, 1, here)) for target in self._beside(near)]
        return [
            (target, self._worth(target, APART[here][self._state.place[target]], here))
            for target in self._targets
            if self._sees(here, target)
        ]

    def _sees(self, here: int, target: int) -> bool:
        """Whether a target is within range and in sight."""
        state, place = self._state, self._state.place[target]
        if APART[here][place] > self._range or state.cloaked >> target & 1:
            return False
        blocked, group = self._blocked, state.table.battle.group
        if here in group and group.get(place) == group[here]:
            blocked = state.obstructions(here, place) & ~(1 << state.place[self._unit])
        return sees(here, place, blocked)

    def _beside(self, near: int) -> list[int]:
        at, found = self._state.at, []
        while near:
            low = near & -near
            found.append(at[low.bit_length() - 1])
            near ^= low
        return found

    def _worth(self, target: int, far: int, here: int) -> float:
        state, mine = self._state, self._type
        place, theirs = state.place[target], state.table.units[target].type
        dice = (self._close if far == 1 else mine.dice[far]) - self._marked
        if self._covers >> place & 1:
            group = state.table.battle.group
            dice -= not (here in group and group.get(place) == group[here])
        if far == 1 and state.cloaked >> target & 1:
            dice -= 1
        dice = max(0, dice) + self._added[far == 1]
        aim = theirs.id, state.figures[target], bool(state.marked >> target & 1)
        found = blow(mine.symbol, *aim, dice)
        if self._back and found:
            back = theirs.dice_at(far, theirs.figures) - aim[2] - (self._covers >> here & 1)
            loss = blow(theirs.symbol, mine.id, state.figures[self._unit], self._marked, back)
            loss -= BATTLE_BACK * STAR
            if loss > 0:
                found -= self._back * loss * stays(mine.symbol, *aim, dice)
        return found
