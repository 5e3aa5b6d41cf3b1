import { EventEmitter, once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import * as UnsentAnswers from "../../../../src/http/server/access/UnsentAnswers.js"

const MIB = 1_048_576

/** A server whose answers have 64 MiB, more than any system keeps for a connection; the path names the caller. */
const serve = async (bounds: Partial<UnsentAnswers.Bounds>) => {
  const unsent = UnsentAnswers.make({
    bytesOfCaller: 80 * MIB,
    bytesInAll: 1_000 * MIB,
    stallMillis: 60_000,
    ...bounds
  })
  const responses: Array<ServerResponse> = []
  const server = createServer((request, response) => {
    responses.push(response)
    response.end(Buffer.alloc(64 * MIB))
    unsent.watch(request.url ?? "", request, response)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const sockets: Array<Socket> = []
  /** Requests an answer, of which it reads only the beginning. */
  const ask = async (caller: string) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    sockets.push(socket.on("error", () => {}))
    socket.write(`GET ${caller} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await once(socket, "readable")
    return socket
  }
  stop = () => {
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    server.close()
  }
  return { ask, responses, unsent }
}
let stop = () => {}

describe("answers that are not read", () => {
  afterEach(() => stop())

  it("close their connection when nothing of them has left for a while", async () => {
    const { ask, responses } = await serve({ stallMillis: 100 })
    await ask("/a")
    const [response] = responses
    await once(response as ServerResponse, "close")
    expect(response?.destroyed).toBe(true)
  })

  it("count for their caller until they have left", async () => {
    const { ask, unsent } = await serve({})
    await ask("/a")
    expect([...unsent.over]).toEqual([])
    const second = await ask("/a")
    expect([...unsent.over]).toEqual(["/a"])
    second.resume()
    await expect.poll(() => [...unsent.over]).toEqual([])
  })

  it("count although they wait behind another one of their connection, and end with it", async () => {
    const { ask, unsent } = await serve({ stallMillis: 100 })
    const socket = await ask("/a")
    socket.write("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    await expect.poll(() => [...unsent.over]).toEqual(["/a"])
    await expect.poll(() => [...unsent.over]).toEqual([])
  })

  it("leave no time limit behind for an answer that is still being made", async () => {
    const unsent = UnsentAnswers.make({ bytesOfCaller: MIB, bytesInAll: 1_000 * MIB, stallMillis: 100_000 })
    const second = new EventEmitter()
    const server = createServer(async (request, response) => {
      if (request.url === "/second") await once(second, "go")
      response.end(Buffer.alloc(32 * MIB))
      unsent.watch("a", request, response)
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    stop = () => {
      socket.destroy()
      server.closeAllConnections()
      server.close()
    }
    const accepted = once(server, "connection")
    socket.write("GET /first HTTP/1.1\r\nHost: a\r\n\r\nGET /second HTTP/1.1\r\nHost: a\r\n\r\n")
    const [own] = (await accepted) as [Socket]
    await expect.poll(() => own.timeout).toBe(100_000)
    socket.resume()
    await expect.poll(() => own.timeout).toBe(0)
    second.emit("go")
  })

  it("close connections of the caller with the most when they are too many in all", async () => {
    const { ask, responses } = await serve({ bytesInAll: 150 * MIB })
    await ask("/polite")
    await ask("/greedy")
    await ask("/greedy")
    await expect.poll(() => responses.map(({ closed }) => closed)).toEqual([false, true, false])
  })
})
