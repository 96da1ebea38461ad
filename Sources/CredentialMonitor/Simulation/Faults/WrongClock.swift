/// The daemon's clock jumps an hour ahead, and back at the end.
struct WrongClock: Fault {
  var clockError: Duration { .seconds(3600) }
}
