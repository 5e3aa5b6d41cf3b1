import type { IncomingMessage } from "node:http"
import { describe, expect, it } from "vitest"
import * as ClientAddress from "../../../../src/http/server/access/ClientAddress.js"

const message = (forwarded?: string): IncomingMessage =>
  ({ headers: { "x-forwarded-for": forwarded }, socket: { remoteAddress: "10.0.0.9" } }) as never

describe("the address of a client", () => {
  it.each([
    ["the socket's without proxies, whatever the client says", 0, "203.0.113.5", "10.0.0.9"],
    ["what the only proxy says", 1, "203.0.113.5", "203.0.113.5"],
    ["not what the client itself put before it", 1, "198.51.100.1, 203.0.113.5", "203.0.113.5"],
    ["what the outer of two proxies says", 2, "198.51.100.1, 203.0.113.5, 10.1.1.1", "203.0.113.5"],
    ["the socket's if the request did not pass the proxies", 2, "203.0.113.5", "10.0.0.9"],
    ["the socket's without the header", 1, undefined, "10.0.0.9"],
    ["the socket's if the header has no address there", 1, "203.0.113.5, <script>", "10.0.0.9"],
    ["an address of version 6", 1, "2001:db8::1", "2001:db8::1"]
  ])("is %s", (_, proxies, forwarded, expected) => {
    expect(ClientAddress.of(message(forwarded), proxies)).toBe(expected)
  })
})
