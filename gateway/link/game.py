"""All links of one game, and which of them serves which subscription.

The rules, in the order in which they decide where a subscription goes:

1. To the home that a replica named in Moved, if that link is live; if it is still connecting, it is waited for a
   moment.
2. To one of the live links, always the same for one table as long as they are the same: rendezvous hashing, so that a
   table's connections share a link and mostly hit its home at once.
3. Nowhere for now: it waits. Any link that comes up takes it. After `open_seconds` (`reopen_seconds` if it was open
   before) its client is told.

A subscription that was open is moved without its client noticing: it resumes from the last update delivered. Answers
that were under way on a link that broke, drained or moved the table are sent once more from the new place; an answer
that this happens to twice is refused, and its client may send it again as often as it likes.

Where links go: to the replicas that the services name, and to the addresses of the settings as long as none of those is
live. A replica that is named no more is dropped when its link breaks.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import structlog

from chieu.link.v1 import link_pb2 as pb
from chieu.table.v1 import refusal_pb2, update_pb2
from gateway.link.link import Link, LinkOptions, LinkState
from gateway.link.subscription import Answer, Subscription, SubState
from gateway.refusals import refuse
from wire.placement import home_of

__all__ = ["GameLinks", "Patience", "choose"]

_HOME_SECONDS: Final = 1.0
"""How long a home that is still connecting is waited for."""

_FREE_HOPS: Final = 3
"""Moves in a row without a pause; more mean that replicas disagree about a home."""

_MOST_UNANSWERED: Final = 16
"""Answers of one connection at one table without a reply."""

_CANARY_ROUNDS: Final = 3
"""A link is healthy if one of so many canaries came back."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long things may take, in seconds."""

    open: float
    reopen: float
    answer: float
    canary: float


def choose(table: str, addresses: Iterable[str]) -> str | None:
    """The address that a table most likely has its home at. None: no address."""
    known = list(addresses)
    return home_of(table, known) if known else None


class GameLinks:
    """The links of one game. The owner of each of them."""

    def __init__(self, game: str, seeds: Sequence[str], options: LinkOptions, patience: Patience) -> None:
        self.game = game
        self.links: dict[str, Link] = {}
        self._seeds = tuple(seeds)
        self._members: frozenset[str] = frozenset()
        self._options = options
        self._patience = patience
        self._homes: dict[str, str] = {}
        self._unopened: dict[Subscription, None] = {}
        self._retired: list[Link] = []
        self._canary_due = 0.0
        self._log = structlog.get_logger().bind(game=game)

    def start(self) -> None:
        """Begins to connect to the addresses of the settings."""
        for address in self._seeds:
            self._link(address)

    async def stop(self) -> None:
        """Ends every link."""
        for link in [*self.links.values(), *self._retired]:
            await link.stop()
        self.links.clear()

    def open(self, subscription: Subscription) -> None:
        """Finds the subscription a place. Its subscriber hears of it in any case."""
        subscription.gives_up_at = time.monotonic() + self._patience.open
        self._place(subscription)

    def close(self, subscription: Subscription, *, tell: bool = True) -> None:
        """Lets it go, and tells the replica. Replies to its answers are still delivered, updates are not."""
        self._unopened.pop(subscription, None)
        if (link := subscription.link) is not None:
            link.take_off(subscription, tell=tell)
            if not link.at(subscription.table):
                self._homes.pop(subscription.table, None)
        subscription.state = SubState.ENDED

    def answer(self, subscription: Subscription, corr: int, prompt_id: bytes, move: bytes) -> None:
        """Sends an answer, at once or when the subscription is open. Its reply comes in any case."""
        answer = Answer(subscription, corr, prompt_id, move, time.monotonic() + self._patience.answer)
        if len(subscription.unanswered) >= _MOST_UNANSWERED:
            self._refuse(answer, refuse(refusal_pb2.REASON_TABLE_BUSY, "too many answers without a reply"))
            return
        subscription.unanswered[answer] = None
        if subscription.state is SubState.OPEN:
            self._send(answer)

    def is_healthy(self, now: float) -> bool:
        """Whether a sign of life has been through the store and back recently, on any link."""
        limit = now - _CANARY_ROUNDS * self._patience.canary
        return any(link.canary_at > limit for link in self.links.values())

    def live_links(self) -> list[Link]:
        """The links that take subscriptions."""
        return [link for link in self.links.values() if link.state is LinkState.LIVE]

    def answers_in_flight(self) -> int:
        """Answers that no replica has replied to yet."""
        return sum(link.answers_in_flight for link in self.links.values())

    async def tick(self, now: float) -> None:
        """Everything that waits for time; called a few times a second."""
        for link in self.links.values():
            for answer in link.expired(now):
                self._refuse(answer, _unavailable("no reply came in time"))
        for subscription in list(self._unopened):
            self._wait_on(subscription, now)
        if now >= self._canary_due:
            self._canary_due = now + self._patience.canary
            for link in self.links.values():
                link.send_canary()
        while self._retired:
            await self._retired.pop().stop()

    def link_welcomed(self, link: Link, welcome: pb.Welcome) -> None:
        """Takes the replica's word for who is there, and gives it what waits."""
        if welcome.game and welcome.game != self.game:
            self._log.error("wrong_game", replica_address=link.address, serves=welcome.game)
            self._retire(link)
            return
        if welcome.replicas:
            self._meet(welcome.replicas)
        now = time.monotonic()
        for subscription in [waiting for waiting in self._unopened if waiting.state is SubState.WAITING]:
            if subscription.wants == link.address or (not subscription.wants and subscription.retry_at <= now):
                self._place(subscription)

    def link_broke(self, link: Link) -> None:
        """Moves everything elsewhere."""
        for subscription in list(link.subscriptions.values()):
            if self._homes.get(subscription.table) == link.address:
                del self._homes[subscription.table]
            self._move(subscription, tell=False)
        if link.address not in self._wanted():
            self._retire(link)
        if not self.live_links():
            for address in self._seeds:
                self._link(address)

    def link_moved(self, link: Link, table: str, home: str) -> None:
        """Remembers the home and moves the table there."""
        if home:
            self._homes[table] = home
            self._link(home)
        for subscription in link.at(table):
            subscription.hops += 1
            self._move(subscription, tell=False)

    def link_lost(self, link: Link, table: str) -> None:
        """Opens the table again in the same place. Replies were not dropped, so answers are not sent again."""
        for subscription in link.at(table):
            link.take_off(subscription, tell=True)
            link.open(subscription)

    def link_drained(self, link: Link, replicas: list[str]) -> None:
        """Moves everything elsewhere while the old place still replies to what it has."""
        self._meet(replicas)
        for subscription in list(link.subscriptions.values()):
            self._move(subscription, tell=True)

    def subscription_opened(self, subscription: Subscription, seat: int | None) -> None:
        """Tells the subscriber, unless it never knew that the table was closed, and sends what waited."""
        is_news = not subscription.was_open or subscription.seat != seat
        subscription.state = SubState.OPEN
        subscription.seat = seat
        subscription.was_open = True
        subscription.hops = 0
        self._unopened.pop(subscription, None)
        if is_news:
            subscription.subscriber.table_opened(subscription, seat)
        for answer in list(subscription.unanswered):
            if not answer.is_under_way:
                self._send(answer)

    def subscription_ended(self, subscription: Subscription, refusal: refusal_pb2.Refusal) -> None:
        """Passes the refusal on, unless a table that was open met mere contention: that is tried again for a while."""
        if refusal.advice == refusal_pb2.ADVICE_RETRY and subscription.was_open:
            subscription.hops = max(subscription.hops, _FREE_HOPS) + 1
            self._move(subscription, tell=False)
        else:
            self._end(subscription, refusal, tell=False)

    def _link(self, address: str) -> Link:
        """The link to that address, made if there is none."""
        if address not in self.links:
            self.links[address] = Link(address, self, self._options)
            self.links[address].start()
        return self.links[address]

    def _wanted(self) -> frozenset[str]:
        """Addresses that a broken link is tried again for."""
        is_member_live = any(link.address in self._members for link in self.live_links())
        return self._members if is_member_live else self._members.union(self._seeds)

    def _meet(self, replicas: Iterable[str]) -> None:
        self._members = frozenset(replicas)
        for address in self._members:
            self._link(address)
        wanted = self._wanted()
        for link in [link for link in self.links.values() if link.address not in wanted]:
            if link.state is LinkState.DOWN or self._is_alias(link):
                self._retire(link)

    def _is_alias(self, link: Link) -> bool:
        """Whether a member's own link reaches the same replica, so that an address of the settings is one too many."""
        others = (other for other in self.live_links() if other is not link and other.address in self._members)
        return link.state is LinkState.LIVE and any(other.replica == link.replica for other in others)

    def _retire(self, link: Link) -> None:
        """Gives a link up. Stopping takes time and happens in `tick`."""
        if self.links.get(link.address) is link:
            del self.links[link.address]
            self._retired.append(link)
        for subscription in list(link.subscriptions.values()):
            self._move(subscription, tell=False)

    def _place(self, subscription: Subscription) -> None:
        """Opens the subscription at the best live link, or lets it wait."""
        self._unopened[subscription] = None
        home = self._homes.get(subscription.table, "")
        live = {link.address: link for link in self.live_links()}
        if home in live:
            live[home].open(subscription)
        elif home in self.links and not subscription.wants and self.links[home].state is LinkState.DOWN:
            self._wait(subscription, wants=home, seconds=_HOME_SECONDS)
        elif (address := choose(subscription.table, live)) is not None:
            subscription.wants = ""
            live[address].open(subscription)
        else:
            self._wait(subscription, wants="", seconds=0)

    def _move(self, subscription: Subscription, *, tell: bool) -> None:
        """Takes a subscription off its link and finds it another place, now or after a pause."""
        was_settled = subscription.state is SubState.OPEN
        if (link := subscription.link) is not None:
            link.take_off(subscription, tell=tell)
        if was_settled:
            subscription.gives_up_at = time.monotonic() + self._patience.reopen
        self._interrupt(subscription)
        subscription.wants = ""
        if subscription.hops > _FREE_HOPS:
            self._homes.pop(subscription.table, None)
            self._wait(subscription, wants="", seconds=min(1.0, 0.05 * 2 ** (subscription.hops - _FREE_HOPS)))
        else:
            self._place(subscription)

    def _interrupt(self, subscription: Subscription) -> None:
        for answer in list(subscription.unanswered):
            if answer.is_under_way and answer.times_sent > 1:
                self._refuse(answer, _unavailable("the service went away twice before it replied"))
            answer.is_under_way = False

    def _wait(self, subscription: Subscription, *, wants: str, seconds: float) -> None:
        subscription.wants = wants
        subscription.retry_at = time.monotonic() + seconds
        self._unopened[subscription] = None

    def _wait_on(self, subscription: Subscription, now: float) -> None:
        for answer in [answer for answer in subscription.unanswered if answer.expires <= now]:
            self._refuse(answer, _unavailable("no service can be reached"))
        if subscription.gives_up_at <= now:
            self._end(subscription, _unavailable("no service can be reached"))
        elif subscription.state is SubState.WAITING and subscription.retry_at <= now:
            if subscription.wants:
                self._homes.pop(subscription.table, None)
            self._place(subscription)

    def _end(self, subscription: Subscription, refusal: refusal_pb2.Refusal, *, tell: bool = True) -> None:
        self.close(subscription, tell=tell)
        for answer in [answer for answer in subscription.unanswered if not answer.is_under_way]:
            self._refuse(answer, refusal)
        subscription.subscriber.table_ended(subscription, refusal)

    def _send(self, answer: Answer) -> None:
        link = answer.subscription.link
        if link is None or not link.send(answer):
            self._refuse(answer, refuse(refusal_pb2.REASON_TABLE_BUSY, "too many answers in flight"))

    def _refuse(self, answer: Answer, refusal: refusal_pb2.Refusal) -> None:
        """Settles an answer without the service."""
        answer.is_done = True
        answer.subscription.unanswered.pop(answer, None)
        reply = update_pb2.AnswerReply(refusal=refusal).SerializeToString()
        answer.subscription.subscriber.answer_replied(answer.corr, reply)


def _unavailable(detail: str) -> refusal_pb2.Refusal:
    return refuse(refusal_pb2.REASON_UNAVAILABLE, detail)
