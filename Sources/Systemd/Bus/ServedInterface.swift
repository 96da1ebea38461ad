internal import CSystemd
internal import Glibc

/// An interface as sd-bus takes it: a vtable, whose texts sd-bus points to as long as it is added.
final class ServedInterface {
  let declaration: BusInterface
  unowned let loop: BusLoop
  private var table: UnsafeMutableBufferPointer<sd_bus_vtable>
  private var texts: [UnsafeMutablePointer<CChar>] = []

  init(_ declaration: BusInterface, loop: BusLoop) {
    self.declaration = declaration
    self.loop = loop
    table = .allocate(capacity: 0)
    var entries = [csystemd_vtable_start(0)]
    entries += declaration.methods.map(entry)
    entries += declaration.signals.map(entry)
    entries += declaration.properties.map(entry)
    entries.append(csystemd_vtable_end())
    table.deallocate()
    table = .allocate(capacity: entries.count)
    _ = table.initialize(from: entries)
  }

  deinit {
    table.deallocate()
    for text in texts { free(text) }
  }

  /// Adds it to a new connection, which then owns the slot.
  func add(to bus: OpaquePointer?) throws(BusError) {
    let status = sd_bus_add_object_vtable(
      bus, nil, declaration.path, declaration.name, table.baseAddress,
      Unmanaged.passUnretained(self).toOpaque())
    guard status >= 0 else {
      throw BusError.system(.malformed, status, "\(declaration.name) cannot be served")
    }
  }

  /// The type of the answer of `member`.
  func output(of member: String) -> String {
    declaration.methods.first { $0.name == member }?.output.signature ?? ""
  }

  private func entry(_ method: BusInterface.Method) -> sd_bus_vtable {
    // Unprivileged: sd-bus would else ask for the caller's capabilities, and wait for the answer.
    csystemd_vtable_method(
      keep(method.name), keep(method.input.signature), keep(method.output.signature),
      keep(names: method.input + method.output), methodCallback,
      UInt64(SD_BUS_VTABLE_UNPRIVILEGED))
  }

  private func entry(_ signal: BusInterface.Signal) -> sd_bus_vtable {
    csystemd_vtable_signal(
      keep(signal.name), keep(signal.arguments.signature), keep(names: signal.arguments), 0)
  }

  private func entry(_ property: BusInterface.Property) -> sd_bus_vtable {
    csystemd_vtable_property(
      keep(property.name), keep(property.signature), propertyCallback,
      UInt64(
        property.isConstant
          ? SD_BUS_VTABLE_PROPERTY_CONST : SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE))
  }

  private func keep(_ text: String) -> UnsafePointer<CChar>? {
    guard let copy = strdup(text) else { return nil }
    texts.append(copy)
    return UnsafePointer(copy)
  }

  /// Every name followed by a NUL, and one more at the end, which sd-bus looks for.
  private func keep(names arguments: [BusInterface.Argument]) -> UnsafePointer<CChar>? {
    let bytes = Array(arguments.map { $0.name + "\0" }.joined().utf8) + [0]
    guard let copy = malloc(bytes.count)?.assumingMemoryBound(to: CChar.self) else { return nil }
    for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
    texts.append(copy)
    return UnsafePointer(copy)
  }
}

private let methodCallback: sd_bus_message_handler_t = { message, userdata, error in
  guard let message, let userdata else { return -EINVAL }
  let served = Unmanaged<ServedInterface>.fromOpaque(userdata).takeUnretainedValue()
  return served.loop.receive(message, for: served, error)
}

private let propertyCallback: sd_bus_property_get_t = { _, _, _, property, reply, userdata, error in
  guard let property, let reply, let userdata else { return -EINVAL }
  let served = Unmanaged<ServedInterface>.fromOpaque(userdata).takeUnretainedValue()
  guard let value = served.declaration.read(String(cString: property)) else {
    return sd_bus_error_set(error, BusErrorName.failed, "The property has no value now.")
  }
  do throws(BusError) {
    try BusWriter(reply).append([value])
    return 1
  } catch let fault {
    return sd_bus_error_set(error, BusErrorName.failed, fault.message)
  }
}
