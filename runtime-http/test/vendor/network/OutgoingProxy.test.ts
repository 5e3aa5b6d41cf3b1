import { Either, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import * as OutgoingProxy from "../../../src/vendor/network/OutgoingProxy.js"

const carries = (exempt: ReadonlyArray<string>, url: string): boolean =>
  OutgoingProxy.carries({ url: Redacted.make("http://proxy.example"), exempt, resolvesNames: false }, new URL(url))

describe("the address of a proxy", () => {
  it.each(["http://proxy.example:3128", "https://user:secret@proxy.example", "http://[2001:db8::1]:3128/"])(
    "may be %s",
    (address) => {
      expect(Either.isRight(OutgoingProxy.parse(Redacted.make(address)))).toBe(true)
    }
  )

  it.each(["proxy.example:3128", "user:secret@proxy.example:80", "[2001:db8::1]:3128"])(
    "is that of an HTTP proxy without a scheme: %s",
    (address) => {
      const parsed = Either.map(OutgoingProxy.parse(Redacted.make(address)), Redacted.value)
      expect(parsed).toEqual(Either.right(`http://${address}`))
    }
  )

  it.each([
    "ftp://p4ss@proxy.example:21",
    "proxy.example:99999",
    "u:p4ss@proxy.example:3128/path",
    "socks5://p4ss@proxy.example",
    "http://p4ss@proxy.example/path",
    "http://u:p4ss%zz@proxy.example",
    "p4ss"
  ])("may not be %s, and the error does not quote it", (address) => {
    const parsed = OutgoingProxy.parse(Redacted.make(address))
    expect(JSON.stringify(parsed)).toContain("expected the address of an HTTP proxy")
    expect(JSON.stringify(parsed)).not.toContain("p4ss")
  })
})

describe("NO_PROXY", () => {
  it.each([
    [[], "https://acme.example", true],
    [[], "https://localhost:8443", false],
    [[], "https://app.localhost.:8443", false],
    [[], "http://acme.example", false],
    [["*"], "https://acme.example", false],
    [["acme.example"], "https://ACME.example", false],
    [["acme.example"], "https://eu.acme.example", false],
    [["acme.example"], "https://notacme.example", true],
    [[".acme.example"], "https://acme.example", false],
    [["*.acme.example"], "https://eu.acme.example", false],
    [["acme.example:8443"], "https://acme.example:8443", false],
    [["acme.example:8443"], "https://acme.example", true],
    [["acme.example:443"], "https://acme.example", false],
    [["192.0.2.7"], "https://192.0.2.7", false],
    [["2.7"], "https://192.0.2.7", true],
    [["192.0.2.0/24"], "https://192.0.2.7", false],
    [["192.0.2.0/24"], "https://192.0.3.7", true],
    [["192.0.2.0/99"], "https://192.0.2.7", true],
    [["acme.example"], "https://acme.example.", false],
    [["acme.example."], "https://eu.acme.example", false],
    [["acme.example.:443"], "https://acme.example.", false],
    [["2001:DB8::0007"], "https://[2001:db8::7]", false],
    [["2001:DB8::0007"], "https://[2001:db8::8]", true],
    [["[2001:DB8::0007]:443"], "https://[2001:db8::7]", false],
    [["2001:db8::/32"], "https://[2001:db8::7]", false],
    [["[2001:db8::7]:443"], "https://[2001:db8::7]", false]
  ] as const)("with %j: %s goes through the proxy: %s", (exempt, url, expected) => {
    expect(carries(exempt, url)).toBe(expected)
  })
})
