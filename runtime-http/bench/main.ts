import { randomUUID } from "node:crypto"
import { Effect, Layer, Redacted } from "effect"
import pg from "pg"
import * as ApiKeys from "../src/store/accounts/ApiKeys.js"
import { Database } from "../src/store/postgres/Database.js"
import * as Migrator from "../src/store/postgres/Migrator.js"
import { RecordStore } from "../src/store/write/RecordStore.js"
import * as Fixture from "./Fixture.js"
import * as Reads from "./Reads.js"
import * as Table from "./Table.js"
import * as Writes from "./Writes.js"

const serverUrl = process.env["DATABASE_URL"]
if (serverUrl === undefined) {
  console.error(
    "Set DATABASE_URL to a Postgres server. The benchmark creates a database of its own there and drops it at the end."
  )
  process.exit(1)
}

const admin = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const name = `tributary_bench_${randomUUID().replaceAll("-", "")}`
const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href

const services = Layer.mergeAll(ApiKeys.layer, RecordStore.layer(), Migrator.layer).pipe(
  Layer.provideMerge(Database.layerUrl({ url: Redacted.make(databaseUrl), maxConnections: 10 }))
)

const filled = Effect.gen(function* () {
  const { apiKey, connectionId, lease } = yield* Fixture.connection
  const rows = yield* Writes.run(lease)
  return { rows, target: { databaseUrl, apiKey, connectionId } }
}).pipe(Effect.provide(services))

const startedAt = performance.now()
await admin(`create database ${name}`)
try {
  const { rows, target } = await Effect.runPromise(filled)
  Table.print("Writing users of about 0.9 KB in batches of 1,000, one after another", rows)
  Table.print(
    "Reading pages of 100 by cursor over 16 connections, in the server's processor time",
    await Reads.throughput(target)
  )
  Table.print(
    `One reader, ${Fixture.USERS.toLocaleString("en")} users: median time by the position of the page`,
    await Reads.latency(target, Fixture.USERS)
  )
} finally {
  await admin(`drop database if exists ${name} with (force)`)
}
console.log(
  `\n${((performance.now() - startedAt) / 1_000).toFixed(0)} s. Compare the ratios, which are similar on every machine.`
)
