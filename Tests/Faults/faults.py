"""The faults: what is done to the provider, and what may follow from it."""
from dataclasses import dataclass, field

UNREACHABLE, THROTTLED = "provider_unreachable", "provider_throttled"
MISCONFIGURED, BRAKE = "provider_misconfigured", "brake_on"
CLOCK, STALE = "clock_wrong", "credentials_stale"


@dataclass(frozen=True)
class Fault:
    """A mode of the stand-in provider that is on for a while, and what is promised about it.

    Amid it some users really leave (`leavers`). None of the others may be logged out; those must be,
    once it is over. Some leave and come back at once (`returners`): they stay. `conditions` begin and
    end once each. `maybe` may, and once more: a condition that comes and goes is told at growing
    distances.
    """

    name: str
    mode: tuple
    conditions: tuple = ()
    maybe: tuple = ()
    users: int = 120
    interval: int = 6  # seconds
    lasts: int = 16  # seconds
    sign_ins: int = 0  # new users who come amid it
    miscast: int = 0  # users who sign in anew, and the token is stored for another client
    cohort: int = 0  # users who signed in before the others; `mode` takes their age
    leavers: tuple = ("u3", "u7")
    returners: tuple = ()  # leave, and sign in anew before anything could be concluded
    amid_look: bool = False  # they do while a look at the old token is under way
    leave_as: str = "invalid_grant"
    clients: tuple = ("com.example.app",)
    more: dict = field(default_factory=dict)  # keys of the provider

    @property
    def confirm_after(self):
        """As with Apple, nearly an interval."""
        return max(1, self.interval * 5 // 6)

    @property
    def evidence_day(self):
        """The time from one proof to the next where nobody bears witness: 20 of 24 hours."""
        return self.interval * 5 / 6


def all_or_nothing():
    """Everybody is answered alike, so nobody may be logged out, however long it lasts."""
    yield Fault("outage", ("outage",), (UNREACHABLE,))
    yield Fault("throttling", ("throttle", "--retry-after", "3"), (THROTTLED,))
    yield Fault("captive portal", ("captive-portal",), (UNREACHABLE,))
    yield Fault("broken bodies", ("half-json",), (UNREACHABLE,))
    yield Fault("torn connections", ("truncate",), (UNREACHABLE,))
    yield Fault("no answers", ("drop",), (UNREACHABLE,))
    yield Fault("late answers", ("slow", "9"), (UNREACHABLE,), more={"request_timeout": "3s"})
    yield Fault("our identity refused", ("invalid-client",), (MISCONFIGURED,))
    yield Fault("clock an hour behind", ("clock", "3600"), (CLOCK,))
    yield Fault("clock an hour ahead", ("clock", "-3600"), (CLOCK,))
    yield Fault("every token dead", ("invalid-grant",), (BRAKE,))
    # Two who left of three who put the brake on would keep it on until a release (decision 18).
    yield Fault("every token dead, ten users", ("invalid-grant",), (BRAKE,), users=10,
                leavers=("u3",))
    yield Fault("every request invalid", ("invalid-request",), (MISCONFIGURED,))
    yield Fault("every request invalid, ten users", ("invalid-request",), (MISCONFIGURED,), users=10,
                lasts=36)


def few():
    """So few users that nobody bears witness; and some who come back."""
    yield Fault("outage, a site with one user", ("outage",), (UNREACHABLE,), users=1,
                leavers=("u1",), lasts=36)
    yield Fault("our identity refused, a site with one user", ("invalid-client",), (MISCONFIGURED,),
                users=1, leavers=("u1",))
    yield Fault("the only user's token is called dead for a moment", ("invalid-grant",), users=1,
                leavers=(), lasts=5)
    yield Fault("outage, and who left comes back amid it", ("outage",), (UNREACHABLE,),
                returners=("u5", "u6", "u9"))
    # The look's answer, that the old token is dead, comes after its user has signed in anew.
    yield Fault("slow answers, and who left comes back amid a look", ("slow", "3"), users=12,
                interval=12, lasts=20, leavers=("u3",), returners=("u5",), amid_look=True)
    yield Fault("who left comes back before a second look", ("normal",), leavers=(), lasts=2,
                returners=("u5", "u6", "u9"))


def partial():
    """Some are answered wrongly; the brake, the witnesses and time tell."""
    yield Fault("a sick shard of 1 %", ("invalid-grant", "--users", "1"), (BRAKE,), users=1000,
                interval=24, lasts=60)
    yield Fault("a sick shard of 10 %", ("invalid-grant", "--users", "10"), (BRAKE,), lasts=30)
    yield Fault("a sick shard of 40 %", ("invalid-grant", "--users", "40"), (BRAKE,), lasts=30)
    yield Fault("half of the answers lost", ("drop", "--requests", "50"), (), (UNREACHABLE,),
                lasts=30)
    yield Fault("three of four answers a 503", ("outage", "--requests", "75"), (), (UNREACHABLE,),
                lasts=30)
    # A copy that lags for longer than confirm_after could log a newcomer out; none does by hours.
    yield Fault("a stale replica", ("stale-replica", "--requests", "50"), interval=24, lasts=16,
                sign_ins=6)
    yield Fault("wrong client id for 5 %", ("normal",), lasts=12, miscast=6,
                leavers=("u13", "u17"), clients=("com.example.app", "com.example.web"))
    # Really dead, and more than the limit: they go by command, all of them.
    yield Fault("a cohort of tokens dies", ("expire",), (), (BRAKE,), lasts=24, cohort=30,
                more={"brake_min": 20, "brake_max_per_hour": 20, "brake_max_per_day": 20})
    yield Fault("one user in ten an invalid request", ("invalid-request", "--users", "10"), (STALE,),
                lasts=36, more={"stale_after": "20s"})
    yield Fault("revoked users are invalid requests", ("normal",), leave_as="invalid_request",
                lasts=1)


ALL = [*all_or_nothing(), *few(), *partial()]
