internal import Support
internal import Systemd
internal import Testing

@Suite("A proxy before the provider", .serialized, .timeLimit(.minutes(5)))
struct ProxyTests {
  /// A proxy (RFC 9110 §9.3.6) that prints its port, then a line for each tunnel it is asked for; it
  /// refuses who does not sign in.
  private static let script = """
    import base64, socket, sys, threading
    def pump(a, b):
        try:
            while data := a.recv(65536): b.sendall(data)
        except OSError: pass
        for s in (a, b):
            try: s.shutdown(socket.SHUT_RDWR)
            except OSError: pass
    def serve(peer):
        head = b''
        while b'\\r\\n\\r\\n' not in head:
            more = peer.recv(65536)
            if not more: return
            head += more
        words = head.split()
        known = base64.b64encode(b'user:CANARY') in head
        print('tunnel', words[1].decode(), 'known' if known else 'stranger', flush=True)
        if not known:
            peer.sendall(b'HTTP/1.1 407 Who are you?\\r\\nContent-Length: 0\\r\\n\\r\\n')
            return peer.close()
        host, port = words[1].decode().rsplit(':', 1)
        far = socket.create_connection((host, int(port)))
        peer.sendall(b'HTTP/1.1 200 OK\\r\\n\\r\\n')
        threading.Thread(target=pump, args=(peer, far), daemon=True).start()
        pump(far, peer)
    listener = socket.create_server(('127.0.0.1', 0))
    print('port', listener.getsockname()[1], flush=True)
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
    """

  private func settings(_ proxy: String, _ more: String = "") -> SceneSettings {
    SceneSettings(provider: "proxy = \"http://\(proxy)\"\n\(more)")
  }

  @Test(
    "the configured proxy is used, no other, not for excepted hosts, and its password is not told")
  func proxy() async throws {
    let proxy = try RunningProgram(["/usr/bin/python3", "-c", Self.script])
    let line = try await proxy.log.line(with: "port ")
    let place = "127.0.0.1:\(line.dropFirst("port ".count))"
    let scene = try await Scene(settings("user:CANARY@\(place)"))
    // A proxy of the environment's would lead nowhere.
    try await scene.startDaemon(
      prefix: ["/usr/bin/env", "https_proxy=http://127.0.0.1:1", "ALL_PROXY=http://127.0.0.1:1"])
    try await scene.listen()
    // A look that surely never left is made again in a minute: enough users to fail in a row.
    for user in ["001", "002", "003", "004"] { try await scene.enrol(user) }
    let log = try await scene.daemon().log
    #expect(!proxy.log.lines(with: "tunnel 127.0.0.1:", " known").isEmpty)
    let well = try await scene.ctl("provider", "test", "demo")
    #expect(well.status == 0 && well.text.contains("http://\(place)"), "\(well.text)")

    scene.configure(settings("user:CANARY-wrong@\(place)"))
    #expect(try await scene.ctl("reload").status == 0)
    try await log.line(with: "condition began", "provider_unreachable")
    let conditions = try await scene.ctl("status").text
    let checked = try await scene.ctl("config", "check", scene.folder.file("credstate.toml"))
    let wrong = try await scene.ctl("provider", "test", "demo")
    #expect(wrong.status == 1 && wrong.text.contains("proxy_sign_in"), "\(wrong.text)")
    for text in log.lines + [conditions, checked.text, checked.errors, well.text, wrong.text] {
      #expect(!text.contains("CANARY"), "\(text)")
    }

    scene.configure(settings("user:CANARY-wrong@\(place)", "no_proxy = [\"127.0.0.1\"]"))
    #expect(try await scene.ctl("reload").status == 0)
    #expect(try await scene.ctl("check", "demo", "001").status == 0)
    try await log.line(with: "condition ended", "provider_unreachable")
    #expect(try await scene.state("001") == "authorized")
    #expect(log.lines(with: "changed its state", "old_state=authorized").isEmpty)
  }
}
