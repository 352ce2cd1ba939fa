"""An address's limits apply across the servers on one database."""

from __future__ import annotations

import json

import pytest

from rumpus.server.network import server_counters
from rumpus.server.network.limits import AddressUsages, Limits, Rate
from rumpus.server.network.server_counters import STALE_SECONDS, ServerCounters

LIMITS = Limits(requests=Rate(3, 10), thinking=Rate(1, 20), tables=Rate(0.001, 5))
RATES = ("messages", "requests", "tables", "replays", "thinking", "work")
COUNTS = ("websockets", "connections", "pending_count", "thoughts")


class Servers:
    """The usage by address as some servers see it, with a manual clock."""

    def __init__(self, count: int = 3) -> None:
        self.now = 1000.0
        self.counters = [ServerCounters(b"key", lambda: self.now) for _ in range(count)]
        self.all = [AddressUsages(LIMITS, lambda: self.now, one) for one in self.counters]

    def beat(self) -> list[str]:
        """Every server publishes, and hears the others."""
        told = [one.publish(seen) for one, seen in zip(self.counters, self.all, strict=True)]
        for n, one in enumerate(self.counters):
            one.hear(told[:n] + told[n + 1 :])
        return told

    def taken(self, times: int, name: str = "there") -> int:
        """How many of some requests, sent to the servers in turn, are allowed."""
        asked = [self.all[one % len(self.all)].at(name).requests for one in range(times)]
        return sum(bucket.take(self.now) for bucket in asked)


@pytest.fixture
def servers() -> Servers:
    return Servers()


def test_what_was_taken_at_one_server_is_missing_at_all(servers: Servers) -> None:
    first, second, _ = (one.at("there").requests for one in servers.all)
    assert sum(first.take(servers.now) for _ in range(7)) == 7
    assert second.left_at(servers.now) == 10, "nobody has heard of it yet"
    servers.beat()
    assert sum(second.take(servers.now) for _ in range(40)) == 3
    servers.beat()
    assert servers.taken(40) == 0
    assert servers.taken(9, "elsewhere") == 9


def test_servers_together_fill_a_bucket_once(servers: Servers) -> None:
    """Whoever asks all servers, for as long as they like, gets what one server gives: the burst of
    each within the first beat, and the rate from then on."""
    seconds = 200
    allowed = 0
    for _ in range(seconds):
        allowed += servers.taken(90)
        servers.beat()
        servers.now += 1
    assert allowed <= 3 * 10 + 3 * seconds
    assert allowed >= seconds, "and is not starved"


def test_a_bucket_that_is_left_alone_is_full_again_everywhere(servers: Servers) -> None:
    servers.taken(30)
    servers.beat()
    servers.now += 10.1
    for one in servers.all:
        bucket = one.at("there").requests
        assert bucket.is_full(servers.now)
        assert one.at("there").is_idle(servers.now)
    assert servers.beat() == ["", "", ""]
    assert servers.taken(10) == 10


def test_what_an_address_owes_it_owes_everywhere(servers: Servers) -> None:
    one, two, _ = (seen.at("there").thinking for seen in servers.all)
    assert one.spend(15, servers.now) == 0
    servers.beat()
    assert two.spend(15, servers.now) == 10
    servers.beat()
    assert one.left_at(servers.now) == pytest.approx(-10)
    for _ in range(5):
        assert one.spend(1000, servers.now) == 20  # no more is owed than a burst
        assert two.spend(1000, servers.now) == 20
        servers.beat()
    assert one.left_at(servers.now) == two.left_at(servers.now) == -20


@pytest.mark.parametrize("used", RATES)
def test_every_bucket_is_published_in_its_own_place(servers: Servers, used: str) -> None:
    here, there = servers.all[0].at("there"), servers.all[1].at("there")
    assert getattr(here, used).take(servers.now)
    servers.beat()
    full = {name: getattr(there, name).is_full(servers.now) for name in RATES}
    assert full == {name: name != used for name in RATES}


@pytest.mark.parametrize("used", COUNTS)
def test_every_count_is_summed_over_all_servers(servers: Servers, used: str) -> None:
    here, there, third = (seen.at("there") for seen in servers.all)
    getattr(here, used).add(3)
    getattr(there, used).add(2)
    servers.beat()
    for one in (here, there, third):
        assert {name: getattr(one, name).total() for name in COUNTS} == {
            name: 5 * (name == used) for name in COUNTS
        }
        assert not one.is_idle(servers.now)
    getattr(here, used).add(-3)
    getattr(there, used).add(-2)
    servers.beat()
    assert [getattr(one, used).total() for one in (here, there, third)] == [0, 0, 0]
    assert third.is_idle(servers.now)


def test_a_server_that_has_ended_is_forgotten(servers: Servers) -> None:
    first = servers.all[0].at("there")
    servers.all[1].at("there").websockets.add(4)
    servers.beat()
    assert (first.websockets.total(), servers.all[0].processes) == (4, 3)
    servers.counters[0].hear([""])
    assert (first.websockets.total(), servers.all[0].processes) == (0, 2)


def test_what_was_heard_long_ago_no_longer_counts(servers: Servers) -> None:
    """While the database is away, nobody is kept out because of sockets closed long since."""
    first = servers.all[0].at("there")
    servers.all[1].at("there").websockets.add(4)
    servers.beat()
    servers.now += STALE_SECONDS
    assert first.websockets.total() == 0


def test_an_address_cannot_be_read_in_what_is_published(servers: Servers) -> None:
    servers.all[0].at("192.0.2.7").websockets.add(1)
    (name, usage), = json.loads(servers.beat()[0]).items()  # fmt: skip
    assert "192" not in name and len(name) == 16
    assert usage == [0.0] * 6 + [1.0]
    assert ServerCounters(b"another", lambda: 0.0).hashed("192.0.2.7") != name
    assert servers.counters[1].hashed("192.0.2.7") == name


def test_the_busiest_addresses_are_published(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_counters, "PUBLISHED_MOST", 3)
    seen, counters = servers.all[0], servers.counters[0]
    for n in range(10):
        seen.at(f"idle-{n}").requests.take(servers.now)
    seen.at("tables").tables.spend(4, servers.now)
    seen.at("sockets").websockets.add(100)
    seen.at("work").work.spend(4000, servers.now)
    told = json.loads(counters.publish(seen))
    assert set(told) == {counters.hashed(name) for name in ("tables", "sockets", "work")}


def test_only_who_uses_something_is_looked_at(servers: Servers) -> None:
    seen, counters = servers.all[0], servers.counters[0]
    for n in range(50):
        seen.at(f"known-{n}").requests.take(servers.now)
    assert len(json.loads(counters.publish(seen))) == 50
    servers.now += 100
    seen.at("busy").websockets.add(1)
    assert list(json.loads(counters.publish(seen))) == [counters.hashed("busy")]
    assert counters.touched == {"busy"}


def test_what_cannot_be_read_is_left_out(servers: Servers) -> None:
    servers.all[1].at("there").websockets.add(2)
    told = servers.counters[1].publish(servers.all[1])
    longer = json.dumps({servers.counters[0].hashed("there"): [0] * 6 + [1, 0, 0, 0, 9, 9]})
    servers.counters[0].hear(["{", "[]", told, '{"a": "b"}', longer])
    assert servers.all[0].at("there").websockets.total() == 3
