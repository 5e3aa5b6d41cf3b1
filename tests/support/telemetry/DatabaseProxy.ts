import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** Stands between servers and their database, and can take it away. */
export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  readonly url: string
  /** Closes all connections, and refuses further ones until `restore`. */
  readonly cut: () => void
  /** Answers nothing on new connections until `restore`, and closes the others. */
  readonly freeze: () => void
  readonly restore: () => void
  readonly stop: () => Promise<void>
}

/** Starts a proxy in front of the database at this URL. */
export const start = async (database: string): Promise<DatabaseProxy> => {
  const target = new URL(database)
  const sockets = new Set<Socket>()
  let mood: "open" | "cut" | "frozen" = "open"
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket))
  }
  const closeAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    if (mood === "cut") return void client.destroy()
    keep(client)
    if (mood === "frozen") return
    const backend = connect(Number(target.port), target.hostname)
    keep(backend)
    client.pipe(backend).pipe(client)
    client.on("close", () => backend.destroy())
    backend.on("close", () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const through = new URL(database)
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: through.href,
    cut: () => {
      mood = "cut"
      closeAll()
    },
    freeze: () => {
      mood = "frozen"
      closeAll()
    },
    restore: () => {
      mood = "open"
      closeAll()
    },
    stop: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      closeAll()
      return closed
    }
  }
}
