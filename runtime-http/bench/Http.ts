import { connect, type Socket } from "node:net"

/** One keep-alive connection that sends GET requests one after another, at almost no cost for the client. */
export interface Http {
  readonly get: (path: string) => Promise<string>
  readonly close: () => void
}

const HEAD_END = "\r\n\r\n"

/** The body of the response in `bytes`; null until all of it has arrived. */
const bodyOf = (bytes: Buffer): Buffer | null => {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return null
  const head = bytes.toString("latin1", 0, end)
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1])
  const body = bytes.subarray(end + HEAD_END.length)
  if (body.length < length) return null
  if (!head.startsWith("HTTP/1.1 200 ")) throw new Error(`${head.split("\r\n")[0]}: ${body}`)
  return body
}

const answer = (socket: Socket): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    const end = (settle: () => void) => {
      socket.off("data", read).off("error", fail).off("close", fail)
      settle()
    }
    const fail = (error: unknown) =>
      end(() => reject(error instanceof Error ? error : new Error("The server closed the connection.")))
    const read = (chunk: Buffer) => {
      chunks.push(chunk)
      try {
        const body = bodyOf(chunks.length === 1 ? chunk : Buffer.concat(chunks))
        if (body !== null) end(() => resolve(body))
      } catch (error) {
        fail(error)
      }
    }
    socket.on("data", read).once("error", fail).once("close", fail)
  })

/** Opens a connection that sends these headers with every request. */
export const open = (origin: string, headers: Readonly<Record<string, string>>): Http => {
  const { hostname, port, host } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return {
    get: async (path) => {
      if (socket.destroyed) throw new Error("The server closed the connection.")
      socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`)
      return (await answer(socket)).toString()
    },
    close: () => socket.destroy()
  }
}
