internal import CCurl

/// One request on its way: the owner of a libcurl easy handle, used again for later requests.
final class Transfer {
  let easy: UnsafeMutableRawPointer
  private(set) var batch = HTTPClient.BatchID(number: 0)
  private var tag = 0
  private var body: [UInt8] = []
  private var bodyTaken = 0
  private var headerBytes = 0
  private var fields: [HTTPField] = []
  private var received: [UInt8] = []
  private var tooLarge = false
  private var maximumBody = 0
  private var maximumHeaders = 0
  private var list: UnsafeMutablePointer<curl_slist>?
  private var isConfigured = false
  private var url = ""
  private var requestFields: [HTTPField]?
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  init() {
    guard let easy = curl_easy_init() else { preconditionFailure("curl_easy_init(3) failed") }
    self.easy = easy
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(list)
    errorText.deallocate()
  }

  /// Sets the handle up for `request`; `configuration` is the same at every call. What is as in the
  /// request before is not set again: libcurl copies each text.
  func prepare(
    _ request: HTTPRequest, _ batch: HTTPClient.BatchID, _ configuration: HTTPConfiguration
  ) {
    clear()
    self.batch = batch
    tag = request.tag
    body = request.body.bytes
    if !isConfigured { configure(configuration) }
    if url != request.url { setURL(request.url, configuration) }
    if requestFields != request.fields { setFields(request.fields) }
    switch request.method {
    case .get: ccurl_set_long(easy, CURLOPT_HTTPGET, 1)
    case .post:
      ccurl_set_long(easy, CURLOPT_POST, 1)
      ccurl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
    }
  }

  private func configure(_ configuration: HTTPConfiguration) {
    maximumBody = configuration.maximumBody
    maximumHeaders = configuration.maximumHeaders
    configuration.apply(to: easy)
    setCallbacks()
    isConfigured = true
  }

  private func setURL(_ url: String, _ configuration: HTTPConfiguration) {
    self.url = url
    ccurl_set_text(easy, CURLOPT_URL, url)
    // Without TLS nothing tells early that the peer has no HTTP/2, and libcurl would wait.
    let mayMultiplex = configuration.version == .http2 && url.hasPrefix("https:")
    ccurl_set_long(easy, CURLOPT_PIPEWAIT, mayMultiplex ? 1 : 0)
  }

  private func setFields(_ fields: [HTTPField]) {
    requestFields = fields
    curl_slist_free_all(list)
    list = nil
    for field in fields + [HTTPField("Expect", "")] { append(field) }
    ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, list)
  }

  /// How the request ended, given libcurl's result; `hasRun` says whether libcurl ever had it.
  func completion(_ code: CURLcode, hasRun: Bool) -> HTTPCompletion {
    guard hasRun else { return .unsent(tag: tag) }
    var status = 0
    ccurl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
    guard code != CURLE_OK else {
      let response = HTTPResponse(status: status, fields: fields, body: received)
      return HTTPCompletion(tag: tag, outcome: .success(response))
    }
    return HTTPCompletion(tag: tag, outcome: .failure(failure(code)))
  }

  /// Forgets the request's body and its answer, keeps the handle and what it was set to.
  func clear() {
    body = []
    received = []
    fields = []
    (bodyTaken, headerBytes, tooLarge) = (0, 0, false)
    errorText[0] = 0
  }

  private func append(_ field: HTTPField) {
    let unsafe = (field.name + field.value).utf8.contains { $0 < 0x20 || $0 == 0x7f }
    guard !unsafe else { return }
    list = curl_slist_append(list, "\(field.name):\(field.value.isEmpty ? "" : " ")\(field.value)")
  }

  private func failure(_ code: CURLcode) -> HTTPFailure {
    let kind = tooLarge ? .tooLarge : HTTPFailure.kind(of: code)
    var text = String(cString: errorText)
    if text.isEmpty { text = String(cString: curl_easy_strerror(code)) }
    // libcurl's words when the time ran out while the request waited for another's connection.
    if kind == .timeout, text.hasPrefix("Failed to resolve host") {
      text = "the time ran out before there was a connection with TLS"
    }
    if tooLarge { text = "the answer is larger than \(maximumBody) bytes" }
    if tooLarge, headerBytes > maximumHeaders {
      text = "the answer's header is larger than \(maximumHeaders) bytes"
    }
    return HTTPFailure(
      kind: kind, mayHaveBeenSent: mayHaveBeenSent, text: "\(text) (curl \(code.rawValue))",
      cause: HTTPFailure.cause(of: code, in: easy))
  }

  /// Whether libcurl came as far as sending (CURLINFO_PRETRANSFER_TIME_T(3)), or took of the body.
  private var mayHaveBeenSent: Bool {
    var microseconds: curl_off_t = 0
    ccurl_get_size(easy, CURLINFO_PRETRANSFER_TIME_T, &microseconds)
    return microseconds > 0 || bodyTaken > 0
  }
}

extension Transfer {
  private func setCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
    ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
    ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
    ccurl_set_pointer(easy, CURLOPT_READDATA, context)
    ccurl_set_pointer(easy, CURLOPT_SEEKDATA, context)
    ccurl_set_data(easy, CURLOPT_WRITEFUNCTION) { data, size, count, context in
      Transfer.of(context).take(UnsafeRawBufferPointer(start: data, count: size * count))
    }
    ccurl_set_data(easy, CURLOPT_HEADERFUNCTION) { data, size, count, context in
      Transfer.of(context).takeHeader(UnsafeRawBufferPointer(start: data, count: size * count))
    }
    ccurl_set_data(easy, CURLOPT_READFUNCTION) { data, size, count, context in
      Transfer.of(context).give(UnsafeMutableRawBufferPointer(start: data, count: size * count))
    }
    // A rewind is asked for only to send the request again; see `HTTPClient`.
    ccurl_set_seek(easy) { context, _, _ in
      Transfer.of(context).bodyTaken == 0 ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer {
    guard let context else { preconditionFailure("libcurl lost the context of a transfer") }
    return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard received.count + bytes.count <= maximumBody else {
      tooLarge = true
      return bytes.count == 0 ? 1 : 0
    }
    received.append(contentsOf: bytes)
    return bytes.count
  }

  private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    headerBytes += bytes.count
    guard headerBytes <= maximumHeaders else {
      tooLarge = true
      return 0
    }
    if bytes.starts(with: "HTTP/".utf8) {
      fields = []
    } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
      fields.append(
        HTTPField(
          String(decoding: bytes[..<colon], as: UTF8.self),
          String(decoding: bytes[(colon + 1)...].trimmingBlanks, as: UTF8.self)))
    }
    return bytes.count
  }

  private func give(_ room: UnsafeMutableRawBufferPointer) -> Int {
    let piece = body[bodyTaken..<min(body.count, bodyTaken + room.count)]
    room.copyBytes(from: piece)
    bodyTaken += piece.count
    return piece.count
  }
}
