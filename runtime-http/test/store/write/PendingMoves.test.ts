import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { withLease } from "../../../src/store/schedule/Lease.js"
import * as Upsert from "../../../src/store/write/Upsert.js"
import * as WriteTransaction from "../../../src/store/write/WriteTransaction.js"
import * as Fixture from "../RecordFixture.js"

const { IdpUser, IdpGroup, IdpGroupMembership } = RecordKind

const MEMBERS = 1_500

/** Users who are members of the same group, which is not stored yet; they are more than one transaction moves. */
const members = Effect.gen(function* () {
  const at = yield* Fixture.connection
  const users = Fixture.users(MEMBERS)
  const scan = yield* Fixture.open(at, Fixture.extractor([IdpGroup, IdpUser, IdpGroupMembership]))
  const memberships = users.map((user) => Fixture.membership("g", String(user["vendor_id"])))
  yield* Fixture.write(scan, Fixture.batch(at, IdpUser, users), Fixture.batch(at, IdpGroupMembership, memberships))
  return { at, scan, group: Fixture.batch(at, IdpGroup, [Fixture.group("g")]) }
})

/** How many users have each updated time later than the group's last change; a transaction gives all its records the same one. */
const movesAfterGroup = (at: Fixture.Connection) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly count: number }>`
      select count(*) as count
      from record
      where
        connection_id = ${at.id} and kind = ${IdpUser.name}
        and updated_at > (
          select updated_at from record where connection_id = ${at.id} and kind = ${IdpGroup.name}
        )
      group by updated_at
      order by updated_at`
    return rows.map(({ count }) => count)
  })

/** The users that changed since an instant, all pages together. */
const changedSince = (at: Fixture.Connection, updatedSince: string | null) =>
  Effect.gen(function* () {
    const found = new Map<string, Fixture.Item>()
    for (let offset = 0; ; offset += 500) {
      const { items } = yield* Fixture.list(at, IdpUser, {
        start: { _tag: "Offset", offset },
        limit: 500,
        updatedSince,
        includes: [Fixture.groupsOfUser]
      })
      for (const item of Fixture.parse(items)) found.set(item.id, item)
      if (items.length === 0) return [...found.values()]
    }
  })

const hasGroup = (user: Fixture.Item): boolean => (user["groups"] as ReadonlyArray<unknown>).length > 0

Fixture.eitherDatabase("The members of a group that is stored after them, if they are many,", (it) => {
  it.effect("move after the group, at most 1,000 at a time", () =>
    Effect.gen(function* () {
      const { at, group, scan } = yield* members
      yield* Fixture.write(scan, group)
      expect(yield* movesAfterGroup(at)).toEqual([1_000, 500])
    })
  )

  it.effect("all show the group at once, and move in the next job if the process dies before", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { at, group } = yield* members
      const [counter] = yield* sql<{ readonly read: string }>`
        select (updated_at + interval '1 microsecond')::text as read
        from record_counter
        where connection_id = ${at.id} and kind = ${IdpUser.name}`
      const read = counter?.read ?? ""
      expect((yield* changedSince(at, null)).filter(hasGroup)).toEqual([])

      const prepared = yield* Upsert.prepare(at.id, IdpGroup, group.records)
      yield* withLease(
        at.lease,
        WriteTransaction.withListLocks(at.id, [IdpGroup], (change) => Upsert.upsert(change, prepared))
      )
      expect((yield* changedSince(at, null)).filter(hasGroup)).toHaveLength(MEMBERS)
      expect(yield* changedSince(at, read)).toEqual([])

      yield* Fixture.open(at, Fixture.extractor([IdpUser]))
      expect(yield* changedSince(at, read)).toHaveLength(MEMBERS)
      for (const table of ["pending_relation", "pending_move"]) {
        expect(yield* sql`select 1 from ${sql(table)} where connection_id = ${at.id}`, table).toEqual([])
      }
    })
  )
})
