package import Linux

extension FileDescriptor: Equatable {
  /// Whether both are the same object.
  package static func == (left: FileDescriptor, right: FileDescriptor) -> Bool { left === right }
}
