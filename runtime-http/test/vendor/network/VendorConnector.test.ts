import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { expect, it } from "@effect/vitest"
import { RateBudget, VendorError, VendorHttp } from "@tributary/core"
import { Effect, Layer, Redacted } from "effect"
import { describe } from "vitest"
import type * as OutgoingProxy from "../../../src/vendor/network/OutgoingProxy.js"
import type * as SystemNames from "../../../src/vendor/network/SystemNames.js"
import * as VendorClient from "../../../src/vendor/VendorClient.js"
import * as ConnectProxy from "./ConnectProxy.js"
import * as TestAuthority from "./TestAuthority.js"

const authority = TestAuthority.make()
const vendorPair = authority.issue("vendor.example")
const proxyPair = authority.issue("proxy.example")

/** Starts a vendor on this machine that speaks TLS. */
const serveTls = (pair: TestAuthority.KeyPair) =>
  Effect.acquireRelease(
    Effect.async<{ readonly port: number; readonly close: () => void }>((resume) => {
      const server = createServer(pair, (_, response) => response.end('{"ok":true}'))
      server.listen(0, "127.0.0.1", () => {
        const close = () => {
          server.closeAllConnections()
          server.close()
        }
        resume(Effect.succeed({ port: (server.address() as AddressInfo).port, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const vendor = serveTls(vendorPair)

const addresses: Readonly<Record<string, ReadonlyArray<string>>> = {
  "vendor.example": ["127.0.0.1"],
  "proxy.example": ["127.0.0.1"],
  "inner.example": ["10.0.0.1"],
  "mixed.example": ["127.0.0.1", "169.254.169.254"],
  localhost: ["127.0.0.1"]
}

const resolve: SystemNames.Resolve = (hostname, done) => {
  const found = addresses[hostname]
  if (found !== undefined)
    return done(
      null,
      found.map((address) => ({ address, family: 4 }))
    )
  return done(Object.assign(new Error(hostname), { code: "ENOTFOUND" }), [])
}

const PASSWORD = "p4ssw0rd-canary"

const proxyAt = (address: string, changes: Partial<OutgoingProxy.OutgoingProxy> = {}): OutgoingProxy.OutgoingProxy => ({
  url: Redacted.make(address),
  exempt: [],
  resolvesNames: false,
  ...changes
})

/** Sends one request to a vendor's address. */
const send = (baseUrl: string, settings: VendorClient.VendorClientSettings) =>
  Effect.flatMap(VendorHttp.VendorHttp, (http) =>
    http.send({ method: "POST", url: "/", endpoint: "/", isRepeatable: false })
  ).pipe(
    Effect.provide(
      VendorHttp.layer({ baseUrl }).pipe(
        Layer.provide(
          Layer.merge(
            VendorClient.layer({
              allowLoopback: true,
              ports: [Number(new URL(baseUrl).port)],
              resolve,
              authorities: [authority.cert],
              ...settings
            }),
            RateBudget.layer
          )
        )
      )
    )
  )

describe("a proxy", () => {
  it.scopedLive("gets the name of a vendor, and the user name and password in its address", () =>
    Effect.gen(function* () {
      const { port } = yield* vendor
      const proxy = yield* ConnectProxy.make()
      const url = `http://user%40corp:${PASSWORD}@proxy.example:${proxy.port}`
      const answer = yield* send(`https://vendor.example:${port}`, { proxy: proxyAt(url) })
      expect(answer.body).toEqual({ ok: true })
      expect(proxy.asked).toEqual([`vendor.example:${port}`])
      expect(proxy.credentials).toEqual([`Basic ${Buffer.from(`user@corp:${PASSWORD}`).toString("base64")}`])
    })
  )

  it.scopedLive("may be called with https, with a certificate of an authority of the operator", () =>
    Effect.gen(function* () {
      const { port } = yield* vendor
      const proxy = yield* ConnectProxy.make({ tls: proxyPair })
      const settings = { proxy: proxyAt(`https://proxy.example:${proxy.port}`) }
      expect((yield* send(`https://vendor.example:${port}`, settings)).body).toEqual({ ok: true })
      expect(proxy.asked).toEqual([`vendor.example:${port}`])
      const error = yield* Effect.flip(send(`https://vendor.example:${port}`, { ...settings, authorities: [] }))
      expect(error.detail).toContain("the proxy of this server (HTTPS_PROXY) does not speak TLS with a certificate")
    })
  )

  it.scopedLive("is not asked for what NO_PROXY lists, nor for this machine", () =>
    Effect.gen(function* () {
      const { port } = yield* vendor
      const proxy = yield* ConnectProxy.make()
      const settings = { proxy: proxyAt(`http://127.0.0.1:${proxy.port}`, { exempt: [".example"] }) }
      expect((yield* send(`https://vendor.example:${port}`, settings)).body).toEqual({ ok: true })
      const local = yield* Effect.flip(send(`https://localhost:${port}`, { ...settings }))
      expect(local.detail).toContain("for another host name")
      expect(proxy.asked).toEqual([])
    })
  )

  it.scopedLive("is asked for allowed names and addresses only", () =>
    Effect.gen(function* () {
      const proxy = yield* ConnectProxy.make()
      const settings = { proxy: proxyAt(`http://127.0.0.1:${proxy.port}`) }
      const details: Record<string, string> = {}
      for (const host of ["inner.example", "mixed.example", "unknown.example", "10.0.0.1", "[fd00::1]"]) {
        details[host] = (yield* Effect.flip(send(`https://${host}:8443`, settings))).detail
      }
      expect(details).toEqual({
        "inner.example": expect.stringContaining("does not allow"),
        // The proxy would choose among its addresses.
        "mixed.example": expect.stringContaining("does not allow"),
        "unknown.example": expect.stringContaining("no host has its name"),
        "10.0.0.1": expect.stringContaining("does not allow the address"),
        "[fd00::1]": expect.stringContaining("does not allow the address")
      })
      expect(proxy.asked).toEqual([])
    })
  )

  it.scopedLive(
    "resolves all names if the operator says so, and is still asked for no address that is not allowed",
    () =>
      Effect.gen(function* () {
        const { port } = yield* vendor
        const proxy = yield* ConnectProxy.make()
        const settings = {
          proxy: proxyAt(`http://127.0.0.1:${proxy.port}`, { resolvesNames: true }),
          resolve: (_: string, done: Parameters<SystemNames.Resolve>[1]) => done(new Error("no name server"), [])
        }
        expect((yield* send(`https://vendor.example:${port}`, settings)).body).toEqual({ ok: true })
        const error = yield* Effect.flip(send(`https://10.0.0.1:${port}`, settings))
        expect(error.detail).toContain("does not allow the address 10.0.0.1")
        expect(proxy.asked).toEqual([`vendor.example:${port}`])
      })
  )

  it.scopedLive.each([
    [407, "does not accept the user name and password"],
    [403, "does not allow the connection"],
    [503, "could not connect"],
    ["closed", "does not answer"]
  ] as const)("that fails is the operator's to mend, not the customer's address: %s", ([status, said]) =>
    Effect.gen(function* () {
      const make = Effect.map(ConnectProxy.make(status === "closed" ? {} : { status }), ({ port }) => port)
      const port = yield* status === "closed" ? Effect.scoped(make) : make
      const url = `http://user:${PASSWORD}@127.0.0.1:${port}`
      const error = yield* Effect.flip(send("https://vendor.example:8443", { proxy: proxyAt(url) }))
      expect(error).toMatchObject({ _tag: "ServerError", isUnsent: true })
      expect(error.detail).toContain(`the proxy of this server (HTTPS_PROXY) ${said}`)
      expect(error.detail).toContain("its operator has to act")
      // A proxy that cannot connect does not say why; the vendor may be down.
      expect(VendorError.healthOf(error)).toBe(status === 503 ? "VENDOR_SERVER_ERROR" : "INTERNAL_ERROR")
      expect(error.addressFault).toBeUndefined()
      expect(JSON.stringify(error) + error.stack).not.toContain("canary")
    })
  )
})

describe("the certificate of a vendor", () => {
  it.scopedLive("may be of an authority that the operator trusts, and else is a fault of the address", () =>
    Effect.gen(function* () {
      const { port } = yield* vendor
      const url = `https://vendor.example:${port}`
      expect((yield* send(url, {})).body).toEqual({ ok: true })
      const error = yield* Effect.flip(send(url, { authorities: [] }))
      expect(error.addressFault?.reason).toContain("not of an authority that this server trusts")
    })
  )

  it.scopedLive.each([
    ["signed by itself", authority, "CUSTOMER"],
    ["without its intermediate one", vendorPair, "CUSTOMER"],
    [
      "with an unknown authority, which may be a proxy that opens connections",
      { ...vendorPair, cert: vendorPair.cert + authority.cert },
      "SERVICE"
    ]
  ] as const)("that came through a proxy is the customer's to mend, or else the operator's: %s", ([, pair, owner]) =>
    Effect.gen(function* () {
      const { port } = yield* serveTls(pair)
      const proxy = yield* ConnectProxy.make()
      const settings = { proxy: proxyAt(`http://127.0.0.1:${proxy.port}`), authorities: [] }
      const error = yield* Effect.flip(send(`https://vendor.example:${port}`, settings))
      const isOfAddress = error.addressFault?.reason.includes("not of an authority that this server trusts") ?? false
      expect({ isOfAddress, isOfServer: error.isOfServer ?? false }).toEqual({
        isOfAddress: owner === "CUSTOMER",
        isOfServer: owner === "SERVICE"
      })
      expect(error.detail.includes("TRIBUTARY_CA_FILE")).toBe(owner === "SERVICE")
    })
  )
})
