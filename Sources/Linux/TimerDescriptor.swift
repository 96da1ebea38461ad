internal import CLinux
internal import Glibc

/// A one-shot timer on the boot clock, as a descriptor (timerfd_create(2)); counts suspend.
package final class TimerDescriptor: Sendable {
  /// The descriptor to wait on for readability.
  package let descriptor: Int32

  /// Makes a timer that is not set.
  package init() {
    descriptor = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    precondition(descriptor >= 0, "timerfd_create(2) failed with errno \(errno)")
  }

  deinit { close(descriptor) }

  /// Makes the descriptor readable at `nanoseconds` of the boot clock, at once when that is past;
  /// nil: never.
  package func set(_ nanoseconds: UInt64?) {
    var setting = itimerspec()
    if let nanoseconds {
      // A zero value would disarm the timer.
      let at = max(nanoseconds, 1)
      setting.it_value.tv_sec = time_t(at / 1_000_000_000)
      setting.it_value.tv_nsec = Int(at % 1_000_000_000)
    }
    timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  /// Makes the descriptor unreadable again after it fired.
  package func clear() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}

/// Becomes readable when the wall clock was stepped (`TFD_TIMER_CANCEL_ON_SET`, timerfd_create(2)).
package final class ClockStepDescriptor: Sendable {
  /// The descriptor to wait on for readability.
  package let descriptor: Int32

  /// Watches from now on.
  package init() {
    descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    precondition(descriptor >= 0, "timerfd_create(2) failed with errno \(errno)")
    clinux_arm_step_timer(descriptor)
  }

  deinit { close(descriptor) }

  /// Makes the descriptor unreadable again and watches for the next step.
  package func clear() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    clinux_arm_step_timer(descriptor)
  }
}
