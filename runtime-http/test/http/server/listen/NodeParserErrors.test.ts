import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { expect, it } from "vitest"
import { Errors } from "../../../../src/api/index.js"
import * as NodeServer from "../../../../src/http/server/listen/NodeServer.js"

/** Sends a text to a server with short timeouts, and reads until the server closes the connection. */
const exchange = async (text: string, handler: Parameters<typeof createServer>[1] = () => undefined) => {
  const answered: Array<string> = []
  const server = createServer({ headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 10 }, handler)
  NodeServer.answerParserErrors(server, ({ code, status }) => void answered.push(`${status} ${code}`))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const reply = await new Promise<string>((resolve) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    let read = ""
    socket.setEncoding("utf8").on("data", (chunk) => {
      read += chunk
    })
    socket.on("close", () => resolve(read))
    socket.write(text)
  })
  server.close()
  return { reply, answered }
}

it("answers 408 to a request that does not arrive in time", async () => {
  for (const sent of ["GET / HTTP/1.1\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"]) {
    const { answered, reply } = await exchange(sent)
    expect(reply).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(reply).toContain("x-request-id: ")
    expect(reply).toContain("x-error-code: REQUEST_TIMEOUT\r\n")
    expect(reply.split("\r\n\r\n")[1]).toBe(JSON.stringify({ detail: Errors.table.RequestTimeout.message }))
    expect(answered).toEqual(["408 ERR_HTTP_REQUEST_TIMEOUT"])
  }
})

it("answers CONNECT with the methods that the API allows", async () => {
  const { reply } = await exchange("CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n")
  expect(reply).toMatch(/^HTTP\/1\.1 405 .*\r\nallow: HEAD, GET, POST, PATCH, DELETE\r\n/s)
})

it("writes nothing into a response that has already started", async () => {
  const sent = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nnot a chunk\r\n"
  const { answered, reply } = await exchange(sent, (_, response) => void response.writeHead(200).write("begun"))
  expect(reply).not.toContain("400")
  expect(answered).toEqual([])
})
