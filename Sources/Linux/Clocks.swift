internal import Glibc

/// The clock that only grows, through suspend too (`CLOCK_BOOTTIME`, clock_gettime(2)).
package enum BootClock {
  /// Nanoseconds since the machine started.
  package static func nanoseconds() -> UInt64 {
    let time = clockReading(CLOCK_BOOTTIME)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The random id of this start of the machine (random(4), `boot_id`); empty when it cannot be read.
  package static func startID() -> String {
    let file = try? SmallFile(path: "/proc/sys/kernel/random/boot_id", limit: 256)
    return String(decoding: file?.bytes.prefix { $0 > 0x20 } ?? [], as: UTF8.self)
  }
}

/// The clock on the wall, which may be stepped (`CLOCK_REALTIME`, clock_gettime(2)).
package enum WallClock {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package static func milliseconds() -> Int64 {
    let time = clockReading(CLOCK_REALTIME)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

private func clockReading(_ clock: clockid_t) -> timespec {
  var time = timespec()
  clock_gettime(clock, &time)
  return time
}
