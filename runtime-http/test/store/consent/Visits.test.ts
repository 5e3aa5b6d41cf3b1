import { randomUUID } from "node:crypto"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Interruption from "../../../src/store/consent/Interruption.js"
import * as Visits from "../../../src/store/consent/Visits.js"
import * as Retention from "../../../src/store/Retention.js"
import * as WaitingConnection from "./WaitingConnection.js"

const stores = Visits.layer.pipe(Layer.provideMerge(WaitingConnection.layer))

const secret = () => Buffer.from(randomUUID())

const failed = (text: string): Visits.Outcome => ({ isConnected: false, text })

/** A connection that waits for a consent, and the browser of its customer. */
const waiting = Effect.gen(function* () {
  const { connectionId, id, remove, sql } = yield* WaitingConnection.make
  const visits = yield* Visits.Visits
  const browser = secret()
  const consent = Effect.flatMap(visits.consentOf(connectionId), Effect.fromNullable)
  /** Lets the browser leave, and returns the visit. */
  const leave = Effect.gen(function* () {
    const state = secret()
    yield* visits.depart(yield* consent, { state, browser })
    return { state }
  })
  const come = ({ state }: { readonly state: Buffer }, browsers: ReadonlyArray<Buffer> = [browser]) =>
    visits.arrive({ state, browsers })
  const problem = Effect.map(sql`select problem from consent where id = ${id}`, ([row]) => row?.["problem"])
  return { browser, come, connectionId, consent, id, leave, problem, remove, sql, visits }
})

layer(stores)("Visits", (it) => {
  it.effect("of a browser end once, within ten minutes, for the browser that left", () =>
    Effect.gen(function* () {
      const { browser, come, id, leave, sql } = yield* waiting
      const first = yield* leave
      expect(yield* come(first, [])).toBeNull()
      // Another browser does not use it up.
      expect(yield* come(first, [secret()])).toBeNull()
      expect(yield* come(first, [secret(), browser])).toMatchObject({ isFirst: true, consent: { id, granted: 0 } })
      expect(yield* come(first)).toMatchObject({ isFirst: false })
      expect(yield* come(first, [secret()])).toBeNull()
      const late = yield* leave
      yield* sql`update consent_visit set created_at = created_at - interval '10 minutes' where consent_id = ${id}`
      expect(yield* come(late)).toBeNull()
      expect(yield* come(first)).toMatchObject({ isFirst: false })
    })
  )

  it.effect("of two requests with one answer of the vendor, one is the first", () =>
    Effect.gen(function* () {
      const { come, leave } = yield* waiting
      const visit = yield* leave
      const arrivals = yield* Effect.all([come(visit), come(visit), come(visit)], { concurrency: "unbounded" })
      expect(arrivals.map((arrival) => arrival?.isFirst).toSorted()).toEqual([false, false, true])
    })
  )

  it.effect("have an outcome, which stays and which every later request gets", () =>
    Effect.gen(function* () {
      const { come, leave, problem, visits } = yield* waiting
      const visit = yield* leave
      yield* come(visit)
      expect(yield* come(visit)).toMatchObject({ isFirst: false, outcome: null })
      yield* visits.end(visit, failed("Several sites: acme, globex."), "Several sites.")
      expect(yield* come(visit)).toMatchObject({ isFirst: false, outcome: failed("Several sites: acme, globex.") })
      expect(yield* problem).toBe("Several sites.")
    })
  )

  it.effect("note no problem once a later one has ended, or their link does not count any more", () =>
    Effect.gen(function* () {
      const { come, id, leave, problem, sql, visits } = yield* waiting
      const [first, second, third] = [yield* leave, yield* leave, yield* leave]
      yield* visits.end(second, failed("second"), "second")
      yield* visits.end(first, failed("first"), "first")
      expect(yield* problem).toBe("second")
      expect(yield* come(first)).toMatchObject({ isFirst: false, outcome: failed("first") })
      yield* sql`update consent set granted = granted + 1, link = link + 1, problem = null where id = ${id}`
      yield* visits.end(third, failed("third"), "third")
      expect(yield* problem).toBeNull()
      const fourth = yield* leave
      yield* visits.end(fourth, { isConnected: true, text: "fourth" }, "")
      expect(yield* problem).toBeNull()
      expect(yield* come(fourth)).toMatchObject({ outcome: { isConnected: true, text: "fourth" } })
    })
  )

  it.effect("go on to another page, for as long again", () =>
    Effect.gen(function* () {
      const { come, id, leave, sql, visits } = yield* waiting
      const visit = yield* leave
      yield* sql`update consent_visit set created_at = created_at - interval '9 minutes' where consent_id = ${id}`
      yield* come(visit)
      expect(yield* come(visit)).toMatchObject({ isFirst: false })
      yield* visits.goOn(visit)
      yield* sql`update consent_visit set created_at = created_at - interval '9 minutes' where consent_id = ${id}`
      expect(yield* come(visit)).toMatchObject({ isFirst: true, visit: { link: 0, granted: 0 } })
      expect(yield* come(visit)).toMatchObject({ isFirst: false })
    })
  )

  it.effect("are interrupted if they have no outcome after five minutes, until one ends or begins", () =>
    Effect.gen(function* () {
      const { come, connectionId, id, leave, problem, sql, visits } = yield* waiting
      const shown = Effect.map(
        sql`select ${sql.literal(Interruption.problem)} as problem from consent where connection_id = ${connectionId}`,
        ([row]) => row?.["problem"]
      )
      const visit = yield* leave
      yield* come(visit)
      const age = (secs: number) =>
        sql`update consent_visit set returned_at = returned_at - make_interval(secs => ${secs}) where consent_id = ${id}`
      yield* age(290)
      expect([(yield* come(visit))?.isInterrupted, yield* shown]).toEqual([false, null])
      yield* age(20)
      expect([(yield* come(visit))?.isInterrupted, yield* shown]).toEqual([true, Interruption.INTERRUPTED])
      const next = yield* leave
      expect(yield* shown).toBeNull()
      // The process was only slow.
      yield* visits.end(visit, failed("late"), "late")
      expect(yield* come(visit)).toMatchObject({ isInterrupted: false, outcome: failed("late") })
      expect([yield* shown, yield* problem]).toEqual(["late", "late"])
      yield* visits.end(next, { isConnected: true, text: "next" }, "")
      expect(yield* come(next)).toMatchObject({ isInterrupted: false })
    })
  )

  it.effect("are purged after a while, but for those that were interrupted: they say why there was no consent", () =>
    Effect.gen(function* () {
      const { come, id, leave, sql } = yield* waiting
      const ended = yield* leave
      yield* come(ended)
      yield* Effect.flatMap(Visits.Visits, (visits) => visits.end(ended, failed("denied"), "denied"))
      yield* leave
      const interrupted = yield* leave
      yield* come(interrupted)
      yield* sql`
        update consent_visit
        set created_at = created_at - interval '1 hour', returned_at = returned_at - interval '1 hour'
        where consent_id = ${id}`
      yield* Retention.purge(30)
      const left = yield* sql<{ readonly state: Uint8Array }>`select state from consent_visit where consent_id = ${id}`
      expect(left.map(({ state }) => Buffer.from(state))).toEqual([interrupted.state])
    })
  )

  it.effect("know the link that counted when the browser left, and end with the connection", () =>
    Effect.gen(function* () {
      const { come, connectionId, id, leave, remove, sql, visits } = yield* waiting
      const visit = yield* leave
      const other = yield* leave
      yield* sql`update consent set granted = granted + 1, link = link + 2 where id = ${id}`
      expect(yield* come(visit)).toMatchObject({
        visit: { link: 0, granted: 0 },
        consent: { link: 2, granted: 1 }
      })
      expect(yield* come(yield* leave)).toMatchObject({ visit: { link: 2, granted: 1 } })
      yield* remove
      expect(yield* come(other)).toBeNull()
      for (const wrong of [connectionId, "", "none", randomUUID()]) {
        expect([wrong, yield* visits.consentOf(wrong)]).toEqual([wrong, null])
      }
    })
  )

  it.effect("of connections of another region are unknown", () =>
    Effect.gen(function* () {
      const { browser, come, connectionId, leave } = yield* waiting
      const elsewhere = yield* Visits.make("elsewhere")
      const visit = yield* leave
      expect(yield* elsewhere.consentOf(connectionId)).toBeNull()
      expect(yield* elsewhere.arrive({ ...visit, browsers: [browser] })).toBeNull()
      expect(yield* come(visit)).toMatchObject({ isFirst: true })
    })
  )

  it.effect("of one consent are at most 20: the oldest ends", () =>
    Effect.gen(function* () {
      const { come, leave } = yield* waiting
      const other = yield* waiting
      const kept = yield* other.leave
      const all = yield* Effect.replicateEffect(leave, 21)
      const [oldest, ...rest] = yield* Effect.forEach(all, (visit) => come(visit))
      expect(oldest).toBeNull()
      expect(rest.filter((arrival) => arrival === null)).toEqual([])
      expect(yield* other.come(kept)).not.toBeNull()
    })
  )
})
