import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Deferred, Effect, Fiber, Queue, Runtime, type Scope } from "effect"
import * as fc from "fast-check"
import type pg from "pg"
import { afterEach, beforeEach, vi } from "vitest"
import * as ApiKeys from "../../../src/store/accounts/ApiKeys.js"
import { Database } from "../../../src/store/postgres/Database.js"
import * as ServerLink from "../../../src/store/postgres/ServerLink.js"
import type { Start } from "../../../src/store/read/PageRequest.js"
import { RecordQuery } from "../../../src/store/read/RecordQuery.js"
import type { RecordStore } from "../../../src/store/write/RecordStore.js"
import * as Fixture from "../RecordFixture.js"

const { IdpGroup, IdpGroupMembership, IdpUser } = RecordKind

/** What happens beside the reader. */
type Event =
  /** A writer changes users in its open transaction, which it begins if there is none. */
  | {
      readonly _tag: "Write"
      readonly writer: "people" | "groups"
      readonly users: ReadonlyArray<number>
      readonly gone: number
    }
  /** The writer commits, or rolls back. */
  | { readonly _tag: "End"; readonly writer: "people" | "groups"; readonly isKept: boolean }
  /** A replica catches up with the primary; until then it answers with what it had. */
  | { readonly _tag: "Replay"; readonly replica: number }
  /** The clock of the machine on which the service and the reader run jumps. */
  | { readonly _tag: "Clock"; readonly hours: number }
  /** The database's clock was ahead when the list was last written, and is right again. */
  | { readonly _tag: "DatabaseClock"; readonly hours: number }

/** The reader asks for its next page, from the primary or a replica. Before each statement of the answer, some events happen. */
interface Read {
  readonly _tag: "Read"
  readonly from: number
  readonly between: ReadonlyArray<ReadonlyArray<Event>>
}

const USERS = 8
const PAGE = 5
const REPLICAS = 2
const HOUR_MILLIS = 3_600_000

const user = fc.nat({ max: USERS - 1 })
const writer = fc.constantFrom("people" as const, "groups" as const)
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      _tag: fc.constant("Write" as const),
      writer,
      users: fc.uniqueArray(user, { minLength: 1, maxLength: 4 }),
      gone: user
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: fc.constant("End" as const),
      writer,
      isKept: fc.nat({ max: 3 }).map((number) => number > 0)
    })
  },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Replay" as const), replica: fc.nat({ max: REPLICAS - 1 }) }) },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Clock" as const), hours: fc.integer({ min: -9, max: 9 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ _tag: fc.constant("DatabaseClock" as const), hours: fc.integer({ min: 1, max: 9 }) })
  }
)
const read: fc.Arbitrary<Read> = fc.record({
  _tag: fc.constant("Read" as const),
  // Rather from the primary, which is the usual case.
  from: fc.oneof(
    { weight: 2, arbitrary: fc.constant(REPLICAS) },
    { weight: 1, arbitrary: fc.nat({ max: REPLICAS - 1 }) }
  ),
  between: fc.array(fc.array(event, { maxLength: 2 }), { maxLength: 3 })
})
const schedule = fc.array(fc.oneof({ weight: 2, arbitrary: event }, { weight: 1, arbitrary: read }), {
  minLength: 4,
  maxLength: 24
})

const PRIMARY = REPLICAS
const write = (...users: ReadonlyArray<number>): Event => ({ _tag: "Write", writer: "people", users, gone: USERS })
const commit: Event = { _tag: "End", writer: "people", isKept: true }
const readPrimary: Read = { _tag: "Read", from: PRIMARY, between: [] }

/** Histories that chance seldom finds. */
const examples: ReadonlyArray<readonly [ReadonlyArray<Event | Read>]> = [
  // A change commits after a reader asked.
  [[write(0), commit, write(1), readPrimary, commit, readPrimary]],
  // It commits between two statements of an answer.
  [[write(0), commit, write(1), { ...readPrimary, between: [[], [commit]] }, readPrimary]],
  // A database takes over whose clock is behind that of the one before.
  [[write(0), commit, { _tag: "DatabaseClock", hours: 5 }, readPrimary, write(1), commit, readPrimary]],
  // The second page comes from a replica that lacks the changes before the first one.
  [
    [
      write(0, 1, 2, 3, 4, 5),
      commit,
      { _tag: "Replay", replica: 0 },
      write(6, 7),
      commit,
      readPrimary,
      { ...readPrimary, from: 0 },
      readPrimary
    ]
  ]
]

type Services = Database | RecordQuery | RecordStore | SqlClient.SqlClient

/** What a transaction does next: a change, or its end. */
interface Task {
  readonly change: Effect.Effect<void, unknown, Services> | "commit" | "rollback"
  readonly done: Deferred.Deferred<void>
}

interface Transaction {
  readonly tasks: Queue.Queue<Task>
  /** Settles when the transaction has done everything that it was told. */
  last: Deferred.Deferred<void>
  readonly fiber: Fiber.RuntimeFiber<void, unknown>
}

const begin: Effect.Effect<Transaction, never, Services | Scope.Scope> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tasks = yield* Queue.unbounded<Task>()
  const untilEnd = Effect.gen(function* () {
    // The transaction's own instant is before everything that it does.
    yield* sql`select now()`
    for (;;) {
      const { change, done } = yield* Queue.take(tasks)
      if (change === "commit") return
      if (change === "rollback") return yield* Effect.fail(change)
      yield* change
      yield* Deferred.succeed(done, undefined)
    }
  })
  const body = Effect.catchIf(
    sql.withTransaction(untilEnd),
    (error) => error === "rollback",
    () => Effect.void
  )
  return { tasks, last: yield* Deferred.make<void>(), fiber: yield* Effect.forkScoped(body) }
})

/** Waits until every transaction has done what it was told, or waits for a lock of the other one. */
const settled = (told: ReadonlyArray<Transaction>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const isBusy = yield* Effect.forEach(told, ({ last }) => Effect.map(Deferred.isDone(last), (isDone) => !isDone))
    const busy = isBusy.filter((each) => each).length
    if (busy === 0) return true
    const waiting = yield* sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return waiting.length >= busy
  }).pipe(Effect.repeat({ until: (isSettled) => isSettled }))

/** Something that runs queries: the pool, or a replica. */
type Source = Pick<pg.Pool, "query">

/** A connection that shows the state of one instant, until it catches up. */
const replicaOf = (pool: pg.Pool) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => pool.connect()),
      (client) => Effect.promise(() => client.query("rollback").then(() => client.release()))
    ),
    (client) => ({
      client,
      catchUp: Effect.promise(async () => {
        await client.query("rollback")
        await client.query("begin isolation level repeatable read read only")
        // A transaction takes its snapshot at its first query.
        await client.query("select 1")
      })
    })
  )

/** A database that does something before each statement. */
const interrupted = (source: Source, before: () => Promise<unknown>): Database["Type"] => {
  type Done = (cause: unknown, result?: unknown) => void
  const query = (config: pg.QueryConfig, done: Done): void => {
    before().then(() => source.query(config, done), done)
  }
  return { pool: { query } as unknown as pg.Pool, named: false, link: ServerLink.EMBEDDED }
}

/** A user as the reader keeps it: of its groups only the ids, because a group that changes does not move its members. */
const keptOf = (item: string) => {
  const [{ groups, ...fields } = { id: "", name: "", vendor_id: "" }] = Fixture.parse([item])
  return { ...fields, groups: (groups as ReadonlyArray<Fixture.Item>).map(({ id }) => id).sort() }
}

const earlier = (left: string, right: string): string => (left < right ? left : right)

const play = (events: ReadonlyArray<Event | Read>): Effect.Effect<void, unknown, Services> =>
  Effect.scoped(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { pool } = yield* Database
      const runtime = yield* Effect.runtime<Services | Scope.Scope>()
      const at = yield* Fixture.connection
      const replicas = yield* Effect.forEach(Array.from({ length: REPLICAS }), () => replicaOf(pool))
      for (const { catchUp } of replicas) yield* catchUp
      const open = new Map<string, Transaction>()
      const begun: Array<Transaction> = []
      let version = 0

      const changeOf = ({ gone, users, writer }: Extract<Event, { readonly _tag: "Write" }>) => {
        const name = `v${++version}`
        const ids = users.map((number) => `u${number}`)
        const removed = ids.includes(`u${gone}`) || gone === USERS ? [] : [`u${gone}`]
        const group = `g${gone % 3}`
        const [kinds, ...batches] =
          writer === "people"
            ? [
                [IdpUser],
                Fixture.batch(
                  at,
                  IdpUser,
                  ids.map((id) => Fixture.user(id, { name })),
                  removed
                )
              ]
            : [
                [IdpGroup, IdpGroupMembership],
                Fixture.batch(at, IdpGroup, [Fixture.group(group, { name })]),
                Fixture.batch(
                  at,
                  IdpGroupMembership,
                  ids.map((id) => Fixture.membership(group, id))
                )
              ]
        return Effect.asVoid(
          Effect.flatMap(Fixture.openAnew(at, Fixture.extractor(kinds)), (scan) => Fixture.write(scan, ...batches))
        )
      }

      const tell = (transaction: Transaction, change: Task["change"]) =>
        Effect.gen(function* () {
          const { fiber, tasks } = transaction
          const done = yield* Deferred.make<void>()
          transaction.last = done
          yield* Queue.offer(tasks, { change, done })
          yield* Effect.forkScoped(Effect.zipRight(Fiber.await(fiber), Deferred.succeed(done, undefined)))
          yield* settled(begun)
        })

      const happen = (event: Event): Effect.Effect<unknown, unknown, Services | Scope.Scope> => {
        if (event._tag === "Replay") return replicas[event.replica]?.catchUp ?? Effect.void
        if (event._tag === "Clock") return Effect.sync(() => vi.setSystemTime(Date.now() + event.hours * HOUR_MILLIS))
        if (event._tag === "DatabaseClock")
          return sql`
            update record_counter set updated_at = greatest(updated_at, clock_timestamp() + make_interval(hours => ${event.hours}))
            where ctid = any(array(select ctid from record_counter where connection_id = ${at.id} for update skip locked))`
        const transaction = open.get(event.writer)
        if (event._tag === "End") {
          open.delete(event.writer)
          return transaction ? tell(transaction, event.isKept ? "commit" : "rollback") : Effect.void
        }
        const change = changeOf(event)
        if (transaction) return tell(transaction, change)
        return Effect.flatMap(begin, (fresh) => {
          open.set(event.writer, fresh)
          begun.push(fresh)
          return tell(fresh, change)
        })
      }

      let interludes: Array<ReadonlyArray<Event>> = []
      const before = () => Runtime.runPromise(runtime)(Effect.forEach(interludes.shift() ?? [], happen))
      const sources = [...replicas.map(({ client }) => client), pool]
      const queries = yield* Effect.forEach(sources, (source) => {
        const reading = Effect.provideServiceEffect(RecordQuery.make, ApiKeys.Keys, ApiKeys.make())
        return Effect.provideService(reading, Database, interrupted(source, before))
      })

      const copy = new Map<string, object>()
      let position: string | null = null
      let walk: { readonly start: Start; readonly asOf: string } | null = null

      /** Reads the next page; returns how many records it had. */
      const readPage = (from: number) =>
        Effect.gen(function* () {
          const query = queries[from] ?? (yield* RecordQuery)
          const page: Fixture.ReadPage = yield* Effect.provideService(
            Fixture.list(at, IdpUser, {
              start: walk?.start ?? Fixture.beginning,
              limit: PAGE,
              updatedSince: position,
              includes: [Fixture.groupsOfUser]
            }),
            RecordQuery,
            query
          )
          for (const item of page.items) {
            const kept = keptOf(item)
            copy.set(kept.vendor_id, kept)
          }
          const asOf = walk === null ? page.asOf : earlier(walk.asOf, page.asOf)
          walk = page.next === null ? null : { start: { _tag: "After", position: page.next }, asOf }
          if (walk === null) position = asOf
          return page.items.length
        })

      for (const each of events) {
        if (each._tag !== "Read") yield* happen(each)
        else {
          interludes = [...each.between]
          yield* readPage(each.from)
          interludes = []
        }
      }

      for (const transaction of open.values()) yield* tell(transaction, "commit")
      for (const { fiber } of begun) yield* Fiber.join(fiber)
      const readWalk = Effect.gen(function* () {
        let count = 0
        do count += yield* readPage(PRIMARY)
        while (walk !== null)
        return count
      })
      if (walk !== null) yield* readWalk
      yield* readWalk
      const { items } = yield* Fixture.list(at, IdpUser, { includes: [Fixture.groupsOfUser] })
      expect([...copy.values()]).toHaveLength(items.length)
      expect(Object.fromEntries(copy)).toEqual(
        Object.fromEntries(items.map(keptOf).map((each) => [each.vendor_id, each]))
      )
      // Nothing is read twice once nothing changes.
      expect(yield* readWalk).toBe(0)
    })
  )

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] })
})

afterEach(() => {
  vi.useRealTimers()
})

Fixture.postgres("X-As-Of", (it) => {
  it.effect(
    "leads a reader to every change, despite late commits, lagging replicas and wrong clocks",
    () =>
      Effect.gen(function* () {
        const runtime = yield* Effect.runtime<Services>()
        const property = fc.asyncProperty(schedule, (events) => Runtime.runPromise(runtime)(play(events)))
        yield* Effect.promise(() =>
          fc.assert(property, { numRuns: 25, examples: examples.map(([events]) => [[...events]]) })
        )
      }),
    240_000
  )
})
