import { createServer, type RequestListener } from "node:http"
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from "node:net"
import { expect, it } from "@effect/vitest"
import { Connector, RateBudget } from "@tributary/core"
import { Effect, Layer, type Scope } from "effect"
import { describe } from "vitest"
import * as CredentialTest from "../../src/vendor/CredentialTest.js"
import type * as SystemNames from "../../src/vendor/network/SystemNames.js"
import * as VendorClient from "../../src/vendor/VendorClient.js"
import * as VendorSession from "../../src/vendor/VendorSession.js"
import * as FakeVendor from "../sync/FakeVendor.js"

const CONNECTION_ID = "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f"

const listen = (server: Server) =>
  Effect.acquireRelease(
    Effect.async<number>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    }),
    () => Effect.sync(() => server.close())
  )

/** The port of a server on this machine. */
const web = (listener: RequestListener) => {
  const server = createServer(listener)
  return Effect.zipLeft(
    listen(server),
    Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  )
}

/** The port of a server that does not speak HTTP. */
const socket = (listener: (socket: Socket) => void) =>
  listen(
    createSocketServer((socket) => {
      socket.on("error", () => undefined)
      listener(socket)
    })
  )

/** A port at which nothing listens. */
const closed = Effect.scoped(socket(() => undefined))

const failing =
  (code: string): SystemNames.Resolve =>
  (hostname, done) =>
    done(Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), { code }), [])

const names: Readonly<Record<string, SystemNames.Resolve>> = {
  "unknown.localhost": failing("ENOTFOUND"),
  "undecided.localhost": failing("EAI_AGAIN"),
  "inner.example": (_, done) => done(null, [{ address: "10.0.0.1", family: 4 }])
}

/** No name is asked of the network. */
const resolve: SystemNames.Resolve = (hostname, done) =>
  (names[hostname] ?? ((_, found) => found(null, [{ address: "127.0.0.1", family: 4 }])))(hostname, done)

const client = Layer.merge(VendorClient.layer({ allowLoopback: true, resolve }), RateBudget.layer)
const provided = CredentialTest.layer.pipe(Layer.provide(VendorSession.layer), Layer.provide(client))

/** How one request to an address fails; it is not sent again. */
const errorOf = (base_url: string) =>
  Effect.gen(function* () {
    const session = yield* VendorSession.VendorSession
    const { http } = yield* session.accept(FakeVendor.connector(), { base_url, token: FakeVendor.SECRET })
    return yield* Effect.flip(http.send({ method: "POST", url: "/check", endpoint: "/check" }))
  }).pipe(Effect.provide(VendorSession.layer), Effect.provide(client))

const withTest = <A, E>(use: (test: CredentialTest.CredentialTest["Type"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(CredentialTest.CredentialTest, use).pipe(Effect.provide(provided))

/** A vendor with pages of its own for instances that do not run. */
const vendor = Connector.make({
  ...FakeVendor.connector(),
  http: ({ base_url }) => ({
    baseUrl: base_url,
    pages: [{ title: /\bhibernating\b/i, fault: "the instance behind it hibernates; wake it up, then try again" }]
  })
})

const failureOf = (base_url: string, connector: Connector.Connector = vendor) =>
  withTest((test) => Effect.flip(test.check(connector, { base_url, token: FakeVendor.SECRET })))

const page =
  (html: string, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, { "content-type": "text/html" }).end(html)

const redirect =
  (location: string): RequestListener =>
  (_, response) =>
    response.writeHead(302, { location }).end()

const HIBERNATING = "<html><head>\n<title>\n Instance Hibernating page \n</title></head></html>"

type Port = Effect.Effect<number, never, Scope.Scope>

const invalid: ReadonlyArray<readonly [name: string, address: (port: number) => string, port: Port, reason: string]> = [
  ["has an unknown host", (port) => `http://unknown.localhost:${port}`, closed, "no host has this name"],
  ["is refused by its host", (port) => `http://127.0.0.1:${port}`, closed, "its host refuses connections at this port"],
  ["is http", () => "http://acme.example", closed, "only https addresses are allowed"],
  [
    "has a refused port",
    () => "https://acme.example:22",
    closed,
    "the operator of this server does not allow the port 22"
  ],
  [
    "leads to a private network",
    () => "https://inner.example",
    closed,
    "its name resolves to an address that the operator"
  ],
  [
    "has a host without TLS",
    (port) => `https://app.localhost:${port}`,
    web(page("")),
    "nothing at its port speaks TLS, which https needs"
  ],
  [
    "has a port of another protocol",
    (port) => `http://127.0.0.1:${port}`,
    socket((socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n")),
    "what answers at its port does not speak HTTP"
  ],
  [
    "leads to a sign-in page",
    (port) => `http://127.0.0.1:${port}`,
    web(page("<!doctype html><title>Acme | Sign in</title>")),
    "it answers with a sign-in page instead of the vendor's API"
  ],
  [
    "leads to a form with a password",
    (port) => `http://127.0.0.1:${port}`,
    web(page('<html><body><form><input name="p" type="password"></form></body></html>')),
    "it answers with a sign-in page instead of the vendor's API"
  ],
  [
    "leads to a website",
    (port) => `http://127.0.0.1:${port}`,
    web(page("<!doctype html><title>Acme</title>")),
    "it answers with a web page instead of the vendor's API"
  ],
  [
    "redirects to a sign-in page of its own",
    (port) => `http://127.0.0.1:${port}`,
    web((request, response) =>
      (request.url === "/login" ? page("<html><title>Log in</title>") : redirect("/login"))(request, response)
    ),
    "it answers with a sign-in page instead of the vendor's API"
  ],
  [
    "redirects to another host",
    (port) => `http://127.0.0.1:${port}`,
    web(redirect("https://sso.example/login?from=acme")),
    "it redirects to https://sso.example; enter that address instead"
  ],
  [
    "redirects from http to https",
    (port) => `http://app.localhost:${port}`,
    web(redirect("https://app.localhost/check")),
    "it redirects to https://app.localhost; enter that address instead"
  ],
  [
    "redirects in a circle",
    (port) => `http://127.0.0.1:${port}`,
    web(redirect("/check")),
    "it redirects again and again"
  ],
  [
    "leads to an instance that hibernates",
    (port) => `http://127.0.0.1:${port}`,
    web(page(HIBERNATING)),
    "the instance behind it hibernates; wake it up, then try again"
  ],
  [
    "leads to an instance that hibernates and answers 503",
    (port) => `http://127.0.0.1:${port}`,
    web(page(HIBERNATING, 503)),
    "the instance behind it hibernates; wake it up, then try again"
  ],
  [
    "has no such API",
    (port) => `http://127.0.0.1:${port}`,
    web(page("", 404)),
    "the vendor's API is not there, /check answered 404"
  ]
]

const transient: ReadonlyArray<readonly [name: string, address: (port: number) => string, port: Port, detail: string]> =
  [
    [
      "answers 503",
      (port) => `http://127.0.0.1:${port}`,
      web(page("<html><title>Log in</title>", 503)),
      "answered 503"
    ],
    [
      "hangs up",
      (port) => `http://127.0.0.1:${port}`,
      web((request) => request.socket.destroy()),
      "closed the connection before it answered"
    ],
    [
      "hangs up within its answer",
      (port) => `http://127.0.0.1:${port}`,
      web((request, response) => {
        response.writeHead(200, { "content-length": "100" })
        response.write("{", () => request.socket.destroy())
      }),
      "closed the connection before its answer was complete"
    ],
    [
      "has a name that cannot be resolved at the moment",
      (port) => `http://undecided.localhost:${port}`,
      closed,
      "could not be reached: its name could not be resolved for now"
    ]
  ]

describe("An address that a customer enters", () => {
  it.scopedLive.each(invalid)("is blamed, in its field, if it %s", ([, address, opened, reason]) =>
    Effect.gen(function* () {
      const failure = yield* failureOf(address(yield* opened))
      const message = expect.stringContaining(`This address cannot be used: ${reason}`)
      expect(failure._tag === "AddressInvalid" ? failure.issues : failure.message).toEqual([
        { path: ["base_url"], message }
      ])
    })
  )

  it.scopedLive.each(transient)("is not blamed if its host %s", ([, address, opened, detail]) =>
    Effect.gen(function* () {
      const { _tag, addressFault, detail: said } = yield* errorOf(address(yield* opened))
      expect([_tag, said, addressFault]).toEqual(["ServerError", detail, undefined])
    })
  )

  it.scopedLive("is not blamed for a host that the connector chose", () =>
    Effect.gen(function* () {
      const port = yield* closed
      const connector = Connector.make({
        ...FakeVendor.connector(),
        http: () => ({ baseUrl: `http://127.0.0.1:${port}` })
      })
      expect((yield* failureOf("http://app.localhost", connector))._tag).toBe("ServerError")
    })
  )

  it.scopedLive(
    "is not blamed for a sign-in page of the vendor's own host, which means refused credentials, as in a job",
    () =>
      Effect.gen(function* () {
        const port = yield* web(page("<!doctype html><title>Acme | Sign in</title>"))
        const connector = Connector.make({
          ...FakeVendor.connector(),
          http: () => ({ baseUrl: `http://127.0.0.1:${port}` })
        })
        expect(yield* failureOf("http://app.localhost", connector)).toMatchObject({
          _tag: "Unauthorized",
          isOfCredentials: true
        })
      })
  )

  it.scopedLive("is blamed by a test of stored credentials, and named in the message", () =>
    Effect.gen(function* () {
      const base_url = `http://127.0.0.1:${yield* web(page("<html><title>Log in</title>"))}`
      const { stored } = yield* Effect.flatMap(VendorSession.VendorSession, (session) =>
        session.accept(FakeVendor.connector(), { base_url, token: FakeVendor.SECRET })
      ).pipe(Effect.provide(VendorSession.layer), Effect.provide(client))
      const { dataExportTypes } = yield* withTest((test) => test.test(FakeVendor.connector(), stored, CONNECTION_ID))
      expect(dataExportTypes[0]?.message).toBe(
        `The address that was entered does not lead to the API of Fake (${new URL(base_url).host}: it answers with a sign-in page instead of the vendor's API). Correct it.`
      )
    })
  )
})
