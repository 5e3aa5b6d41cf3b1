import { readFileSync } from "node:fs"
import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as ClockCorrection from "../../src/store/ClockCorrection.js"
import * as SyncSchedule from "../../src/store/schedule/SyncSchedule.js"
import * as FakeStore from "../sync/FakeStore.js"
import { TestDatabase } from "../TestDatabase.js"

/** What keeps an instant that was stored while the clock of the database was ahead from doing harm after it is right again. */
type Rule =
  /** `ClockCorrection` replaces it within a minute. */
  | "corrected"
  /** What reads it knows that it says nothing. */
  | "unknown"
  /** It is only compared with those before it in its list, and is later than these in any case. */
  | "ordered"
  /** It only decides when the row is purged, which is later by as much as the clock was ahead. */
  | "purged late"
  /** People and clients see it, and nothing is decided by it. */
  | "shown"
  /** An operator has chosen it, for whom it is shown: nothing tells it from a wrong one. */
  | "chosen"
  /** It is what the vendor says, or the clock of a process. */
  | "not of this clock"

/** Every column with an instant, each with its rule and, for a rule that code must obey, the file below `src` that does. */
const RULES: Readonly<Record<string, Rule | readonly [Rule, string]>> = {
  "account.created_at": "shown",
  "api_key.created_at": "shown",
  // `keys create` and `keys rotate` print it, and `keys list` shows it; `keys revoke` ends a key earlier.
  "api_key.expires_at": "chosen",
  "api_key.last_used_at": "corrected",
  "api_key.revoked_at": "shown",
  "audit_event.at": "purged late",
  "connect_session.begun_at": "corrected",
  "connect_session.connected_at": "shown",
  "connect_session.created_at": "shown",
  "connect_session.expires_at": "corrected",
  "connect_session.revoked_at": "shown",
  "connection.created_at": "shown",
  "connection.deleted_at": "corrected",
  "connection.full_scan_requested_at": "corrected",
  "connection.updated_at": "shown",
  "connection_problem.first_seen_at": "corrected",
  "connection_problem.last_seen_at": "corrected",
  "connection_problem.until": "not of this clock",
  // A stop that begins after now took no time.
  "connector_stop.stopped_at": ["unknown", "store/jobs/ConnectorStops.ts"],
  "erasure.begun_at": "shown",
  "erasure.finished_at": "shown",
  "erasure.requested_at": "shown",
  "erasure_receipt.last_at": "shown",
  "held_back_deletion.held_since": "corrected",
  // Together with the number of the first scan that missed the records, which excludes those that are missed later.
  "held_back_deletion.since": ["unknown", "store/write/MissingRecords.ts"],
  "idempotency_key.created_at": "corrected",
  "job.created_at": ["ordered", "store/jobs/Jobs.ts"],
  "job.finished_at": "purged late",
  "job.started_at": "shown",
  "job_progress.saved_at": ["unknown", "store/jobs/Jobs.ts"],
  "kept_field.since": ["unknown", "store/write/rules/EmptiedRule.ts"],
  "consent.granted_at": "corrected",
  "consent.issued_at": "corrected",
  "consent.leased_at": "corrected",
  "consent_visit.created_at": "corrected",
  "consent_visit.returned_at": "corrected",
  "migration.applied_at": "shown",
  "missing_record.seen_at": "shown",
  "missing_record.since": ["unknown", "store/write/SeenComparison.ts"],
  "missing_total.since": "corrected",
  "operator_key.created_at": "shown",
  // As that of an account's key.
  "operator_key.expires_at": "chosen",
  "operator_key.last_used_at": "corrected",
  "operator_key.revoked_at": "shown",
  "organization.created_at": "shown",
  "organization.deleted_at": "corrected",
  "organization.updated_at": "shown",
  "outbound_job.created_at": "shown",
  "outbound_job.due_at": "corrected",
  "outbound_job.finished_at": "purged late",
  "outbound_job.planned_at": "corrected",
  "outbound_job.restored_at": "corrected",
  "outbound_job.started_at": "shown",
  "outbound_job.uncertain_since": "corrected",
  // All of a limit are read relative to `stored_at` or `taken_at`.
  "rate_budget.blocked_until": ["unknown", "store/rate/RateLimits.ts"],
  "rate_budget.ends_at": "purged late",
  "rate_budget.reported_at": ["unknown", "store/rate/RateLimits.ts"],
  "rate_budget.reset_at": ["unknown", "store/rate/RateLimits.ts"],
  "rate_budget.stored_at": ["unknown", "store/rate/RateLimits.ts"],
  "rate_line.taken_at": ["unknown", "store/rate/RateLimits.ts"],
  "rate_line.taken_until": ["unknown", "store/rate/RateLimits.ts"],
  "record.first_seen_at": "shown",
  "record.gone_at": "purged late",
  "record.instant": "not of this clock",
  "record.instant_2": "not of this clock",
  "record.instant_3": "not of this clock",
  "record.seen_at": ["ordered", "store/write/Upsert.ts"],
  "record.updated_at": ["ordered", "store/write/ListLock.ts"],
  // The next full scan, which is due at once, replaces it.
  "record_counter.full_at": "shown",
  // Later than whatever was written to the list before it, and not later than what is written after it.
  "record_counter.replaced_at": ["ordered", "store/accounts/ConnectionChange.ts"],
  "record_counter.updated_at": ["ordered", "store/write/ListLock.ts"],
  "row_tenant.first_seen_at": "corrected",
  "runner_host.seen_at": "shown",
  "runner.seen_at": "corrected",
  "scan.added_at": "shown",
  "scan.confirm_at": ["unknown", "store/write/ScanState.ts"],
  "scan.last_full_at": "corrected",
  "scan.last_scan_at": "corrected",
  "scan.progressed_at": ["unknown", "store/write/ScanState.ts"],
  "scan.started_at": "corrected",
  "webhook.created_at": "shown",
  "webhook.updated_at": "shown",
  "webhook_delivery.attempted_at": "shown",
  "webhook_delivery.created_at": "purged late",
  "webhook_delivery.due_at": "corrected",
  "webhook_delivery.finished_at": "shown",
  "webhook_delivery.planned_at": "corrected",
  "webhook_secret.created_at": "shown",
  "webhook_secret.replaced_at": "corrected",
  "schedule.next_run_at": "corrected",
  "schedule.planned_at": "corrected",
  "schedule.requested_at": "corrected",
  "schedule.started_at": "corrected"
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

const tables = [...read("schema.sql").matchAll(/^create table (\w+) \(\n(.*?)^\);/gms)].map(([, table, body]) => ({
  table: table ?? "",
  body: body ?? ""
}))

const columns = tables.flatMap(({ body, table }) =>
  [...body.matchAll(/^ {2}"?(\w+)"? timestamp/gm)].map(([, column]) => `${table}.${column}`)
)

describe("A stored instant", () => {
  it("has a rule for what happens after the clock of the database was ahead, whatever its table", () => {
    expect(tables.length).toBeGreaterThan(20)
    expect(columns.sort()).toEqual(Object.keys(RULES).sort())
  })

  it("is corrected only if its rule says so", () => {
    const corrected = Object.keys(RULES).filter((column) => RULES[column] === "corrected")
    expect([...ClockCorrection.columns].sort()).toEqual(corrected.sort())
  })

  it("is read by the file that its rule names", () => {
    const unread = Object.entries(RULES).filter(
      ([column, rule]) => typeof rule !== "string" && !read(`src/${rule[1]}`).includes(column.split(".")[1] ?? "")
    )
    expect(unread).toEqual([])
  })
})

layer(SyncSchedule.layer.pipe(Layer.provideMerge(TestDatabase.layer)))("Every instant that is corrected", (test) => {
  test.effect("is no longer ahead after one correction", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId: account, connectionId: id } = yield* FakeStore.seed({ isSynced: true })
      yield* sql`insert into api_key (id, account_id, label, hash) values (${account}, ${account}, 'a', '')`
      yield* sql`
        insert into operator_key (id, label, hash, role, may_read_records) values (${account}, 'a', '', 'read', false)`
      yield* sql`
        insert into connection_problem (connection_id, extractor, reason, detail, permissions)
        values (${id}, 'a', 'a', '', '[]')`
      yield* sql`
        insert into held_back_deletion (connection_id, kind, extractor, reason, count, first_scan)
        values (${id}, 'a', 'a', 'EVERYTHING', 1, 1)`
      yield* sql`insert into idempotency_key (account_id, key, fingerprint, master_key) values (${account}, 'a', '', 'a')`
      yield* sql`insert into missing_total (connection_id, kind, count, since) values (${id}, 'a', 1, now())`
      yield* sql`
        insert into outbound_job (id, account_id, connection_id, vendor, task_name)
        values (${id}, ${account}, ${id}, 'FAKE', 'a')`
      yield* sql`insert into row_tenant (connection_id, tenant) values (${id}, 'a')`
      yield* sql`insert into runner (name) values (${id})`
      yield* sql`
        insert into connect_session (id, account_id, organization_id, is_reconnect, vendors, link_hash, expires_at)
        select ${id}::uuid, account_id, organization_id, false, '[]', '', now() from connection where id = ${id}`
      yield* sql`insert into consent (id, connection_id) values (${id}, ${id})`
      yield* sql`insert into consent_visit (state, browser, consent_id, granted, link) values ('', '', ${id}, 0, 0)`
      yield* sql`insert into webhook (id, account_id, url, events) values (${id}, ${account}, 'a', '{a}')`
      yield* sql`insert into webhook_secret (id, webhook_id, secret) values (${id}, ${id}, '')`
      yield* sql`
        insert into webhook_delivery (webhook_id, account_id, type, data) values (${id}, ${account}, 'a', '{}')`

      for (const name of ClockCorrection.columns) {
        const [table = "", column = ""] = name.split(".")
        yield* sql`update ${sql(table)} set ${sql(column)} = clock_timestamp() + interval '1 day'`
      }
      yield* ClockCorrection.run
      for (const name of ClockCorrection.columns) {
        const [table = "", column = ""] = name.split(".")
        const rows = yield* sql`
          select coalesce(${sql(column)} > clock_timestamp(), false) as "isAhead" from ${sql(table)}`
        expect({ name, rows }).toEqual({ name, rows: [{ isAhead: false }] })
      }
    })
  )
})
