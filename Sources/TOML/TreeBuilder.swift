internal import CTOML

/// Puts the steps of a walk together to a tree.
final class TreeBuilder {
  /// A table or list that is not closed yet.
  private struct Open {
    let key: String?
    let keyPlace: TOMLPlace
    let place: TOMLPlace
    let isTable: Bool
    var members: [TOMLNode.Member] = []
    var elements: [TOMLNode] = []
  }

  private var open: [Open] = []
  /// The root table, once the walk has ended.
  private(set) var root: TOMLNode?

  func take(_ step: ctoml_step) {
    switch step.kind {
    case CTOML_TABLE_BEGIN: begin(step, isTable: true)
    case CTOML_ARRAY_BEGIN: begin(step, isTable: false)
    case CTOML_END: end()
    case CTOML_STRING: add(.string(Self.text(step.text, step.text_length)), step)
    case CTOML_INTEGER: add(.integer(step.integer), step)
    case CTOML_REAL: add(.real(step.real), step)
    case CTOML_BOOLEAN: add(.boolean(step.integer != 0), step)
    default: add(.date, step)
    }
  }

  private func begin(_ step: ctoml_step, isTable: Bool) {
    open.append(
      Open(
        key: Self.key(step), keyPlace: TOMLPlace(step.key_place), place: TOMLPlace(step.place),
        isTable: isTable))
  }

  private func end() {
    guard let ended = open.popLast() else { return }
    // toml++ keeps a table sorted by name; people wrote it in another order.
    let content: TOMLNode.Content =
      ended.isTable
      ? .table(ended.members.sorted { $0.place < $1.place }) : .array(ended.elements)
    place(TOMLNode(content: content, place: ended.place), ended.key, ended.keyPlace)
  }

  private func add(_ content: TOMLNode.Content, _ step: ctoml_step) {
    place(
      TOMLNode(content: content, place: TOMLPlace(step.place)), Self.key(step),
      TOMLPlace(step.key_place))
  }

  private func place(_ node: TOMLNode, _ key: String?, _ keyPlace: TOMLPlace) {
    guard !open.isEmpty else {
      root = node
      return
    }
    if let key {
      open[open.count - 1].members.append(
        TOMLNode.Member(key: key, place: keyPlace, node: node))
    } else {
      open[open.count - 1].elements.append(node)
    }
  }

  private static func key(_ step: ctoml_step) -> String? {
    step.key == nil ? nil : text(step.key, step.key_length)
  }

  private static func text(_ pointer: UnsafePointer<CChar>?, _ count: Int) -> String {
    let bytes = UnsafeRawBufferPointer(start: pointer, count: count)
    return String(decoding: bytes, as: UTF8.self)
  }
}
