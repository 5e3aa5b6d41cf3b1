import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect, Redacted } from "effect"
import pg from "pg"
import { shardOf } from "../../../runtime-http/src/store/schedule/Shard.js"
import * as MasterKeys from "../../../runtime-http/src/store/secrets/MasterKeys.js"
import { Vault } from "../../../runtime-http/src/store/secrets/Vault.js"
import * as Databases from "../../support/process/Databases.js"
import * as Installation from "../../support/process/Installation.js"
import type { Bench } from "../Bench.js"

/** What to connect. */
export interface Connecting {
  readonly vendor: string
  /** The base address at the vendor. */
  readonly address: string
  readonly count: number
  /** When the first job is due; null for in a day. */
  readonly dueInSecs: number | null
}

/** An account with one organization, in a database of its own. */
export interface Customer {
  readonly database: Databases.Database
  /** A session for questions, whose processor time nobody measures. */
  readonly client: pg.Client
  readonly masterKey: string
  readonly apiKey: string
  /** Adds connections; returns their ids. */
  readonly connect: (connecting: Connecting) => Promise<ReadonlyArray<string>>
  /** Makes connections due now. */
  readonly makeDue: (ids: ReadonlyArray<string>) => Promise<void>
  /** How many jobs have succeeded. Throws if one has failed. */
  readonly succeeded: () => Promise<number>
  /** Waits until so many jobs have succeeded. */
  readonly untilSucceeded: (count: number) => Promise<void>
}

const LOOK_MILLIS = 50
const INTERVAL_SECS = 86_400
const TIMEOUT_SECS = 3_600

const insertConnections = `
  insert into connection (id, account_id, organization_id, vendor, state, refresh_interval_secs, timeout_secs, credentials)
  select id, $1, $1, $2, 'ACTIVE', ${INTERVAL_SECS}, ${TIMEOUT_SECS}, credentials
  from unnest($3::uuid[], $4::bytea[]) as row (id, credentials)`

const insertSchedules = `
  insert into schedule (connection_id, vendor, shard, interval_secs, timeout_secs, next_run_at)
  select id, vendor, row.shard, ${INTERVAL_SECS}, ${TIMEOUT_SECS}, clock_timestamp() + make_interval(secs => $3)
  from unnest($1::uuid[], $2::integer[]) as row (id, shard) join connection using (id)`

/** Creates the database, and drops it when the case ends. */
export const create = async (bench: Bench): Promise<Customer> => {
  const database = await Databases.create(bench.server)
  bench.cleanups.add(database.drop)
  const { apiKey, id: accountId } = await Installation.addAccount(database.url, "Benchmark")
  const client = new pg.Client({ connectionString: Databases.urlFor(database.url, "customer") })
  await client.connect()
  bench.cleanups.add(() => client.end())
  await client.query("insert into organization (id, account_id, name) values ($1, $1, 'Benchmark')", [accountId])
  const masterKey = Redacted.value(MasterKeys.generate())
  const vault = Vault.make(await Effect.runPromise(MasterKeys.parse(Redacted.make(masterKey))))

  const succeeded = async () => {
    const { rows } = await client.query<{ failed: string | null; count: string }>(
      "select max(failure_reason) filter (where status = 'FAILED') as failed, count(*) filter (where status = 'SUCCESS') as count from job"
    )
    const [row] = rows
    if (row?.failed != null) throw new Error(`A job failed: ${row.failed}`)
    return Number(row?.count ?? 0)
  }
  return {
    database,
    client,
    masterKey,
    apiKey,
    connect: async ({ address, count, dueInSecs, vendor }) => {
      const ids = Array.from({ length: count }, () => randomUUID())
      const credentials = Redacted.make(JSON.stringify({ base_url: address, api_key: "benchmark" }))
      const sealed = ids.map((id) => Buffer.from(Effect.runSync(vault.seal(id, credentials))))
      await client.query(insertConnections, [accountId, vendor, ids, sealed])
      await client.query(insertSchedules, [ids, ids.map(shardOf), dueInSecs ?? INTERVAL_SECS])
      return ids
    },
    makeDue: async (ids) => {
      await client.query("update schedule set next_run_at = clock_timestamp() where connection_id = any ($1::uuid[])", [
        ids
      ])
    },
    succeeded,
    untilSucceeded: async (count) => {
      while ((await succeeded()) < count) await sleep(LOOK_MILLIS)
    }
  }
}
