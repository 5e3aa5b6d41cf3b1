import { fileURLToPath } from "node:url"
import * as SqlClient from "@effect/sql/SqlClient"
import { RecordKind } from "@tributary/core"
import { type Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as ApiKeys from "../../../runtime-http/src/store/accounts/ApiKeys.js"
import { Database } from "../../../runtime-http/src/store/postgres/Database.js"
import * as Migrator from "../../../runtime-http/src/store/postgres/Migrator.js"
import { RecordQuery } from "../../../runtime-http/src/store/read/RecordQuery.js"
import * as RestoredDatabase from "../../../runtime-http/src/store/schedule/RestoredDatabase.js"
import { RecordStore } from "../../../runtime-http/src/store/write/RecordStore.js"
import * as Fixture from "../../../runtime-http/test/store/RecordFixture.js"
import { Postgres } from "../../support/process/Postgres.js"
import { until } from "../../support/Wait.js"

const { IdpUser } = RecordKind
const root = fileURLToPath(new URL("../../..", import.meta.url))

const USERS = 12
const PAGE = 5
const DELAY_MILLIS = 150

/** A server to read from. */
type From = "primary" | "replica"

/** What happens to the primary and to the replica, and what a reader asks them. */
type Event =
  | { readonly _tag: "Write"; readonly users: ReadonlyArray<number>; readonly gone: number }
  | { readonly _tag: "Pause" }
  | { readonly _tag: "CatchUp" }
  | { readonly _tag: "Read"; readonly from: From }

const user = fc.nat({ max: USERS - 1 })
const history: fc.Arbitrary<ReadonlyArray<Event>> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        _tag: fc.constant("Write" as const),
        users: fc.uniqueArray(user, { minLength: 1, maxLength: 6 }),
        gone: user
      })
    },
    { weight: 1, arbitrary: fc.constant<Event>({ _tag: "Pause" }) },
    { weight: 1, arbitrary: fc.constant<Event>({ _tag: "CatchUp" }) },
    {
      weight: 5,
      arbitrary: fc.record({
        _tag: fc.constant("Read" as const),
        from: fc.constantFrom<From>("primary", "replica", "replica")
      })
    }
  ),
  { minLength: 10, maxLength: 40 }
)

const isInstalled = Postgres.isInstalled(root)
const name = "a streaming replica that lags"

describe.skipIf(!isInstalled)(isInstalled ? name : `${name} (skipped: this machine has no Postgres)`, () => {
  const scope = Effect.runSync(Scope.make())
  const servers: Record<From, Postgres> = { primary: new Postgres(root), replica: new Postgres(root) }
  type Services = Database | RecordQuery | RecordStore | SqlClient.SqlClient
  const contexts = new Map<From, Context.Context<Services>>()

  const on = <A, E>(from: From, effect: Effect.Effect<A, E, Services>): Promise<A> => {
    const context = contexts.get(from)
    if (context === undefined) throw new Error(`The ${from} does not run.`)
    return Effect.runPromise(Effect.provide(effect, context))
  }

  const ask = (from: From, text: string): Promise<string> =>
    on(
      from,
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<{ readonly answer: string }>(text))
    ).then(([row]) => String(row?.answer))

  const services = (url: string) => {
    const reading = RecordQuery.layer.pipe(Layer.provide(ApiKeys.layer))
    return Layer.mergeAll(reading, RecordStore.layer()).pipe(
      Layer.provideMerge(Database.layerUrl({ url: Redacted.make(url), maxConnections: 4 }))
    )
  }

  const connect = async (from: From, url: string) => {
    const context = await Effect.runPromise(Scope.extend(Layer.build(services(url)), scope))
    contexts.set(from, context)
  }

  beforeAll(async () => {
    await connect("primary", await servers.primary.start())
    await on("primary", Migrator.run())
    await connect("replica", await servers.replica.follow(servers.primary))
  })

  afterAll(async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await servers.replica.remove()
    await servers.primary.remove()
  })

  const pause = async () => {
    await ask("replica", "select pg_wal_replay_pause()")
    await until(async () =>
      (await ask("replica", "select pg_get_wal_replay_pause_state() as answer")) === "paused" ? true : null
    )
  }

  /** Waits until the replica has everything that the primary had when it was asked. */
  const catchUp = async () => {
    await ask("replica", "select pg_wal_replay_resume()")
    const end = await ask("primary", "select pg_current_wal_insert_lsn()::text as answer")
    await until(async () =>
      (await ask("replica", `select pg_last_wal_replay_lsn() >= '${end}' as answer`)) === "true" ? true : null
    )
  }

  let version = 0
  const write = (at: Fixture.Connection, users: ReadonlyArray<number>, gone: number | null) => {
    version += 1
    const drafts = users.map((number) => Fixture.user(`u${number}`, { name: `v${version}` }))
    const removed = gone === null || users.includes(gone) ? [] : [`u${gone}`]
    return on(
      "primary",
      Effect.flatMap(Fixture.openAnew(at, Fixture.extractor([IdpUser])), (scan) =>
        Fixture.write(scan, Fixture.batch(at, IdpUser, drafts, removed))
      )
    )
  }

  const listOf = (from: From, at: Fixture.Connection, fields: Parameters<typeof Fixture.list>[2] = {}) =>
    on(from, Fixture.list(at, IdpUser, fields))

  /** A client that keeps a copy, as the guide to keeping a copy says. */
  const reader = (at: Fixture.Connection) => {
    const copy = new Map<string, string>()
    let position: string | null = null
    let walk: { readonly next: number; readonly asOf: string } | null = null
    /** Reads the next page of the walk, or the first one of the next walk; returns how many records it had. */
    const read = async (from: From): Promise<number> => {
      const page = await listOf(from, at, {
        limit: PAGE,
        updatedSince: position,
        ...(walk === null ? {} : { start: { _tag: "After", position: walk.next } })
      })
      for (const item of page.items) copy.set(Fixture.parse([item])[0]?.vendor_id ?? "", item)
      const asOf: string = walk !== null && walk.asOf < page.asOf ? walk.asOf : page.asOf
      walk = page.next === null ? null : { next: page.next, asOf }
      if (walk === null) position = asOf
      return page.items.length
    }
    const readWalk = async (from: From) => {
      let count = 0
      do count += await read(from)
      while (walk !== null)
      return count
    }
    /** Ends the walk that is under way, and reads one more. */
    const finish = async (from: From) => {
      if (walk !== null) await readWalk(from)
      await readWalk(from)
    }
    return { copy, read, readWalk, finish }
  }

  const listed = async (from: From, at: Fixture.Connection) => {
    const { items } = await listOf(from, at)
    return new Map(items.map((item) => [Fixture.parse([item])[0]?.vendor_id ?? "", item]))
  }

  it("answers as of the instant that it has reached, and a poll from there misses nothing", async () => {
    const at = await on("primary", Fixture.connection)
    await write(at, [0, 1, 2, 3], null)
    await catchUp()
    await pause()
    const before = await listOf("primary", at)
    await write(at, [1, 4], 2)
    const primary = await listOf("primary", at)
    expect(primary.asOf > before.asOf).toBe(true)

    const lagging = await listOf("replica", at)
    expect(lagging).toEqual(before)
    const missed = await listOf("primary", at, { updatedSince: lagging.asOf })
    expect(new Set(Fixture.vendorIds(missed.items))).toEqual(new Set(["u1", "u4", "u2"]))
    // The replica knows of none of them, and says that it is no further.
    expect(await listOf("replica", at, { updatedSince: lagging.asOf })).toMatchObject({ items: [], asOf: before.asOf })

    await catchUp()
    expect(await listOf("replica", at)).toEqual(primary)
    expect(await listOf("replica", at, { updatedSince: lagging.asOf })).toEqual(missed)
  })

  it("loses nothing for a reader who gets pages from both it and the primary, whatever the history", async () => {
    const play = async (events: ReadonlyArray<Event>) => {
      const at = await on("primary", Fixture.connection)
      // Otherwise the replica refuses the key, which it does not know yet.
      await catchUp()
      const { copy, finish, read, readWalk } = reader(at)
      for (const event of events) {
        if (event._tag === "Write") await write(at, event.users, event.gone)
        else if (event._tag === "Read") await read(event.from)
        else await (event._tag === "Pause" ? pause() : catchUp())
      }
      await catchUp()
      await finish("replica")
      expect(copy).toEqual(await listed("primary", at))
      expect(await readWalk("replica")).toBe(0)
    }
    await fc.assert(fc.asyncProperty(history, play), { numRuns: 15 })
  }, 180_000)

  it("loses nothing for a reader who uses only the replica while it applies every change late", async () => {
    const at = await on("primary", Fixture.connection)
    await catchUp()
    const settings = async (value: string) => {
      await ask("replica", `alter system ${value}`)
      await ask("replica", "select pg_reload_conf()")
    }
    await settings(`set recovery_min_apply_delay = '${DELAY_MILLIS}ms'`)
    const { copy, finish, read } = reader(at)
    let isOver = false
    const writing = (async () => {
      for (let round = 0; round < 60; round += 1)
        await write(at, [round % USERS, (round * 5 + 3) % USERS], (round * 7) % USERS)
      isOver = true
    })()
    let late = 0
    while (!isOver) {
      const since = await listOf("primary", at, { limit: 1 })
      await read("replica")
      if ((await listOf("replica", at, { limit: 1 })).asOf < since.asOf) late += 1
    }
    await writing
    expect(late).toBeGreaterThan(0)
    await catchUp()
    await finish("replica")
    expect(copy).toEqual(await listed("primary", at))
    await settings("reset recovery_min_apply_delay")
  }, 120_000)

  // The last one: the replica is a primary from then on.
  it("takes over in a failover without a hold, and the tickets that it has queued are searched for first", async () => {
    const checkOn = (host: string) => Effect.flatMap(RestoredDatabase.make(host), ({ check }) => check)
    expect(await on("primary", checkOn("home"))).toBe("same")
    await catchUp()
    await ask("replica", "select pg_promote() as answer")
    await until(async () => ((await ask("replica", "select pg_is_in_recovery() as answer")) === "false" ? true : null))
    expect(await on("replica", checkOn("other"))).toBe("restored")
    expect(await ask("replica", "select count(*) as answer from connector_stop")).toBe("0")
    expect(await on("replica", checkOn("other"))).toBe("same")
  })
})
