"""Events made from an order: `decide` runs the one pure function that is registered for the order's class.

The function gets a `Decision`: the present state (a private copy that each `emit` moves on), who acts, the
time, a source of chance and fresh numbers. It emits events or raises `Refusal`. Previewing an order is
deciding it and not saving it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, ClassVar, Literal, TypeVar

from league.kernel.entropy import Entropy
from league.kernel.events import Event
from league.kernel.fold import CampaignState, Conflict, apply
from league.kernel.refusal import NotYours, Refusal

Role = Literal["organiser", "co_organiser", "player", "visitor", "system"]
UndoBy = Literal["actor", "organiser", "nobody"]


@dataclass(frozen=True, slots=True)
class Actor:
    """The acting member's number and role in this campaign. `system` stands for the app's own commands."""

    member: int
    role: Role

    @property
    def organises(self) -> bool:
        return self.role in ("organiser", "co_organiser", "system")


SYSTEM = Actor(0, "system")


@dataclass(frozen=True, slots=True)
class Order:
    """Base of all orders: frozen dataclasses of plain data with a `name` ("buy_ship").

    `undo_by`: the person who may undo the act later: the actor (and the organiser), only the organiser, or
    nobody. `repeatable`: the same order once more, such as a second ship of one card, may be meant, or be a
    form that was sent twice. `ground`: the name of the order without which this one is never carried out; its
    acts stand on the act of that order.
    """

    name: ClassVar[str] = ""
    undo_by: ClassVar[UndoBy] = "actor"
    ground: ClassVar[str] = ""
    repeatable: ClassVar[bool] = False

    def content(self) -> str:
        """A digest that tells this order from others, "" unless it is repeatable."""
        if not self.repeatable:
            return ""
        return sha256(repr(self).encode()).hexdigest()[:32]


@dataclass(slots=True)
class Decision:
    """Everything that a deciding function works with. `state` already shows the events emitted so far.

    `acting_for` says whose place the actor takes; it becomes the last event of an act that has any. `links`
    are texts of browsers that join the chance of this act, by their places in it; None: nobody was asked for
    any (docs/decisions/0033).
    """

    state: CampaignState
    actor: Actor
    now: str
    entropy: Entropy
    next_id: int
    events: list[Event] = field(default_factory=list)
    acting_for: Event | None = None
    links: Mapping[str, str] | None = None

    def emit(self, event: Event) -> None:
        """Apply the event to the state and keep it. A `Conflict` here is a bug in the deciding function."""
        apply(self.state, event)
        self.events.append(event)

    def new_id(self) -> int:
        """A number never used before in this campaign."""
        number = self.next_id
        self.next_id += 1
        return number

    def only_organisers(self, doing: str) -> None:
        """Refuse unless an organiser acts; `doing` completes the sentence ("Only an organiser can …")."""
        if not self.actor.organises:
            raise NotYours("organisers_only", f"Only an organiser can {doing}. Ask yours to do it.")

    def only_member(self, member: int, doing: str) -> None:
        """Refuse unless that member or an organiser acts."""
        self.only_members((member,), doing)

    def only_members(self, members: Collection[int], doing: str) -> None:
        """Refuse unless one of these members or an organiser acts."""
        if self.actor.member not in members and not self.actor.organises:
            raise NotYours("not_yours", f"Only the owner or an organiser can {doing}.")


O = TypeVar("O", bound=Order)  # noqa: E741
Decider = Callable[[Decision, Any], None]

ORDERS: dict[str, type[Order]] = {}
_DECIDERS: dict[type[Order], Decider] = {}


def decides(
    order_cls: type[O],
) -> Callable[[Callable[[Decision, O], None]], Callable[[Decision, O], None]]:
    """Register the function that decides orders of this class. Raises ValueError for a missing or taken
    name.
    """

    def register(function: Callable[[Decision, O], None]) -> Callable[[Decision, O], None]:
        if not order_cls.name or ORDERS.get(order_cls.name, order_cls) is not order_cls:
            raise ValueError(f"{order_cls.__name__} needs a name of its own.")
        ORDERS[order_cls.name] = order_cls
        _DECIDERS[order_cls] = function
        return function

    return register


def decide(
    state: CampaignState,
    actor: Actor,
    order: Order,
    *,
    now: str,
    entropy: Entropy,
    next_id: int,
    links: Mapping[str, str] | None = None,
) -> Decision:
    """Decide one order. `state` is changed: hand in a copy that may be thrown away.

    Returns the decision with its events and the state after them. Raises `Refusal`.
    """
    decision = Decision(state, actor, now, entropy, next_id, links=links)
    try:
        _DECIDERS[type(order)](decision, order)
        if decision.events and decision.acting_for is not None:
            decision.emit(decision.acting_for)
    except Conflict as conflict:
        raise Refusal("conflict", str(conflict)) from conflict
    return decision
