internal import Glibc
internal import Linux

/// A real nginx with TLS and HTTP/2 in the foreground on a port of the loopback, ended by `deinit`.
///
/// It inherits a socket that already listens (nginx takes it from `$NGINX`), so connections made
/// before it is ready wait in the backlog and nobody has to wait for it. (Without its master process
/// nginx 1.22 crashes on an inherited socket.)
package final class Nginx: Sendable {
  /// The port it serves.
  package let port: UInt16
  private let folder: TemporaryFolder
  private let child: ChildProcess

  /// Serves what `locations` (nginx configuration inside a server block) says, with a certificate
  /// and key in PEM.
  package init(certificate: String, key: String, locations: String) throws {
    let socket = Self.listen()
    port = socket.port
    folder = TemporaryFolder()
    folder.write("certificate.pem", certificate)
    folder.write("key.pem", key, mode: 0o600)
    let conf = folder.write("nginx.conf", Self.text(folder.path, socket.port, locations))
    let input = try FileDescriptor(path: "/dev/null", flags: O_RDWR | O_CLOEXEC)
    let errors = try FileDescriptor(
      path: folder.write("errors", ""), flags: O_RDWR | O_APPEND | O_CLOEXEC)
    child = try ChildProcess(
      SpawnRequest(
        path: Self.program, arguments: ["nginx", "-p", folder.path, "-c", conf, "-e", "error.log"],
        environment: ["NGINX=3;", "PATH=/usr/bin:/bin"], directory: folder.path,
        descriptors: [input, errors, errors, socket.descriptor]))
  }

  deinit {
    child.signal(SIGTERM)
    _ = child.waitForEnding()
  }

  /// What it wrote about errors, for a failing test.
  package var errors: String {
    ["errors", "error.log"].map { String(decoding: folder.read($0) ?? [], as: UTF8.self) }.joined()
  }

  private static var program: String {
    access("/usr/sbin/nginx", X_OK) == 0 ? "/usr/sbin/nginx" : "/usr/bin/nginx"
  }

  private static func text(_ path: String, _ port: UInt16, _ locations: String) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(path)/\($0);" }.joined(separator: " ")
    return """
      daemon off; worker_processes 1; pid \(path)/pid; \(geteuid() == 0 ? "user root;" : "")
      events { worker_connections 512; }
      http {
        access_log off; \(temporary)
        server {
          listen 127.0.0.1:\(port) ssl http2;
          ssl_certificate certificate.pem; ssl_certificate_key key.pem;
          \(locations)
        }
      }
      """
  }

  private static func listen() -> (descriptor: FileDescriptor, port: UInt16) {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(number, pointer, length) == 0 && Glibc.listen(number, 511) == 0
          && getsockname(number, pointer, &length) == 0
      }
    }
    precondition(bound, "cannot listen on the loopback, errno \(errno)")
    return (FileDescriptor(owning: number), UInt16(bigEndian: address.sin_port))
  }
}
