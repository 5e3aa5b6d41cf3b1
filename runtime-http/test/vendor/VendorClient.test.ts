import { isIP } from "node:net"
import { HttpClient } from "@effect/platform"
import { expect, it } from "@effect/vitest"
import { Credentials, HostPolicy, RateBudget, VendorHttp } from "@tributary/core"
import { Deferred, Effect, Layer, Schema } from "effect"
import { describe } from "vitest"
import * as AddressPolicy from "../../src/vendor/network/AddressPolicy.js"
import * as VendorClient from "../../src/vendor/VendorClient.js"
import * as VendorSession from "../../src/vendor/VendorSession.js"
import * as FakeVendor from "../sync/FakeVendor.js"
import { serve } from "./network/LocalServer.js"

const get = (url: string) =>
  HttpClient.get(url).pipe(Effect.flatMap((response) => Effect.map(response.text, (text) => ({ response, text }))))

describe("AddressPolicy", () => {
  const refuses = AddressPolicy.make({})

  it.each([
    "127.0.0.1",
    "127.8.8.8",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "168.63.129.16",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "fd00:ec2::254",
    "fc00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:a00:1",
    "64:ff9b::a00:1",
    "64:ff9b::169.254.169.254",
    "2002:a00:1::",
    "[::1]",
    "localhost",
    "",
    "::10.0.0.1",
    "::8.8.8.8",
    "::ffff:8.8.8.8",
    "::ffff:808:808",
    "::ffff:0:808:808",
    "64:ff9b::10.0.0.1",
    "64:ff9b:1::808:808",
    "64:ff9b:1:ffff::1",
    "192.0.2.1",
    "198.51.100.7",
    "203.0.113.255",
    "192.88.99.1",
    "2001:db8::1",
    "3fff::1",
    "3fff:fff::1",
    "2001:2::1",
    "2001:10::1",
    "100::1",
    "5f00::1"
  ])("refuses %s", (address) => {
    expect(refuses(address)).toBe(true)
  })

  it.each([
    "1.1.1.1",
    "172.32.0.1",
    "100.128.0.1",
    "169.253.0.1",
    "2606:4700::1111",
    "64:ff9b::101:101",
    "2a00:1450::1"
  ])("allows %s", (address) => {
    expect(refuses(address)).toBe(false)
  })

  it("allows this machine and private networks on request, but never a metadata service", () => {
    const loopback = AddressPolicy.make({ allowLoopback: true })
    const private_ = AddressPolicy.make({ allowPrivate: true })
    expect(["127.0.0.1", "::1", "10.0.0.1", "::2"].map(loopback)).toEqual([false, false, true, true])
    expect(["10.0.0.1", "fc00::1", "100.64.0.1", "127.0.0.1"].map(private_)).toEqual([false, false, false, true])
    const both = AddressPolicy.make({ allowLoopback: true, allowPrivate: true })
    expect(["169.254.169.254", "100.100.100.200", "fd00:ec2::254"].map(both)).toEqual([true, true, true])
  })
})

describe("VendorClient", () => {
  it.scopedLive("refuses to connect to any address of this machine, however it is written", () =>
    Effect.gen(function* () {
      const server = yield* serve((_, response) => response.end("hello"))
      const hosts = ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433", "127.1", "0.0.0.0"]
      for (const host of hosts) {
        const error = yield* Effect.flip(get(`http://${host}:${server.port}/`)).pipe(
          Effect.provide(VendorClient.layer())
        )
        expect(error, host).toMatchObject({ _tag: "RequestError", cause: { code: "EACCES" } })
      }
      expect(server.connections()).toBe(0)
    })
  )

  it.scopedLive("keeps connections alive and follows no redirect", () =>
    Effect.gen(function* () {
      const server = yield* serve((request, response) => {
        if (request.url === "/moved") return response.writeHead(302, { location: "/" }).end()
        return response.end("x".repeat(10))
      })
      const url = (path: string) => `http://localhost:${server.port}${path}`
      yield* Effect.gen(function* () {
        expect((yield* get(url("/"))).text).toBe("xxxxxxxxxx")
        expect((yield* get(url("/moved"))).response.status).toBe(302)
        expect(server.connections()).toBe(1)
      }).pipe(Effect.provide(VendorClient.layer({ allowLoopback: true, connectionsPerHost: 1 })))
    })
  )

  it.effect("gives VendorHttp the matching host policy", () =>
    Effect.gen(function* () {
      const reasons = (settings: VendorClient.VendorClientSettings) =>
        Effect.map(HostPolicy.HostPolicy, (decide) =>
          ["https://acme.example.com", "http://acme.example.com", "http://127.0.0.1:1", "https://10.0.0.1"].map(
            (url) => decide(new URL(url)) === null
          )
        ).pipe(Effect.provide(VendorClient.layer(settings)))
      expect(yield* reasons({})).toEqual([true, false, false, false])
      expect(yield* reasons({ allowLoopback: true })).toEqual([true, false, true, false])
      expect(yield* reasons({ allowPrivate: true })).toEqual([true, false, false, true])
    })
  )

  it.scopedLive("reaches a vendor simulator on this machine through VendorHttp", () =>
    Effect.gen(function* () {
      const server = yield* serve((_, response) => response.end('{"ok":true}'))
      const answer = yield* Effect.flatMap(VendorHttp.VendorHttp, (http) =>
        http.send({ url: "/", endpoint: "/" })
      ).pipe(
        Effect.provide(
          VendorHttp.layer({ baseUrl: `http://127.0.0.1:${server.port}` }).pipe(
            Layer.provide(Layer.merge(VendorClient.layer({ allowLoopback: true }), RateBudget.layer))
          )
        )
      )
      expect(answer.body).toEqual({ ok: true })
    })
  )

  it.scopedLive("distinguishes a vendor that it cannot connect to from one that hangs up", () =>
    Effect.gen(function* () {
      const hangsUp = yield* serve((request) => request.socket.destroy())
      const gone = yield* serve(() => undefined)
      gone.close()
      const errorAt = (port: number) =>
        Effect.flatMap(VendorHttp.VendorHttp, (http) =>
          Effect.flip(http.send({ url: "/", endpoint: "/", method: "POST" }))
        ).pipe(
          Effect.provide(
            VendorHttp.layer({ baseUrl: `http://127.0.0.1:${port}` }).pipe(
              Layer.provide(Layer.merge(VendorClient.layer({ allowLoopback: true }), RateBudget.layer))
            )
          )
        )
      expect(yield* errorAt(gone.port)).toMatchObject({ _tag: "ServerError", isUnsent: true })
      expect(yield* errorAt(hangsUp.port)).not.toHaveProperty("isUnsent")
    })
  )

  it.scopedLive("calls the override address of a vendor's host through a session", () =>
    Effect.gen(function* () {
      const server = yield* serve((request, response) => response.end(JSON.stringify({ url: request.url })))
      const hostOverrides = new Map([["fake.example.com", `http://127.0.0.1:${server.port}`]])
      const answer = yield* Effect.gen(function* () {
        const session = yield* VendorSession.VendorSession
        const { http } = yield* session.open(FakeVendor.connector(), FakeVendor.credentials)
        return yield* http.send({ url: "/a?b=c", endpoint: "/a" })
      }).pipe(
        Effect.provide(VendorSession.layer),
        Effect.provide(Layer.merge(VendorClient.layer({ allowLoopback: true, hostOverrides }), RateBudget.layer))
      )
      expect(answer.body).toEqual({ url: "/a?b=c" })
    })
  )

  it.scopedLive.each([
    [{ maxAnswerMib: 1 }, "the answer is larger than 1 MiB (TRIBUTARY_VENDOR_ANSWER_MIB)"],
    [
      { answerMemoryMib: 32, maxAnswerRows: 1_000_000 },
      "the answer is larger than 8 MiB (TRIBUTARY_ANSWER_MEMORY_MIB)"
    ],
    [{ maxAnswerRows: 1_000 }, "a list in the answer has more than 1,000 rows (TRIBUTARY_VENDOR_ANSWER_ROWS)"],
    [{}, "a list in the answer has more than 100,000 rows (TRIBUTARY_VENDOR_ANSWER_ROWS)"]
  ] as const)("hangs up on a vendor that sends more than the operator allows: %j", ([settings, detail]) =>
    Effect.gen(function* () {
      const aborted = yield* Deferred.make<boolean>()
      let requests = 0
      const server = yield* serve((_, response) => {
        requests += 1
        const end = () => Deferred.unsafeDone(aborted, Effect.succeed(!response.writableFinished))
        response.on("close", end)
        // Ends only if nobody hangs up.
        const send = () => {
          while (!response.destroyed && response.write(`{"a":"${"x".repeat(10)}"},`.repeat(1_000)));
        }
        response.on("drain", send)
        response.write("[")
        send()
      })
      const hostOverrides = new Map([["fake.example.com", `http://127.0.0.1:${server.port}`]])
      const error = yield* Effect.gen(function* () {
        const session = yield* VendorSession.VendorSession
        const { http } = yield* session.open(FakeVendor.connector(), FakeVendor.credentials)
        return yield* Effect.flip(http.send({ url: "/a", endpoint: "/a" }))
      }).pipe(
        Effect.provide(VendorSession.layer),
        Effect.provide(
          Layer.merge(VendorClient.layer({ allowLoopback: true, hostOverrides, ...settings }), RateBudget.layer)
        )
      )
      expect(error).toMatchObject({ _tag: "AnswerTooLarge", detail })
      expect(yield* Deferred.await(aborted)).toBe(true)
      // The client may open a connection in place of the one that it has closed.
      expect(requests).toBe(1)
    })
  )

  it.effect("allows the operator's ports, and those of overrides and of simulators on this machine", () =>
    Effect.gen(function* () {
      const urls = [
        "https://a.example",
        "https://a.example:3780",
        "https://a.example:9443",
        "https://b.example:9443",
        "http://127.0.0.1:1"
      ]
      const allowed = (settings: VendorClient.VendorClientSettings) =>
        Effect.map(HostPolicy.HostPolicy, (decide) => urls.map((url) => decide(new URL(url)) === null)).pipe(
          Effect.provide(VendorClient.layer(settings))
        )
      expect(yield* allowed({})).toEqual([true, true, false, false, false])
      const hostOverrides = new Map([["vendor.example", "https://b.example:9443"]])
      expect(yield* allowed({ hostOverrides, allowLoopback: true })).toEqual([true, true, false, true, true])
      expect(yield* allowed({ ports: [9443] })).toEqual([false, false, true, true, false])
      const reason = yield* Effect.map(HostPolicy.HostPolicy, (decide) => decide(new URL("https://a.example:22"))).pipe(
        Effect.provide(VendorClient.layer())
      )
      expect(reason).toBe("the operator of this server does not allow the port 22, only 443, 3780, 8443")
    })
  )

  it.scopedLive("refuses an address, or a name that leads to it, when its credentials are entered", () =>
    Effect.gen(function* () {
      const connector = {
        ...FakeVendor.connector(),
        credentials: Schema.Struct<Credentials.CredentialFields>({
          base_url: Credentials.baseUrl({ title: "Address", help: "Of the tenant." }),
          token: Credentials.secret({ title: "Token", help: "In the console." })
        }),
        http: (sent: unknown) => ({ baseUrl: String(Reflect.get(Object(sent), "base_url")) })
      }
      const addresses: Readonly<Record<string, ReadonlyArray<string>>> = {
        "inner.example": ["10.0.0.1", "fd00::1"],
        "mixed.example": ["10.0.0.1", "1.1.1.1"]
      }
      const resolve: VendorClient.VendorClientSettings["resolve"] = (host, done) =>
        addresses[host] === undefined
          ? done(new Error("ENOTFOUND"), [])
          : done(
              null,
              addresses[host].map((address) => ({ address, family: isIP(address) }))
            )
      const accept = (base_url: string) =>
        Effect.flatMap(VendorSession.VendorSession, (session) =>
          session.accept(connector, { base_url, token: "t" })
        ).pipe(
          Effect.provide(VendorSession.layer),
          Effect.provide(Layer.merge(VendorClient.layer({ resolve }), RateBudget.layer))
        )
      const refused = {
        "https://[::10.0.0.1]": "address ::a00:1",
        "https://203.0.113.9": "address 203.0.113.9",
        "https://inner.example": "its name resolves to an address",
        "https://app.localhost": "loopback",
        "https://1.1.1.1:22": "port 22"
      }
      for (const [address, said] of Object.entries(refused)) {
        const error = yield* Effect.flip(accept(address))
        expect(error).toMatchObject({ _tag: "AddressInvalid", issues: [{ path: ["base_url"] }] })
        expect(JSON.stringify(error), address).toContain(said)
      }
      for (const address of ["https://1.1.1.1", "https://mixed.example", "https://unknown.example"]) {
        expect(yield* accept(address)).toHaveProperty("stored")
      }
    })
  )
})
