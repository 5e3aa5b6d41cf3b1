import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { okta } from "@tributary/connector-okta"
import { type Change, type DemoVendor, startDemoVendor } from "@tributary/example-demo-vendor"
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Bundle from "../../../runtime-http/test/Bundle.js"
import * as Child from "../../../runtime-http/test/Child.js"
import * as Service from "../../support/Service.js"
import * as VendorServer from "../../support/vendor/VendorServer.js"
import { until } from "../../support/Wait.js"
import * as Board from "./Board.js"
import * as EventReceiver from "./EventReceiver.js"
import * as FaultyProxy from "./FaultyProxy.js"
import * as MirrorProcess from "./MirrorProcess.js"

const IDP = [
  "/idp/users?includeIdpGroups=true&includeIdpApplications=true&expandAs=ids",
  "/idp/groups",
  "/idp/applications"
]
const BOARD = ["/itsm/users", "/entities/device-groups"]
const ROUNDS = 4
const CHANGES_PER_ROUND = 54
/** It takes about 15 s on a quiet machine. */
const BUSY_MACHINE_MILLIS = 300_000
/** Deletions need two full scans. */
const SCANS_OF_A_DELETION = 2

/** Every disturbance in turn; each request is the next one, so a mirror that asks again gets through. */
const faultOf = (request: number): FaultyProxy.Fault | null => {
  if (request === 0) return { status: 429, headers: { "retry-after": "1" } }
  if (request % 7 === 3) return { status: 429, headers: { "retry-after": "0" } }
  if (request % 9 === 4) return { status: 503 }
  if (request % 11 === 5) return "cut"
  return request % 13 === 6 ? "half" : null
}

/** A mirror with its own copy and its own way to the service. */
interface Mirrored {
  readonly mirror: MirrorProcess.Mirror
  readonly env: Readonly<Record<string, string>>
  readonly proxy: FaultyProxy.FaultyProxy
}

/** What becomes of the messages of a webhook on their way to a mirror that polls so often by itself. */
interface Mode {
  readonly everySecs: number
  readonly passOn: (messages: ReadonlyArray<EventReceiver.Received>) => ReadonlyArray<EventReceiver.Received>
}

type Records = ReadonlyArray<Service.Json>

const isPage = ({ query }: FaultyProxy.Asked) => query.has("cursor")
const isFullWalk = ({ query }: FaultyProxy.Asked) =>
  query.has("enableCursor") && !query.has("cursor") && !query.has("updatedSince")

const byText = (left: string, right: string) => (left < right ? -1 : 1)
const ordered = (items: Records): Records => {
  const sorted = (ids: ReadonlyArray<string> | undefined) => ids?.toSorted(byText)
  return items
    .map((item) => ({ ...item, group_ids: sorted(item.group_ids), application_ids: sorted(item.application_ids) }))
    .toSorted((left, right) => byText(left.id, right.id))
}

describe("a mirror", () => {
  const scope = Effect.runSync(Scope.make())
  const board = Board.make()
  let folder: string
  let vendor: DemoVendor
  let anyVendor: VendorServer.VendorServer
  let service: Service.Service
  let mirrors: ReadonlyArray<MirrorProcess.Mirror>
  const proxies: Array<FaultyProxy.FaultyProxy> = []
  const running = new Set<Child.Child>()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tributary-mirror-"))
    mirrors = MirrorProcess.all(await Effect.runPromise(Scope.extend(Bundle.bundle(MirrorProcess.typescript), scope)))
    vendor = await startDemoVendor({ users: 20, changeEverySeconds: 0, rateLimit: 1_000_000 })
    anyVendor = await VendorServer.start(() => ({}))
    service = await Service.start({ connectors: [okta, board.connector] })
  })

  afterAll(async () => {
    await Promise.all([...running].map((each) => each.release()))
    for (const proxy of proxies) proxy.stop()
    await service?.stop()
    await vendor?.close()
    await anyVendor?.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await rm(folder, { recursive: true, force: true })
  })

  const mirrored = async (
    mirror: MirrorProcess.Mirror,
    connection: string,
    lists: ReadonlyArray<string>,
    faults: typeof faultOf
  ): Promise<Mirrored> => {
    const proxy = await FaultyProxy.start(() => new URL(service.baseUrl).origin, faults)
    proxies.push(proxy)
    const env = {
      TRIBUTARY_BASE_URL: `${proxy.origin}/v1`,
      TRIBUTARY_API_KEY: service.key,
      TRIBUTARY_CONNECTION_ID: connection,
      MIRROR_LISTS: lists.join(" "),
      MIRROR_FILE: join(folder, `${mirror.name}-${connection}`),
      MIRROR_EVERY_SECS: "0.25",
      MIRROR_LIMIT: "4"
    }
    return { mirror, env, proxy }
  }

  const start = ({ env, mirror }: Mirrored): Child.Child => {
    const process = MirrorProcess.start(mirror, env)
    running.add(process)
    return process
  }

  /** How often the mirror has begun to go through its lists. */
  const passesOf = ({ proxy }: Mirrored): number =>
    proxy
      .answered()
      .filter(({ path, query }) => path === "/v1/idp/users" && query.has("enableCursor") && !query.has("cursor")).length
  /** Waits until the mirror has gone through all of its lists once more. */
  const wholePass = async (it: Mirrored) => {
    const enough = passesOf(it) + 2
    await until(async () => (passesOf(it) >= enough ? true : null))
  }
  const early = ({ ended, output }: Child.Child) =>
    ended.then((code) => {
      throw new Error(`The mirror ended with ${code}: ${output()}`)
    })

  /** Waits for a request of the mirror; fails if the mirror ends, or goes through all of its lists without it. */
  const requested = async <A>(it: Mirrored, process: Child.Child, wanted: Promise<A>): Promise<A> => {
    let isOver = false
    const enough = passesOf(it) + 2
    const inVain = until(async () => (isOver || passesOf(it) > enough ? true : null)).then(() => {
      throw new Error(`The mirror reads no changes: ${process.output()}`)
    })
    try {
      return await Promise.race([wanted, inVain, early(process)])
    } finally {
      isOver = true
    }
  }

  const lists = async (connection: string, paths: ReadonlyArray<string>) => {
    const walked = await Promise.all(
      paths.map(async (path) => [path, ordered(await service.walk(connection, path))] as const)
    )
    return Object.fromEntries(walked)
  }
  const copyOf = async ({ env, mirror }: Mirrored) => {
    const copy: Readonly<Record<string, Records>> = JSON.parse(await MirrorProcess.run(mirror, env, "--print"))
    return Object.fromEntries(Object.entries(copy).map(([path, items]) => [path, ordered(items)]))
  }

  /** Kills the mirror in the middle of a walk, and starts it again; returns the request at which it was killed and the first one after it. */
  const killInWalk = async (it: Mirrored, process: Child.Child, job: Promise<unknown>) => {
    const holding = it.proxy.hold(isPage)
    await job
    const held = await requested(it, process, holding)
    await process.release()
    held.cut()
    const isSameList = ({ path, query }: FaultyProxy.Asked) => path === held.path && query.has("enableCursor")
    const after = it.proxy.asked().length
    const restarted = start(it)
    await requested(it, restarted, it.proxy.fail(isSameList, "cut"))
    return { held, next: it.proxy.asked().slice(after).find(isSameList), restarted }
  }

  describe("of the demo vendor with a wrong clock, under changes, faults and restarts", () => {
    let expected: Readonly<Record<string, Records>>
    const changes: Array<Change> = []
    const results = new Map<string, Mirrored & { readonly copy: Readonly<Record<string, Records>> }>()

    beforeAll(async () => {
      const created = await service.connect("OKTA", { base_url: vendor.url, api_token: vendor.token })
      const connection: string = created.body.id
      await service.jobOf(connection)
      const all = await Promise.all(mirrors.map((mirror) => mirrored(mirror, connection, IDP, faultOf)))
      const processes = new Map(all.map((it) => [it, start(it)]))
      const processOf = (it: Mirrored) => {
        const process = processes.get(it)
        if (process === undefined) throw new Error("The mirror was not started.")
        return process
      }

      const killAll = async (job: () => Promise<unknown>) => {
        const ended = job()
        const killed = await Promise.all(all.map((it) => killInWalk(it, processOf(it), ended)))
        for (const [index, { held, next, restarted }] of killed.entries()) {
          // What was stored before is not read again.
          expect([next?.path, next?.query.get("cursor")]).toEqual([held.path, held.query.get("cursor")])
          processes.set(all[index] as Mirrored, restarted)
        }
      }
      const restartServer = async (job: () => Promise<unknown>) => {
        const holding = all.map((it) => [it, it.proxy.hold(isPage)] as const)
        await job()
        const held = await Promise.all(holding.map(([it, hold]) => requested(it, processOf(it), hold)))
        await service.restart()
        for (const each of held) each.cut()
      }
      const expireCursors = async (job: () => Promise<unknown>) => {
        const failing = all.map((it) => [it, it.proxy.fail(isPage, { status: 422 })] as const)
        await job()
        await Promise.all(failing.map(([it, failure]) => requested(it, processOf(it), failure)))
      }

      await killAll(() => Promise.resolve())
      for (let round = 0; round < ROUNDS; round += 1) {
        await Promise.all(all.map((it) => Promise.race([wholePass(it), early(processOf(it))])))
        changes.push(...vendor.advance(CHANGES_PER_ROUND))
        const disturb = [killAll, restartServer, expireCursors][round % 3] ?? killAll
        await disturb(() => service.sync(connection, round === 1 ? "?full=true" : ""))
      }
      for (let scan = 0; scan < SCANS_OF_A_DELETION; scan += 1) await service.sync(connection, "?full=true")

      expected = await lists(connection, IDP)
      for (const it of all) {
        await processOf(it).release()
        await MirrorProcess.run(it.mirror, it.env, "--once")
        results.set(it.mirror.name, { ...it, copy: await copyOf(it) })
      }
    }, BUSY_MACHINE_MILLIS)

    it("sees at least 200 changes of all kinds, including deletions", () => {
      expect(changes.length).toBeGreaterThanOrEqual(200)
      const kinds = new Set(changes.map(({ kind }) => kind))
      expect([...kinds].toSorted()).toEqual(["deactivation", "deletion", "hire", "join", "leave", "login", "title"])
      const deleted = expected[IDP[0] ?? ""]?.filter(({ is_deleted }) => is_deleted).map(({ vendor_id }) => vendor_id)
      const gone = changes.filter(({ kind }) => kind === "deletion").map(({ userId }) => userId)
      // Who was deleted before a job had seen them was never stored.
      expect(deleted?.length).toBeGreaterThan(ROUNDS)
      expect(gone).toEqual(expect.arrayContaining([...(deleted ?? [])]))
    })

    for (const name of MirrorProcess.names) {
      describe.skipIf(!MirrorProcess.has(name))(MirrorProcess.titleOf(name), () => {
        const resultOf = () => {
          const result = results.get(name)
          if (result === undefined) throw new Error(`There is no mirror in ${name}.`)
          return result
        }

        it("is equal to the lists at the end", () => {
          expect(resultOf().copy).toEqual(expected)
        })

        it("reads each list as a whole only once", () => {
          const whole = resultOf().proxy.answered().filter(isFullWalk)
          expect(whole.map(({ path }) => path).toSorted()).toEqual([
            "/v1/idp/applications",
            "/v1/idp/groups",
            "/v1/idp/users"
          ])
        })

        it("waits as long as Retry-After says", () => {
          const [first, second] = resultOf().proxy.asked()
          expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(990)
        })
      })
    }
  })

  describe("that is told of changes", () => {
    const modes: Readonly<Record<string, Mode>> = {
      "all events are dropped": { everySecs: 0.25, passOn: () => [] },
      "all events are doubled": { everySecs: 3_600, passOn: (messages) => messages.flatMap((each) => [each, each]) },
      "the events come in another order": { everySecs: 3_600, passOn: (messages) => messages.toReversed() }
    }
    for (const name of MirrorProcess.names) {
      it.skipIf(!MirrorProcess.has(name)).for(Object.entries(modes))(
        `${MirrorProcess.titleOf(name)} has the records of the lists although %s`,
        async ([, { everySecs, passOn }]) => {
          const mirror = mirrors.find((each) => each.name === name) as MirrorProcess.Mirror
          const receiver = await EventReceiver.start()
          const created = await service.connect("OKTA", { base_url: vendor.url, api_token: vendor.token })
          const connection: string = created.body.id
          await service.jobOf(connection)
          const webhook = await service.call("/provisioning/webhooks", {
            method: "POST",
            body: JSON.stringify({ url: receiver.url, events: ["records.changed"] })
          })
          const it = await mirrored(mirror, connection, IDP, () => null)
          const port = await Child.freePort()
          const env = {
            ...it.env,
            MIRROR_EVERY_SECS: String(everySecs),
            MIRROR_PORT: String(port),
            MIRROR_SECRET: webhook.body.secret
          }
          const process = start({ ...it, env })
          const isCurrent = async () => {
            const [copy, expected] = [await copyOf(it), await lists(connection, IDP)]
            return isDeepStrictEqual(copy, expected) ? expected : null
          }
          const ofConnection = () => receiver.got().filter(({ body }) => body.includes(connection))
          try {
            await Promise.race([until(isCurrent), early(process)])
            // Both jobs end before the mirror hears of either.
            for (const wanted of [1, 2]) {
              vendor.advance(CHANGES_PER_ROUND)
              await service.sync(connection)
              await until(async () => (ofConnection().length >= wanted ? true : null))
            }
            for (const { body, headers } of passOn(ofConnection())) {
              const { status } = await fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body })
              expect(status).toBe(204)
            }
            await Promise.race([until(isCurrent), early(process)])
          } finally {
            await service.call(`/provisioning/webhooks/${webhook.body.id}`, { method: "DELETE" })
            await process.release()
            receiver.stop()
          }
        }
      )
    }
  })

  describe("of kinds without is_deleted", () => {
    for (const name of MirrorProcess.names) {
      it.skipIf(!MirrorProcess.has(name))(`${MirrorProcess.titleOf(name)} learns that records are gone`, async () => {
        for (let number = 0; number < 12; number += 1) {
          board.people.set(`p${number}`, `Person ${number}`)
          board.groups.set(`g${number}`, `Group ${number}`)
        }
        const mirror = mirrors.find((each) => each.name === name) as MirrorProcess.Mirror
        const created = await service.connect("BOARD", { base_url: anyVendor.url, token: "any" })
        const connection: string = created.body.id
        await service.jobOf(connection)
        const groups: Records = await service.walk(connection, "/entities/device-groups")
        const some = groups.filter(({ vendor_id }) => ["g1", "g3"].includes(vendor_id)).map(({ id }) => id)
        // A list with a filter does not say what has left it.
        const all = [...BOARD, `/entities/device-groups?ids=${some.join(",")}`]
        const it = await mirrored(mirror, connection, all, () => null)
        await MirrorProcess.run(mirror, it.env, "--once")

        for (const id of ["p3", "p7"]) board.people.delete(id)
        for (const id of ["g3", "g7"]) board.groups.delete(id)
        board.groups.set("g1", "Renamed")
        for (let scan = 0; scan < SCANS_OF_A_DELETION; scan += 1) await service.sync(connection)
        await MirrorProcess.run(mirror, it.env, "--once")

        const expected = await lists(connection, all)
        expect(await copyOf(it)).toEqual(expected)
        expect(expected["/itsm/users"]?.filter(({ status }) => status === "DELETED")).toHaveLength(2)
        expect(expected["/entities/device-groups"]).toHaveLength(10)
        const whole = it.proxy.answered().filter(isFullWalk)
        // Only that list is read again as a whole: of the others, a poll finds what has left.
        expect(whole.map(({ path, query }) => `${path} ${query.has("ids")}`)).toEqual([
          "/v1/itsm/users false",
          "/v1/entities/device-groups false",
          "/v1/entities/device-groups true",
          "/v1/entities/device-groups true"
        ])
      })
    }
  })
})
