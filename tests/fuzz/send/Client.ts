import http from "node:http"
import net from "node:net"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { distortions, type Wire } from "./distortions.js"
import type { Request } from "./Request.js"

/** What came back. */
export interface Reply {
  readonly status: number
  /** By lower-case names; of several with one name, the last. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Sends requests to one server. */
export interface Client {
  /** Rejects if no answer comes. */
  readonly send: (request: Request) => Promise<Reply>
  readonly close: () => void
}

/** Far longer than any answer takes on a busy machine. */
const TIMEOUT_MILLIS = 60_000

/** The values of a header that was sent several times, as Node takes them. */
const grouped = (headers: Request["headers"]): Readonly<Record<string, ReadonlyArray<string>>> => {
  const all: Record<string, Array<string>> = {}
  for (const [name, value] of headers) all[name] = [...(all[name] ?? []), value]
  return all
}

const sendPlain = (origin: URL, agent: http.Agent, { body, headers, method, target }: Request): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const length = body === null ? {} : { "content-length": String(body.length) }
    const sent = http.request(
      {
        agent,
        host: origin.hostname,
        port: origin.port,
        method,
        path: target,
        headers: { ...(grouped(headers) as http.OutgoingHttpHeaders), ...length },
        timeout: TIMEOUT_MILLIS
      },
      (answer) => {
        const chunks: Array<Buffer> = []
        answer.on("data", (chunk: Buffer) => chunks.push(chunk))
        answer.on("error", reject)
        answer.on("end", () => {
          const values = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
          resolve({
            status: answer.statusCode ?? 0,
            headers: Object.fromEntries(values),
            body: Buffer.concat(chunks)
          })
        })
      }
    )
    sent.on("timeout", () => sent.destroy(new Error(`No answer within ${TIMEOUT_MILLIS / 1_000} s.`)))
    sent.on("error", reject)
    sent.end(body ?? undefined)
  })

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync }

/** The reply as the client reads it, in the coding that it accepted. */
const decoded = (reply: Reply): Reply => {
  const decode = decoders[reply.headers["content-encoding"] ?? ""]
  return decode === undefined || reply.body.length === 0 ? reply : { ...reply, body: decode(reply.body) }
}

const END_OF_HEAD = "\r\n\r\n"

const joinChunks = (bytes: Buffer): Buffer => {
  const chunks: Array<Buffer> = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf("\r\n", at)
    const size = Number.parseInt(bytes.toString("latin1", at, end), 16)
    if (!(size > 0)) break
    chunks.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
  return Buffer.concat(chunks)
}

/** The first answer in the bytes, apart from `100 Continue`; throws if there is none. That to HEAD has a length, but no body. */
const parse = (bytes: Buffer, isHead: boolean): Reply => {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end < 0) throw new Error(`The server closed the connection after ${JSON.stringify(bytes.toString("latin1"))}.`)
  const [line = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n")
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1])
  const rest = bytes.subarray(end + END_OF_HEAD.length)
  if (status === 100) return parse(rest, isHead)
  const headers = Object.fromEntries(
    lines.map((each) => {
      const colon = each.indexOf(":")
      return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()]
    })
  )
  if (isHead) return { status, headers, body: Buffer.alloc(0) }
  const length = Number(headers["content-length"] ?? rest.length)
  const body = headers["transfer-encoding"] === "chunked" ? joinChunks(rest) : rest.subarray(0, length)
  return { status, headers, body }
}

const wireOf = (origin: URL, { body, distortion, headers, method, target }: Request): Wire => {
  const lines = [
    `host: ${origin.host}`,
    "connection: close",
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : [`content-length: ${body.length}`])
  ]
  const plain = { line: `${method} ${target} HTTP/1.1`, headers: lines, body: body ?? Buffer.alloc(0) }
  return distortions[distortion ?? ""]?.(plain) ?? plain
}

/** Writes the bytes, and reads until the server closes the connection. */
const sendBytes = (origin: URL, request: Request): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    const socket = net.connect({ host: origin.hostname, port: Number(origin.port) })
    const finish = (error?: Error) => {
      socket.destroy()
      try {
        resolve(parse(Buffer.concat(chunks), request.method === "HEAD"))
      } catch (fault) {
        reject(error ?? fault)
      }
    }
    socket.setTimeout(TIMEOUT_MILLIS, () => finish(new Error(`No answer within ${TIMEOUT_MILLIS / 1_000} s.`)))
    socket.on("data", (chunk) => chunks.push(chunk))
    socket.on("error", finish)
    socket.on("end", () => finish())
    const { body, endsEarly, headers, line } = wireOf(origin, request)
    const head = Buffer.from(`${[line, ...headers].join("\r\n")}${END_OF_HEAD}`, "latin1")
    socket.write(Buffer.concat([head, body]))
    if (endsEarly === true) socket.end()
  })

export const make = (baseUrl: string, connections: number): Client => {
  const origin = new URL(baseUrl)
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  return {
    send: async (request) =>
      decoded(await (request.distortion === null ? sendPlain(origin, agent, request) : sendBytes(origin, request))),
    close: () => agent.destroy()
  }
}
