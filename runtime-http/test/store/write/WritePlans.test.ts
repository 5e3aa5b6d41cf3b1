import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import * as LargeStatistics from "../LargeStatistics.js"
import * as Partitions from "../Partitions.js"
import * as Reads from "../Reads.js"
import * as Fixture from "../RecordFixture.js"
import * as UserRows from "../read/UserRows.js"

const { IdpGroup, IdpGroupMembership, IdpUser } = RecordKind

const USERS = 50_000
const PAGE = 100

const ids = Array.from({ length: PAGE }, (_, index) => String(1 + index * 499))

/** Each record is found by its id in a few statements; reading a list instead would read all its records. */
const MOST = 30 * PAGE

const tests: Parameters<typeof Fixture.postgres>[1] = (it) =>
  it.effect("reads no more than its records, on analyzed tables and at the statistics of 10,000,000 records", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* RecordStore
      yield* Partitions.withoutAutovacuum("record", "scan_seen_block", "missing_record", "pending_move")
      const at = yield* Fixture.connection
      const other = yield* Fixture.connection
      yield* UserRows.fill(other, USERS / 5, USERS / 5)
      yield* UserRows.fill(at, USERS, USERS)
      const people = Fixture.extractor([IdpUser])
      const groups = Fixture.extractor([IdpGroup, IdpGroupMembership])
      const users = (name: string) =>
        Fixture.batch(
          at,
          IdpUser,
          ids.map((id) => Fixture.user(id, { name }))
        )
      for (const name of ["analyzed", "large"]) {
        yield* sql`analyze`
        if (name === "large") yield* LargeStatistics.expected
        const scan = yield* Fixture.openAnew(at, people)
        const scanOfGroups = yield* Fixture.openAnew(at, groups)
        const pages = {
          "the scan that is opened": store.open(at.lease, people, "acme"),
          "a page of changed users": Fixture.write(scan, users(name)),
          "a page of new users": Fixture.write(
            scan,
            Fixture.batch(
              at,
              IdpUser,
              ids.map((id) => Fixture.user(`${name} ${id}`))
            )
          ),
          "a page of groups and memberships": Fixture.write(
            scanOfGroups,
            Fixture.batch(at, IdpGroup, [Fixture.group(name)]),
            Fixture.batch(
              at,
              IdpGroupMembership,
              ids.map((id) => Fixture.membership(name, id))
            )
          ),
          "a page of users that the vendor removes": Fixture.write(
            scan,
            Fixture.batch(
              at,
              IdpUser,
              [],
              ids.map((id) => `${name} ${id}`)
            )
          ),
          "a page of unchanged users, in the next scan": Effect.flatMap(Fixture.openAnew(at, people), (next) =>
            Fixture.write(next, users(name))
          )
        }
        for (const [page, written] of Object.entries(pages)) {
          const { probed, scanned } = yield* Reads.of(written as Effect.Effect<unknown, unknown, SqlClient.SqlClient>)
          expect(scanned + probed, `${page}, ${name}: ${scanned} rows and ${probed} entries`).toBeLessThan(MOST)
        }
      }
    })
  )

Fixture.postgres("A page that is written", tests)
Fixture.partitioned("A page that is written", tests)
