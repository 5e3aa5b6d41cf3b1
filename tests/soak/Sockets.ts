import { connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

/** How many connections of a kind are opened, and how fast. */
export interface Rate {
  readonly open: number
  readonly perSecond: number
}

/** Keeps so many connections open, each of which has sent something and then does nothing more. */
const keepOpen = async (url: URL, { open, perSecond }: Rate, send: (socket: Socket) => void): Promise<never> => {
  const sockets = new Set<Socket>()
  for (;;) {
    await sleep(1_000 / perSecond)
    if (sockets.size >= open) continue
    const socket = connect(Number(url.port), url.hostname)
    sockets.add(socket)
    socket.on("error", () => {})
    socket.on("close", () => sockets.delete(socket))
    send(socket)
  }
}

const head = (method: string, path: string, headers: Readonly<Record<string, string>>): string =>
  [
    `${method} /v1${path} HTTP/1.1`,
    "host: soak",
    ...Object.entries(headers).map((header) => header.join(": ")),
    "",
    ""
  ].join("\r\n")

/** Asks for pages of a list on each connection, one behind the other, and reads none of the answers. */
export const unreadAnswers = (
  url: URL,
  rate: Rate,
  { headers, pages, path }: { readonly path: string; readonly headers: Record<string, string>; readonly pages: number }
): Promise<never> =>
  keepOpen(url, rate, (socket) => {
    socket.pause()
    socket.write(head("GET", path, headers).repeat(pages))
  })

/** Sends all of a body but its last byte on each connection. */
export const unfinishedBodies = (
  url: URL,
  rate: Rate,
  { bytes, headers, path }: { readonly path: string; readonly headers: Record<string, string>; readonly bytes: number }
): Promise<never> => {
  const body = Buffer.alloc(bytes - 1, " ")
  return keepOpen(url, rate, (socket) => {
    // A refusal closes the connection, which is seen only by whoever reads.
    socket.resume()
    socket.write(head("POST", path, { ...headers, "content-length": String(bytes) }))
    socket.write(body)
  })
}
