import { once } from "node:events"
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
    response.once("prefinish", () => unsent.watch(request.url ?? "", response))
    response.end(Buffer.alloc(64 * MIB))
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

  it("close the connection of the oldest when they are too many in all", async () => {
    const { ask, responses, unsent } = await serve({ bytesInAll: 100 * MIB })
    await ask("/a")
    await ask("/b")
    await expect.poll(() => responses.map(({ closed }) => closed)).toEqual([true, false])
    expect([...unsent.over]).toEqual([])
  })
})
