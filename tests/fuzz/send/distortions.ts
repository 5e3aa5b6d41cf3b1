/** The bytes of a request, in parts. */
export interface Wire {
  readonly line: string
  readonly headers: ReadonlyArray<string>
  readonly body: Buffer
  /** Whether the client closes its half of the connection, as one that crashes does. */
  readonly endsEarly?: boolean
}

/** What a distortion makes of a request. The lines are sent as Latin-1. */
type Distortion = (wire: Wire) => Wire

const withHeader =
  (...added: ReadonlyArray<string>): Distortion =>
  (wire) => ({ ...wire, headers: [...wire.headers, ...added] })

const withLine =
  (change: (method: string, target: string, version: string) => string): Distortion =>
  (wire) => {
    const [method = "", target = "", version = ""] = wire.line.split(" ")
    return { ...wire, line: change(method, target, version) }
  }

const without =
  (name: string, then: Distortion = (wire) => wire): Distortion =>
  (wire) =>
    then({ ...wire, headers: wire.headers.filter((line) => !line.startsWith(`${name}:`)) })

const chunked =
  (body: string): Distortion =>
  (wire) =>
    without("content-length", withHeader("transfer-encoding: chunked"))({ ...wire, body: Buffer.from(body, "latin1") })

const KIBIBYTE = 1024

/** Everything that a client library would not send. */
export const distortions: Readonly<Record<string, Distortion>> = {
  "HTTP/1.0": withLine((method, target) => `${method} ${target} HTTP/1.0`),
  "HTTP/0.9": withLine((method, target) => `${method} ${target}`),
  "HTTP/2.0": withLine((method, target) => `${method} ${target} HTTP/2.0`),
  "HTTP/9.9": withLine((method, target) => `${method} ${target} HTTP/9.9`),
  "unknown method": withLine((_, target, version) => `FUZZ ${target} ${version}`),
  "lower-case method": withLine((method, target, version) => `${method.toLowerCase()} ${target} ${version}`),
  CONNECT: withLine((_, target, version) => `CONNECT ${target} ${version}`),
  "absolute address": withLine((method, target, version) => `${method} http://evil.example${target} ${version}`),
  "no path": withLine((method, _, version) => `${method} * ${version}`),
  "two slashes": withLine((method, target, version) => `${method} /${target} ${version}`),
  "slash at the end": withLine((method, target, version) => `${method} ${target.replace(/(\?|$)/, "/$1")} ${version}`),
  "upper-case path": withLine((method, target, version) => `${method} ${target.toUpperCase()} ${version}`),
  "dots in the path": withLine((method, target, version) => `${method} /v1/../v1/.${target.slice(3)} ${version}`),
  "encoded slash": withLine((method, target, version) => `${method} ${target.replace("/v1/", "/v1%2f")} ${version}`),
  "space in the path": withLine((method, target, version) => `${method} ${target} x ${version}`),
  "bytes in the path": withLine((method, target, version) => `${method} ${target}\xff\xfe ${version}`),
  "NUL in the path": withLine((method, target, version) => `${method} ${target}\u0000 ${version}`),
  "long path": withLine((method, target, version) => `${method} ${target}/${"a".repeat(12 * KIBIBYTE)} ${version}`),
  "long query": withLine(
    (method, target, version) => `${method} ${target.split("?")[0]}?a=${"%61".repeat(4 * KIBIBYTE)} ${version}`
  ),
  "many parameters": withLine(
    (method, target, version) => `${method} ${target.split("?")[0]}?${"a&".repeat(6 * KIBIBYTE)} ${version}`
  ),
  "fragment in the path": withLine((method, target, version) => `${method} ${target}#cursor=1 ${version}`),
  "no host": without("host"),
  "two hosts": withHeader("host: evil.example"),
  "long header": withHeader(`x-long: ${"a".repeat(20 * KIBIBYTE)}`),
  "many headers": withHeader(...Array.from({ length: 500 }, (_, index) => `x-${index}: 1`)),
  "NUL in a header": withHeader("x-odd: a\u0000b"),
  "header without a colon": withHeader("x-odd"),
  "header without a name": withHeader(": x"),
  "folded header": withHeader("x-odd: a\r\n b"),
  "bytes in a header": withHeader("x-odd: \xff\xfe"),
  "spaces before a colon": withHeader("x-odd : a"),
  "Expect 100-continue": withHeader("expect: 100-continue"),
  "Expect anything": withHeader("expect: cake"),
  "upgrade to a WebSocket": withHeader(
    "upgrade: websocket",
    "sec-websocket-version: 13",
    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=="
  ),
  "upgrade to HTTP/2": withHeader("upgrade: h2c", "http2-settings: AAMAAABkAAQAAP__"),
  "two lengths": withHeader("content-length: 1", "content-length: 2"),
  "length that is no number": without("content-length", withHeader("content-length: x")),
  "negative length": without("content-length", withHeader("content-length: -1")),
  "length and chunks": withHeader("content-length: 4", "transfer-encoding: chunked"),
  "unknown encoding": without("content-length", withHeader("transfer-encoding: gzip")),
  "shorter length than the body": (wire) =>
    without("content-length", withHeader("content-length: 1"))({ ...wire, body: Buffer.from('{"name":"x"}') }),
  chunks: chunked('c\r\n{"name":"x"}\r\n0\r\n\r\n'),
  "chunk with a wrong size": chunked('zz\r\n{"name":"x"}\r\n0\r\n\r\n'),
  "chunk without an end": chunked('2\r\n{"name":"x"}\r\n0\r\n\r\n'),
  "huge chunk": chunked("fffffffffffffffff\r\n{}\r\n0\r\n\r\n"),
  "chunk with a long extension": chunked(`2;${"a".repeat(20 * KIBIBYTE)}\r\n{}\r\n0\r\n\r\n`),
  "chunks with a trailer": chunked("2\r\n{}\r\n0\r\nx-odd: 1\r\n\r\n"),
  "body that ends early": (wire) =>
    without(
      "content-length",
      withHeader("content-length: 100")
    )({ ...wire, body: Buffer.from('{"name":'), endsEarly: true })
}
