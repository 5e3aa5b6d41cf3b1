import { type AddressInfo, createServer } from "node:net"

/** A port that no program listens on now. */
export const free = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
