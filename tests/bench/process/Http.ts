import { connect } from "node:net"

/** One keep-alive connection that sends GET requests one after another, at almost no cost for the client. */
export interface Http {
  readonly get: (path: string) => Promise<Buffer>
  readonly close: () => void
}

const HEAD_END = "\r\n\r\n"
const LENGTH = /\r\ncontent-length: (\d+)/i

/** An answer as far as it has arrived. */
interface Arriving {
  readonly chunks: ReadonlyArray<Buffer>
  readonly bytes: number
}

/** The length of the whole answer; null until its head has arrived. It must be a 200. */
const lengthOf = (start: Buffer): number | null => {
  const end = start.indexOf(HEAD_END)
  if (end < 0) return null
  const head = start.toString("latin1", 0, end)
  if (!head.startsWith("HTTP/1.1 200 "))
    throw new Error(`${head.split("\r\n")[0]}: ${start.subarray(end + HEAD_END.length)}`)
  return end + HEAD_END.length + Number(LENGTH.exec(head)?.[1])
}

/** Opens a connection that sends these headers with every request. It understands only answers with a content-length. */
export const open = (origin: string, headers: Readonly<Record<string, string>>): Http => {
  const { hostname, port, host } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  let waiting: { readonly resolve: (body: Buffer) => void; readonly reject: (error: unknown) => void } | null = null
  let arriving: Arriving = { chunks: [], bytes: 0 }
  let length: number | null = null
  const fail = (error: unknown) => {
    waiting?.reject(error)
    waiting = null
    socket.destroy()
  }
  socket.on("error", fail)
  socket.on("close", () => fail(new Error("The server closed the connection.")))
  socket.on("data", (chunk) => {
    arriving = { chunks: [...arriving.chunks, chunk], bytes: arriving.bytes + chunk.length }
    try {
      length ??= lengthOf(arriving.chunks.length === 1 ? chunk : Buffer.concat(arriving.chunks))
    } catch (error) {
      return fail(error)
    }
    if (length === null || arriving.bytes < length) return
    const all = Buffer.concat(arriving.chunks)
    arriving = { chunks: [], bytes: 0 }
    length = null
    const { resolve } = waiting ?? {}
    waiting = null
    resolve?.(all.subarray(all.indexOf(HEAD_END) + HEAD_END.length))
  })
  return {
    get: (path) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error("The server closed the connection."))
        waiting = { resolve, reject }
        socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`)
      }),
    close: () => socket.destroy()
  }
}
