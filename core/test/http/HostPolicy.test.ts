import { describe, expect, it } from "vitest"
import * as HostPolicy from "../../src/http/HostPolicy.js"

describe("an address", () => {
  it.each([
    ["https://localhost", true],
    ["https://LOCALHOST.", true],
    ["https://app.localhost.:8443", true],
    ["https://127.1", true],
    ["https://[0:0:0:0:0:0:0:1]", true],
    ["https://0", true],
    ["https://localhost.example", false],
    ["https://notlocalhost", false],
    ["https://127.0.0.1.example", false]
  ])("names this machine in every notation, and nothing else does: %s", (url, expected) => {
    expect(HostPolicy.isLoopback(new URL(url))).toBe(expected)
    expect(HostPolicy.httpsOnly(new URL(url)) !== null).toBe(expected)
  })
})
