internal import HTTPServer

extension FormFields {
  /// Reads the form of a request and hands it on; a bad one is `invalid_request`.
  static func of(_ request: ServerRequest, _ next: (FormFields) -> Outcome) -> Outcome {
    guard let fields = read(request) else {
      return .failure(.invalidRequest, "the body is not application/x-www-form-urlencoded")
    }
    if let name = fields.duplicate {
      return .failure(.invalidRequest, "a parameter came twice: \(name.prefix(40))")
    }
    return next(fields)
  }

  /// The fields of the form; nil for another media type or a body that cannot be decoded.
  static func read(_ request: ServerRequest) -> FormFields? {
    let types = request.values(of: "Content-Type")
    guard types.count == 1, let type = types[0].split(separator: ";").first,
      type.lowercased().filter({ $0 != " " }) == "application/x-www-form-urlencoded"
    else { return nil }
    return FormFields(request.body)
  }
}
