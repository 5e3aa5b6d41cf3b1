import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { Batch, Extractor, RecordKind } from "@tributary/core"
import { Effect, Either, Redacted, Stream } from "effect"
import * as ApiKeys from "../src/store/accounts/ApiKeys.js"

/** How many users the connection has. */
export const USERS = 100_000
/** How many users are in a batch. */
export const BATCH = 1_000

const user = (number: number, title: string) => ({
  domain: "acme.example",
  email_addr: `user${number}@acme.example`,
  full_name: `Given${number} Family${number}`,
  name: `user${number}@acme.example`,
  vendor_id: `00u${String(number).padStart(17, "0")}`,
  vendor_status: "ACTIVE",
  vendor_created_at: "2024-01-01T00:00:00.000Z",
  activated_at: "2024-01-02T00:00:00.000Z",
  last_status_changed_at: "2024-01-02T00:00:00.000Z",
  last_login_at: "2025-03-04T05:06:07.000Z",
  last_updated_at: "2025-03-04T05:06:07.000Z",
  last_password_changed_at: "2024-06-01T00:00:00.000Z",
  is_mfa_enabled: number % 3 !== 0,
  is_admin: number % 50 === 0,
  employee_id: `E-${number}`,
  job_title: title,
  department: "Engineering",
  manager: "Some Manager",
  address: { street: "1 Long Street", city: "Springfield", state: "IL", country: "US", postal_code: "62701" },
  vendor_data: { vendor: "OKTA", type_id: "oty1", user_type: "employee", organization: "Acme", division: "Products" }
})

/** The users of batch `number`; another `title` makes another version of them. */
export const batch = (owner: { readonly connectionId: string }, number: number, title: string): Batch.Batch =>
  Batch.make(
    RecordKind.IdpUser,
    { ...owner, vendor: "OKTA" },
    Array.from({ length: BATCH }, (_, index) => Either.right(user(number * BATCH + index, title)))
  )

/** An extractor without data: the store only needs its identity. */
export const extractor = (): Extractor.Any =>
  Extractor.fromStream({
    record: RecordKind.IdpUser,
    endpoint: "/users",
    permissions: [],
    pages: () => Stream.empty
  })

/** A key and a connection whose next job is a day away. */
export const connection = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const keys = yield* ApiKeys.Keys
  const account = yield* keys.createAccount("Benchmark")
  const { key } = yield* keys.create(account, "benchmark")
  const id = randomUUID()
  yield* sql`insert into organization (id, account_id, name) values (${id}, ${account}, 'Benchmark')`
  yield* sql`
    insert into connection (id, account_id, organization_id, vendor, state, refresh_interval_secs, timeout_secs)
    values (${id}, ${account}, ${id}, 'OKTA', 'ACTIVE', 86400, 3600)`
  yield* sql`
    insert into schedule (connection_id, shard, interval_secs, timeout_secs, fence, next_run_at)
    values (${id}, 1, 86400, 3600, 7, clock_timestamp() + interval '1 day')`
  return {
    connectionId: id,
    apiKey: Redacted.value(key),
    lease: { connectionId: id, fence: 7, timeoutSecs: 3600, crashLoop: null }
  }
})
