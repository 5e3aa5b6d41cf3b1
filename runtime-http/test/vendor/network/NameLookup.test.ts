import { lookup } from "node:dns/promises"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, TestClock } from "effect"
import { describe } from "vitest"
import * as NameLookup from "../../../src/vendor/network/NameLookup.js"
import * as SystemNames from "../../../src/vendor/network/SystemNames.js"
import * as NameServer from "./NameServer.js"

/** The files of a machine with these texts. */
const files = (resolver: string, hosts = "") =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "tributary-"))
      const written = { folder, hosts: join(folder, "hosts"), resolver: join(folder, "resolv.conf") }
      writeFileSync(written.hosts, hosts)
      writeFileSync(written.resolver, resolver)
      return written
    }),
    ({ folder }) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )

const resolved = (resolve: SystemNames.Resolve, hostname: string) =>
  Effect.async<ReadonlyArray<string>>((resume) => {
    resolve(hostname, (error, addresses) =>
      resume(Effect.succeed(error === null ? addresses.map(({ address }) => address) : [error.code ?? ""]))
    )
  })

const allowAll = () => false

describe("the names of the machine", () => {
  it.scopedLive(
    "come from the hosts file, then from the name servers with the search list, as the C library asks",
    () =>
      Effect.gen(function* () {
        const server = yield* NameServer.make({
          "db.corp.example": "192.0.2.1",
          "acme.example": "192.0.2.2",
          "short.example": "192.0.2.3"
        })
        const hosts = "192.0.2.9 intern.example Box # note\n2001:db8::9 box\nnonsense box\n"
        const text = `# a comment\nnameserver ${server.address}\nsearch corp.example example.\noptions ndots:2 timeout:1\n`
        const resolve = SystemNames.make(yield* files(text, hosts))
        const found: Record<string, ReadonlyArray<string>> = {}
        for (const name of [
          "BOX",
          "intern.example",
          "db",
          "acme.example",
          "short",
          "nobody.example",
          "acme.example."
        ]) {
          found[name] = yield* resolved(resolve, name)
        }
        expect(found).toEqual({
          BOX: ["192.0.2.9", "2001:db8::9"],
          "intern.example": ["192.0.2.9"],
          db: ["192.0.2.1"],
          "acme.example": ["192.0.2.2"],
          short: ["192.0.2.3"],
          "nobody.example": ["ENOTFOUND"],
          "acme.example.": ["192.0.2.2"]
        })
        expect(server.asked).toEqual([
          "db.corp.example",
          "acme.example.corp.example",
          "acme.example.example",
          "acme.example",
          "short.corp.example",
          "short.example",
          "nobody.example.corp.example",
          "nobody.example.example",
          "nobody.example",
          "acme.example"
        ])
      })
  )

  it.scopedLive("include the services of a compose network, whose name server listens on a loopback address", () =>
    Effect.gen(function* () {
      const server = yield* NameServer.make({ vendor: "172.18.0.3" })
      const resolve = SystemNames.make(yield* files(`nameserver ${server.address}\nsearch lan\noptions ndots:0\n`))
      expect(yield* resolved(resolve, "vendor")).toEqual(["172.18.0.3"])
      expect(server.asked).toEqual(["vendor"])
    })
  )

  it.scopedLive("are loopback addresses for localhost and the names below it, whatever a name server says", () =>
    Effect.gen(function* () {
      const server = yield* NameServer.make({ localhost: "192.0.2.1", "app.localhost": "192.0.2.1" })
      const resolve = SystemNames.make(yield* files(`nameserver ${server.address}\n`))
      for (const name of ["localhost", "app.localhost", "LOCALHOST"]) {
        expect(yield* resolved(resolve, name)).toEqual(["127.0.0.1", "::1"])
      }
      expect(server.asked).toEqual([])
    })
  )

  it.scopedLive.each(["SERVFAIL", "REFUSED", "NOTIMP", "FORMERR"] as const)(
    "are asked of the next name server, or in the next domain of the search list, if one answers %s",
    (refusal) =>
      Effect.gen(function* () {
        const lame = yield* NameServer.make({}, { refused: { "": refusal } })
        const server = yield* NameServer.make({ "acme.example": "192.0.2.2" }, { refused: { ".lan": refusal } })
        const text = `nameserver ${lame.address}\nnameserver ${server.address}\nsearch one.lan two.lan\noptions ndots:5\n`
        const resolve = SystemNames.make(yield* files(text))
        expect(yield* resolved(resolve, "acme.example")).toEqual(["192.0.2.2"])
        // Whether a domain that refused has the name is not known.
        expect(yield* resolved(resolve, "nobody.example")).toEqual(["EAI_AGAIN"])
        const asked = ["acme", "nobody"].map((name) => `${name}.example`)
        const inOrder = asked.flatMap((name) => [`${name}.one.lan`, `${name}.two.lan`, name])
        expect({ lame: lame.asked, server: server.asked }).toEqual({ lame: inOrder, server: inOrder })
      })
  )

  it.scopedLive("need no answer about IPv6 addresses if there is no such name", () =>
    Effect.gen(function* () {
      const server = yield* NameServer.make({ "acme.example": "192.0.2.2" }, { six: "dropped" })
      const text = `nameserver ${server.address}\nsearch one.lan two.lan\noptions ndots:5\n`
      const resolve = SystemNames.make(yield* files(text))
      expect(yield* resolved(resolve, "acme.example")).toEqual(["192.0.2.2"])
      expect(yield* resolved(resolve, "nobody.example")).toEqual(["ENOTFOUND"])
    })
  )

  it.scopedLive("are asked of the next name server if one never answers, within the limit", () =>
    Effect.gen(function* () {
      const dead = yield* NameServer.make(null)
      const server = yield* NameServer.make({ "acme.example": "192.0.2.2" })
      const text = `nameserver ${dead.address}\nnameserver ${server.address}\nnameserver nonsense\nsearch a b c d e f g h\noptions ndots:5\n`
      const names = NameLookup.make({ resolve: SystemNames.make(yield* files(text)), isRefused: allowAll })
      expect(yield* names.addressesOf("acme.example", "a")).toEqual([{ address: "192.0.2.2", family: 4 }])
    })
  )
})

describe("a look-up", () => {
  it.effect("shares one query with others for the same name", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const go = yield* Deferred.make<void>()
      const resolve: SystemNames.Resolve = (hostname, done) => {
        asked.push(hostname)
        Effect.runFork(Effect.map(Deferred.await(go), () => done(null, [{ address: "192.0.2.1", family: 4 }])))
      }
      const names = NameLookup.make({ resolve, isRefused: allowAll })
      const all = yield* Effect.fork(
        Effect.forEach(["a", "b", "c"], (account) => names.addressesOf("acme.example", account), {
          concurrency: "unbounded"
        })
      )
      yield* Deferred.succeed(go, undefined)
      expect((yield* Fiber.join(all)).length).toBe(3)
      expect(asked).toEqual(["acme.example"])
      yield* names.addressesOf("acme.example", "a")
      expect(asked.length).toBe(2)
    })
  )

  it.effect("of a refused name is not repeated for half a minute, and that of an undecided one for ten seconds", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const resolve: SystemNames.Resolve = (hostname, done) => {
        asked.push(hostname)
        if (hostname === "inner.example") return done(null, [{ address: "10.0.0.1", family: 4 }])
        return done(
          Object.assign(new Error(hostname), { code: hostname.startsWith("no") ? "ENOTFOUND" : "EAI_AGAIN" }),
          []
        )
      }
      const names = NameLookup.make({ resolve, isRefused: (address) => address.startsWith("10.") })
      const codes = Effect.forEach(["inner.example", "nobody.example", "undecided.example"], (name) =>
        Effect.map(Effect.flip(names.addressesOf(name, "a")), ({ code }) => code)
      )
      const refused = ["EACCES", "ENOTFOUND", "EAI_AGAIN"]
      const counts: Array<number> = []
      for (const wait of [0, 9_999, 2, 19_999]) {
        yield* TestClock.adjust(wait)
        expect(yield* codes).toEqual(refused)
        counts.push(asked.length)
      }
      expect(counts).toEqual([3, 3, 4, 7])
    })
  )

  it.effect("that never gets an answer ends after five seconds", () =>
    Effect.gen(function* () {
      const names = NameLookup.make({ resolve: () => undefined, isRefused: allowAll })
      const found = yield* Effect.fork(Effect.flip(names.addressesOf("silent.example", "a")))
      yield* TestClock.adjust("5 seconds")
      expect(yield* Fiber.join(found)).toMatchObject({ code: "EAI_AGAIN" })
    })
  )

  it.effect("waits for its turn if its account asks for many names, and is refused after two seconds", () =>
    Effect.gen(function* () {
      const done: Array<() => void> = []
      const resolve: SystemNames.Resolve = (_, answer) => {
        done.push(() => answer(null, [{ address: "192.0.2.1", family: 4 }]))
      }
      const names = NameLookup.make({ resolve, isRefused: allowAll })
      const ask = (count: number, account: string) =>
        Effect.forEach(
          Array.from({ length: count }, (_, index) => `host-${index}.${account}.example`),
          (name) => Effect.fork(Effect.either(names.addressesOf(name, account)))
        )
      const first = yield* ask(20, "a")
      yield* TestClock.adjust("100 millis")
      expect(done.length).toBe(8)
      const others = yield* ask(1, "b")
      yield* TestClock.adjust("50 millis")
      expect(done.length).toBe(9)
      done[8]?.()
      expect(yield* Fiber.join(others[0] ?? Fiber.never)).toMatchObject({ _tag: "Right" })
      for (const end of done.splice(0, 4)) end()
      yield* TestClock.adjust("100 millis")
      expect(done.length).toBe(9)
      yield* TestClock.adjust("2 seconds")
      for (const end of done) end()
      const ends = yield* Effect.forEach(first, (fiber) => Fiber.join(fiber))
      const refused = ends.filter(({ _tag }) => _tag === "Left")
      expect(refused.length).toBe(8)
      expect(refused[0]).toMatchObject({ left: { code: "EBUSY", message: expect.stringContaining("try again") } })
    })
  )

  it.effect("of an account that asks for no more than one other name is made however many others wait", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const names = NameLookup.make({ resolve: (hostname) => void asked.push(hostname), isRefused: allowAll })
      const ask = (account: string, count: number) =>
        Effect.forEach(Array.from({ length: count }), (_, index) =>
          Effect.fork(names.addressesOf(`host-${index}.${account}.example`, account))
        )
      for (let account = 0; account < 40; account += 1) yield* ask(`noisy-${account}`, 8)
      yield* TestClock.adjust(1)
      // 32 accounts with 8 names each, and the 8 others.
      expect(asked.length).toBe(256 + 8 * 2)
      yield* ask("polite", 3)
      yield* TestClock.adjust(1)
      expect(asked.slice(256 + 8 * 2)).toEqual(["host-0.polite.example", "host-1.polite.example"])
    })
  )

  it.scopedLive("for a proxy waits for IPv6 addresses, and refuses a name with one that is refused", () =>
    Effect.gen(function* () {
      const server = yield* NameServer.make({ "acme.example": "192.0.2.2" }, { six: "held" })
      const resolve = SystemNames.make(yield* files(`nameserver ${server.address}\n`))
      const names = NameLookup.make({ resolve, isRefused: (address) => address.startsWith("fd") })
      const ofProxy = yield* Effect.fork(Effect.either(names.addressesOf("acme.example", "a", "proxy")))
      expect(yield* names.addressesOf("acme.example", "a")).toEqual([{ address: "192.0.2.2", family: 4 }])
      server.release()
      expect(yield* Fiber.join(ofProxy)).toMatchObject({ left: { code: "EACCES" } })
      // This server connects to the address that is allowed.
      expect(yield* names.addressesOf("acme.example", "a")).toEqual([{ address: "192.0.2.2", family: 4 }])
    })
  )

  it.scopedLive("for a proxy does without IPv6 addresses if no name server answers for them", () =>
    Effect.gen(function* () {
      const server = yield* NameServer.make({ "acme.example": "192.0.2.2" }, { six: "dropped" })
      const resolve = SystemNames.make(yield* files(`nameserver ${server.address}\noptions timeout:1\n`))
      const names = NameLookup.make({ resolve, isRefused: allowAll })
      expect(yield* names.addressesOf("acme.example", "a", "proxy")).toEqual([{ address: "192.0.2.2", family: 4 }])
    })
  )

  it.scopedLive("of 100 names that never get an answer delays no other account, no file and no other look-up", () =>
    Effect.gen(function* () {
      const server = yield* NameServer.make({ "acme.example": "192.0.2.2" })
      const resolve = SystemNames.make(yield* files(`nameserver ${server.address}\n`))
      const names = NameLookup.make({ resolve, isRefused: allowAll })
      const silent = yield* Effect.forEach(
        Array.from({ length: 100 }, (_, index) => `host-${index}.silent.example`),
        (name) => Effect.fork(Effect.either(names.addressesOf(name, "noisy")))
      )
      yield* Effect.yieldNow()
      // Each of these would take seconds if the look-ups above held threads; none has ended yet.
      const isDone = yield* Effect.all(
        [
          names.addressesOf("acme.example", "polite"),
          Effect.promise(() => readFile(import.meta.filename)),
          Effect.promise(() => lookup("localhost"))
        ],
        { concurrency: "unbounded" }
      ).pipe(Effect.as("first"), Effect.race(Effect.as(Fiber.awaitAll(silent), "last")))
      expect(isDone).toBe("first")
      yield* Fiber.interruptAll(silent)
    })
  )
})
