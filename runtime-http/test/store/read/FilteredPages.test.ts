import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { Facets, RecordKind } from "@tributary/core"
import { Effect, Runtime } from "effect"
import * as fc from "fast-check"
import { facetKey, facetVersion } from "../../../src/store/postgres/RecordTable.js"
import type { ListRequest, Start } from "../../../src/store/read/PageRequest.js"
import type { RecordQuery } from "../../../src/store/read/RecordQuery.js"
import * as Fixture from "../RecordFixture.js"

/** Users who have two instants, which the kind of the API has not. */
const IdpUser: RecordKind.Any = { ...(RecordKind.IdpUser as RecordKind.Any), instants: ["met_at", "changed_at"] }

/** Some users in a row, of whom every so manieth is an admin; 0 for none. */
interface Stretch {
  readonly users: number
  readonly adminEvery: number
  readonly mfaOffEvery: number
}

// A page decides by the share of matches among 250 records how it reads on, and up to where.
const every = fc.constantFrom(0, 1, 2, 3, 10, 60, 200)
const stretches: fc.Arbitrary<ReadonlyArray<Stretch>> = fc.array(
  fc.record({
    users: fc.oneof(fc.nat({ max: 20 }), fc.integer({ min: 200, max: 300 }), fc.nat({ max: 900 })),
    adminEvery: every,
    mfaOffEvery: every
  }),
  { minLength: 1, maxLength: 5 }
)

/** A request; its numbers are shares of the list, so that they mean something whatever its length. */
interface Asked {
  readonly tag: Start["_tag"]
  readonly from: number
  readonly limit: number
  readonly filters: ReadonlyArray<"is_admin" | "is_mfa_enabled">
  readonly instant: number | null
  readonly until: number | null
  readonly met: number | null
  readonly updated: number | null
  readonly hasIds: boolean
}

const share = fc.nat({ max: 1_000 }).map((thousandths) => thousandths / 1_000)
const asked: fc.Arbitrary<Asked> = fc.record({
  tag: fc.constantFrom("Offset" as const, "After" as const, "Before" as const),
  from: fc.oneof({ weight: 1, arbitrary: fc.constantFrom(0, 1) }, { weight: 3, arbitrary: share }),
  limit: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 80, max: 500 })),
  filters: fc.subarray(["is_admin" as const, "is_mfa_enabled" as const], { minLength: 1 }),
  instant: fc.option(share, { freq: 2 }),
  until: fc.option(share, { freq: 1 }),
  met: fc.option(share, { freq: 1 }),
  updated: fc.option(share, { freq: 2 }),
  hasIds: fc.nat({ max: 7 }).map((number) => number === 0)
})

const dense = (users: number): Stretch => ({ users, adminEvery: 3, mfaOffEvery: 0 })
const empty = (users: number): Stretch => ({ users, adminEvery: 0, mfaOffEvery: 0 })
const pageOfAdmins = (tag: Start["_tag"], from: number): Asked => ({
  tag,
  from,
  limit: 100,
  filters: ["is_admin"],
  instant: null,
  until: null,
  met: null,
  updated: null,
  hasIds: false
})

/** 84 of 250 match, so the page reads 101 more records in order, which have none of the 17 that it lacks; the next one matches. */
const examples: ReadonlyArray<[ReadonlyArray<Stretch>, ReadonlyArray<Asked>]> = [
  [[dense(250), empty(101), dense(90)], [pageOfAdmins("Offset", 0)]],
  [[dense(88), empty(101), dense(250)], [pageOfAdmins("Before", 1)]]
]

interface User {
  readonly position: number
  readonly vendor_id: string
  readonly is_admin: boolean
  readonly is_mfa_enabled: boolean
  /** Seconds after START. */
  readonly instant: number
  readonly met: number
  readonly hasFacets: boolean
}

const START = Date.UTC(2024, 0, 1)
const timeOf = (second: number): string => new Date(START + second * 1_000).toISOString()

const usersOf = (layout: ReadonlyArray<Stretch>): ReadonlyArray<User> =>
  layout
    .flatMap(({ adminEvery, mfaOffEvery, users }) =>
      Array.from({ length: users }, (_, index) => ({
        is_admin: adminEvery > 0 && index % adminEvery === 0,
        is_mfa_enabled: !(mfaOffEvery > 0 && index % mfaOffEvery === 0)
      }))
    )
    // Positions have gaps, and instants another order; every seventh user of the second half was stored with other facets.
    .map((user, index, { length }) => ({
      ...user,
      position: 3 * index + 1,
      vendor_id: String(index),
      instant: (index * 7) % 1_000,
      met: (index * 11) % 1_000,
      hasFacets: index % 7 !== 0 || index < length / 2
    }))

const fill = (at: Fixture.Connection, users: ReadonlyArray<User>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = users.map(({ hasFacets, instant, met, position, ...fields }) => ({
      id: Fixture.idOf(at, IdpUser, fields.vendor_id),
      vendor_id: fields.vendor_id,
      position,
      wire: JSON.stringify({ ...fields, changed_at: timeOf(instant), met_at: timeOf(met) }),
      instant: hasFacets ? timeOf(met) : null,
      instant_2: hasFacets ? timeOf(instant) : null,
      updated_at: timeOf(position),
      facet_version: hasFacets ? facetVersion(IdpUser) : 0,
      facets: hasFacets ? Facets.terms(IdpUser.facets, fields).map((term) => facetKey(at.id, IdpUser.name, term)) : null
    }))
    yield* sql`
      insert into record (connection_id, kind, id, vendor_id, position, updated_at, hash, wire, facets, facet_version, instant, instant_2)
      select ${at.id}::uuid, ${IdpUser.name}, id, vendor_id, position, updated_at, '', wire, facets, facet_version, instant, instant_2
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made
        (id uuid, vendor_id text, position bigint, updated_at timestamptz, wire text, facets bigint[], facet_version integer,
        instant timestamptz, instant_2 timestamptz)`
    yield* sql`
      insert into record_counter (connection_id, kind, position, total, updated_at, facet_version, facet_position)
      values (
        ${at.id}, ${IdpUser.name}, ${3 * users.length}, ${users.length}, ${timeOf(3 * users.length)}::timestamptz,
        ${facetVersion(IdpUser)}, ${3 * Math.floor(users.length / 2)}
      )`
  })

/** What a page must be, by reading all users. */
const pageOf = (
  matches: ReadonlyArray<User>,
  start: Start,
  limit: number
): { readonly items: ReadonlyArray<string>; readonly next: number | null; readonly previous: number | null } => {
  const items = {
    Offset: (from: number) => matches.slice(from, from + limit),
    After: (from: number) => matches.filter(({ position }) => position > from).slice(0, limit),
    Before: (from: number) => matches.filter(({ position }) => position < from).slice(-limit)
  }[start._tag](start._tag === "Offset" ? start.offset : start.position)
  const ends: Readonly<Record<Start["_tag"], readonly [first: number, last: number]>> = {
    // A page that is empty ends where it begins.
    Offset: [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1],
    After: start._tag === "After" ? [start.position + 1, start.position] : [0, 0],
    Before: start._tag === "Before" ? [start.position, start.position - 1] : [0, 0]
  }
  const [first, last] = [items[0]?.position ?? ends[start._tag][0], items.at(-1)?.position ?? ends[start._tag][1]]
  return {
    items: items.map((user) => user.vendor_id),
    next: matches.some(({ position }) => position > last) ? last : null,
    previous: matches.some(({ position }) => position < first) ? first : null
  }
}

const check = (at: Fixture.Connection, users: ReadonlyArray<User>, request: Asked) =>
  Effect.gen(function* () {
    const { filters, from, hasIds, instant, limit, met, tag, until: end, updated } = request
    const since = instant === null ? null : timeOf(Math.floor(instant * 1_000))
    const metUntil = met === null ? null : timeOf(Math.floor(met * 1_000))
    const until = end === null ? null : timeOf(Math.floor(end * 1_000))
    const wanted = users.filter((_, index) => index % 5 === 0)
    const conditions: Pick<ListRequest, "filters" | "ids" | "periods" | "updatedSince"> = {
      filters: filters.map((facet) => ({ facet, any: [facet === "is_admin"] })),
      ids: hasIds ? wanted.map((user) => Fixture.idOf(at, IdpUser, user.vendor_id)) : null,
      periods: [
        ...(since === null && until === null ? [] : [{ field: "changed_at", since, until }]),
        ...(metUntil === null ? [] : [{ field: "met_at", since: null, until: metUntil }])
      ],
      updatedSince: updated === null ? null : timeOf(Math.floor(updated * 3 * users.length))
    }
    const matches = users.filter(
      (user) =>
        filters.every((facet) => user[facet] === (facet === "is_admin")) &&
        (!hasIds || wanted.includes(user)) &&
        (since === null || timeOf(user.instant) >= since) &&
        (until === null || timeOf(user.instant) < until) &&
        (metUntil === null || timeOf(user.met) < metUntil) &&
        (conditions.updatedSince === null || timeOf(user.position) >= conditions.updatedSince)
    )
    const start: Start =
      tag === "Offset"
        ? { _tag: tag, offset: Math.floor(from * (matches.length + 1)) }
        : { _tag: tag, position: Math.floor(from * (3 * users.length + 2)) }
    const page = yield* Fixture.list(at, IdpUser, { ...conditions, start, limit, wantsTotal: true })
    expect({ items: Fixture.vendorIds(page.items), next: page.next, previous: page.previous }).toEqual(
      pageOf(matches, start, limit)
    )
    expect(page.total).toBe(matches.length)
  })

Fixture.eitherDatabase("A page of a filtered list", (it) => {
  it.effect("equals that of all matching records, wherever they are and wherever it starts", () =>
    Effect.gen(function* () {
      const runtime = yield* Effect.runtime<RecordQuery | SqlClient.SqlClient>()
      const property = (layout: ReadonlyArray<Stretch>, requests: ReadonlyArray<Asked>) =>
        Effect.gen(function* () {
          const at = yield* Fixture.connection
          const users = usersOf(layout)
          yield* fill(at, users)
          for (const request of requests) yield* check(at, users, request)
        })
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(stretches, fc.array(asked, { minLength: 10, maxLength: 20 }), (layout, requests) =>
            Runtime.runPromise(runtime)(property(layout, requests))
          ),
          { numRuns: 20, examples: [...examples] }
        )
      )
    })
  )
})
