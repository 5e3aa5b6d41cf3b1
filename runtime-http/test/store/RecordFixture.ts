import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { layer } from "@effect/vitest"
import { Batch, Extractor, NormalizedRecord, RecordKind, Result } from "@tributary/core"
import { Effect, Layer, Stream } from "effect"
import { connectionClaim, connectionScope } from "../../src/store/accounts/AccessScope.js"
import * as ApiKeys from "../../src/store/accounts/ApiKeys.js"
import type { Include, ListPage, ListRequest, Start } from "../../src/store/read/PageRequest.js"
import { RecordQuery } from "../../src/store/read/RecordQuery.js"
import type { Lease } from "../../src/store/schedule/Lease.js"
import { RecordStore, type RecordStoreOptions } from "../../src/store/write/RecordStore.js"
import { type Scan, storePages, totalOf } from "../../src/store/write/Scan.js"
import { onPostgres, TestDatabase } from "../TestDatabase.js"
import { wholeAccount } from "./WholeAccount.js"

/** A page whose items are apart. */
export type ReadPage = Omit<ListPage, "count" | "isCut">

/** The JSON of each item, spelled as stored, because `JSON.stringify` wrote that too. */
export const apart = ({ count, isCut: _, items: parts, ...page }: ListPage): ReadPage => {
  const items = (JSON.parse(`[${parts.join(",")}]`) as ReadonlyArray<unknown>).map((item) => JSON.stringify(item))
  if (items.length !== count) throw new Error(`A page of ${items.length} items says that it has ${count}.`)
  return { ...page, items }
}

const services = (options: RecordStoreOptions) =>
  Layer.mergeAll(RecordStore.layer(options), Layer.provide(RecordQuery.layer, ApiKeys.layer))

const withPostgres = (options: RecordStoreOptions = {}) =>
  services(options).pipe(Layer.provideMerge(TestDatabase.postgres))

const withEmbedded = (options: RecordStoreOptions = {}) =>
  services(options).pipe(Layer.provideMerge(TestDatabase.embedded))

const withEither = (options: RecordStoreOptions) => services(options).pipe(Layer.provideMerge(TestDatabase.layer))

type Tests = Parameters<ReturnType<typeof layer<Layer.Layer.Success<ReturnType<typeof withPostgres>>, never>>>[1]

/** Defines tests that run on a database of their own, on a Postgres server only. */
export const postgres = (name: string, tests: Tests): void => onPostgres(name, () => layer(withPostgres())("", tests))

/** The same on a table `record` that an operator has partitioned. */
export const partitioned = (name: string, tests: Tests): void =>
  onPostgres(`${name}, partitioned`, () =>
    layer(services({}).pipe(Layer.provideMerge(TestDatabase.partitioned)))("", tests)
  )

/** Defines tests that run on a Postgres server if there is one, otherwise on the embedded database: their SQL is the same on both. */
export const eitherDatabase = (name: string, tests: Tests, options: RecordStoreOptions = {}): void =>
  layer(withEither(options))(name, tests)

/** Defines tests that run on both kinds of database: those of the statements that every write and every read uses. */
export const bothDatabases = (name: string, tests: Tests, options: RecordStoreOptions = {}): void => {
  onPostgres(`${name}, Postgres`, () => layer(withPostgres(options))("", tests))
  layer(withEmbedded(options))(`${name}, embedded`, tests)
}

/** Creates a connection with a lease for its job. */
export const connection = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const id: string = randomUUID()
  yield* sql`insert into account (id, name) values (${id}, 'test')`
  const keyHash = Buffer.from(id)
  yield* sql`insert into api_key (id, account_id, label, hash) values (${id}, ${id}, 'test', ${keyHash})`
  yield* sql`insert into organization (id, account_id, name) values (${id}, ${id}, 'test')`
  yield* sql`
    insert into connection (id, account_id, organization_id, vendor, state, refresh_interval_secs, timeout_secs)
    values (${id}, ${id}, ${id}, 'OKTA', 'ACTIVE', 60, 60)`
  yield* sql`
    insert into schedule (connection_id, vendor, shard, interval_secs, timeout_secs, fence)
    values (${id}, 'OKTA', 1, 60, 60, 7)`
  const lease: Lease = { connectionId: id, fence: 7, timeoutSecs: 60, crashLoop: null }
  return {
    id,
    lease,
    scope: connectionScope(wholeAccount(id, id), id, "OKTA"),
    claim: connectionClaim(keyHash, id),
    owner: { connectionId: id, vendor: "OKTA" }
  }
})

export type Connection = Effect.Effect.Success<typeof connection>

export type Draft = Readonly<Record<string, unknown>>

export const user = (vendorId: string, fields: Draft = {}): Draft => ({
  domain: "acme.com",
  email_addr: `${vendorId}@acme.com`,
  full_name: `User ${vendorId}`,
  name: vendorId,
  vendor_id: vendorId,
  vendor_status: "ACTIVE",
  vendor_created_at: "2024-01-01T00:00:00Z",
  ...fields
})

export const group = (vendorId: string, fields: Draft = {}): Draft => ({
  types: ["OKTA_GROUP"],
  description: "",
  name: vendorId,
  vendor_id: vendorId,
  vendor_created_at: "2024-01-01T00:00:00Z",
  ...fields
})

export const application = (vendorId: string, fields: Draft = {}): Draft => ({
  name: vendorId,
  vendor_id: vendorId,
  vendor_status: "ACTIVE",
  vendor_created_at: "2024-01-01T00:00:00Z",
  ...fields
})

export const membership = (groupId: string, userId: string): Draft => ({
  group_vendor_id: groupId,
  user_vendor_id: userId
})

export const deviceGroup = (vendorId: string, fields: Draft = {}): Draft => ({
  name: vendorId,
  vendor_id: vendorId,
  ...fields
})

export const deviceGroupMember = (groupId: string, deviceId: string): Draft => ({
  group_vendor_id: groupId,
  device_vendor_id: deviceId
})

export const device = (vendorId: string, fields: Draft = {}): Draft => ({
  status: "ACTIVE",
  platform: "LINUX",
  hostnames: [vendorId],
  fqdns: [],
  ipv4s: [],
  ipv6s: [],
  mac_addresses: [],
  source_vendors: [],
  vendor_id: vendorId,
  ...fields
})

export const vulnerability = (vendorId: string, fields: Draft = {}): Draft => ({
  device: { id: "d", hostnames: [], ipv4s: [], platform: "LINUX", vendor_id: "d" },
  name: vendorId,
  severity: "HIGH",
  vendor_severity: "High",
  state: "OPEN",
  cve: [],
  vendor_id: vendorId,
  ...fields
})

export const itsmUser = (vendorId: string): Draft => ({
  name: vendorId,
  status: "ACTIVE",
  vendor_attributes: { id: vendorId, vendor: "JIRA", created_at: null, updated_at: null, data: null }
})

export const users = (count: number, fields: Draft = {}): ReadonlyArray<Draft> =>
  Array.from({ length: count }, (_, index) => user(`u${index}`, fields))

export const batch = (
  { owner }: Connection,
  kind: RecordKind.Any,
  drafts: ReadonlyArray<Draft>,
  removed: ReadonlyArray<string> = []
): Batch.Batch => {
  const made = Batch.make(kind, owner, drafts.map(Result.succeed), removed)
  if (made.rejections.length > 0) throw new Error(JSON.stringify(made.rejections))
  return made
}

export const page = (
  batches: ReadonlyArray<Batch.Batch>,
  checkpoint: Extractor.Checkpoint | null = null,
  total: number | null = null
): Extractor.Page => ({ batches, checkpoint, delta: null, ...(total === null ? {} : { total }) })

/** An extractor for tests that use only its identity. */
export const extractor = (
  kinds: Extractor.Any["kinds"],
  fields: Partial<Pick<Extractor.Any, "hasDeltaState" | "isIncremental" | "lookbackSecs" | "usesDeltaToken">> = {}
): Extractor.Any => ({
  ...Extractor.fromStream({
    record: kinds[0] ?? RecordKind.IdpUser,
    endpoint: `/${kinds.map((kind) => kind.name).join("+")}`,
    permissions: [],
    // Streams of events have to be.
    isIncremental: true,
    pages: () => Stream.empty
  }),
  isIncremental: false,
  ...fields,
  kinds
})

export const open = (at: Connection, of: Extractor.Any, baseline = "acme") =>
  Effect.flatMap(RecordStore, (store) => store.open(at.lease, of, baseline))

/** Stores a page; returns the counts of all kinds together. */
export const write = (scan: Scan, ...batches: ReadonlyArray<Batch.Batch>) =>
  Effect.flatMap(RecordStore, (store) => Effect.map(store.write(scan, page(batches)), (counts) => totalOf(counts)))

/** Begins a full scan, whatever an earlier one left behind. */
export const openAnew = (at: Connection, of: Extractor.Any) =>
  Effect.gen(function* () {
    const store = yield* RecordStore
    yield* store.restart(yield* open(at, of))
    return yield* open(at, of)
  })

/** Stores records in a scan that never ends. */
export const put = (at: Connection, kind: RecordKind.Any, drafts: ReadonlyArray<Draft>) =>
  Effect.flatMap(openAnew(at, extractor([kind])), (scan) => write(scan, batch(at, kind, drafts)))

/** Ends a scan that has no more pages; `total` is what the vendor announced. Returns the counts of all kinds together. */
export const close = (scan: Scan, total: number | null = null) =>
  Effect.gen(function* () {
    const store = yield* RecordStore
    const { counts, ...closing } = yield* store.close(
      yield* storePages(scan, Stream.make(page([], null, total)), (it) => store.write(scan, it))
    )
    return { ...closing, ...totalOf(counts) }
  })

/** Runs a whole scan of one page, of a vendor that announces no total, and ends it. */
export const scanUncounted = (at: Connection, of: Extractor.Any, ...batches: ReadonlyArray<Batch.Batch>) =>
  Effect.flatMap(open(at, of), (scan) => Effect.zipRight(write(scan, ...batches), close(scan)))

/** Runs a whole scan of one page, of a vendor that announces the right total, and ends it. */
export const scanAll = (at: Connection, of: Extractor.Any, ...batches: ReadonlyArray<Batch.Batch>) =>
  Effect.flatMap(open(at, of), (scan) => {
    const own = batches.filter(({ kind }) => kind.name === of.kinds[0]?.name)
    const total = own.reduce((sum, { records, rejections }) => sum + records.length + rejections.length, 0)
    return Effect.zipRight(write(scan, ...batches), close(scan, total))
  })

/** Moves all instants that are stored of the connection's scans into the past, as if so many hours had passed. */
export const later = (at: Connection, hours: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = {
      scan: ["started_at", "progressed_at", "last_full_at", "last_scan_at", "confirm_at"],
      missing_record: ["since"],
      missing_total: ["since"],
      held_back_deletion: ["since"],
      kept_field: ["since"]
    }
    for (const [table, names] of Object.entries(columns)) {
      for (const name of names) {
        yield* sql`
          update ${sql(table)} set ${sql(name)} = ${sql(name)} - ${hours}::float8 * interval '1 hour'
          where connection_id = ${at.id}`
      }
    }
  })

/** A filter by terms of one facet, such as `status:NEW`. */
export const any = (...terms: ReadonlyArray<string>): ListRequest["filters"][number] => {
  const parts = terms.map((term) => [term.split(":", 1)[0] ?? "", term.slice(term.indexOf(":") + 1)] as const)
  return {
    facet: parts[0]?.[0] ?? "",
    any: parts.map(([, value]) => (value === "true" || value === "false" ? value === "true" : value))
  }
}

export const beginning: Start = { _tag: "Offset", offset: 0 }

export const list = (at: Connection, kind: RecordKind.Any, fields: Partial<ListRequest> = {}) =>
  Effect.flatMap(RecordQuery, (query) => {
    const page = query.list({
      claim: at.claim,
      kind,
      start: beginning,
      limit: 100,
      updatedSince: null,
      filters: [],
      periods: [],
      related: [],
      ids: null,
      includes: [],
      onRequest: [],
      wantsTotal: false,
      ...fields
    })
    return Effect.map(page, ({ value }) => apart(value))
  })

export interface Item {
  readonly id: string
  readonly vendor_id: string
  readonly name: string
  readonly [field: string]: unknown
}

export const parse = (items: ReadonlyArray<string>): ReadonlyArray<Item> =>
  items.map((item) => JSON.parse(item) as Item)

export const vendorIds = (items: ReadonlyArray<string>): ReadonlyArray<string> =>
  parse(items).map((item) => item.vendor_id)

export const idOf = (at: Connection, kind: RecordKind.Any, vendorId: string): string =>
  NormalizedRecord.deriveId(at.id, kind.name, vendorId)

/** The stored rows in change order, with the columns that no API shows. */
export const stored = (at: Connection, kind: RecordKind.Any) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{
      readonly vendor_id: string
      readonly position: number
      readonly updated: string
      readonly place: string
      readonly is_gone: boolean
      readonly is_listed: boolean
    }>`
      select vendor_id, position, updated_at::text as updated, ctid::text as place, is_gone, is_listed
      from record
      where connection_id = ${at.id} and kind = ${kind.name}
      order by position`
  )

export const counter = (at: Connection, kind: RecordKind.Any) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly position: number; readonly total: number }>`
        select position, total
        from record_counter
        where connection_id = ${at.id} and kind = ${kind.name}`,
      (rows) => rows[0] ?? { position: 0, total: 0 }
    )
  )

export const groupsOfUser: Include = { field: "groups", relation: RecordKind.IdpGroupMembership, from: "source" }
export const applicationsOfUser: Include = {
  field: "applications",
  relation: RecordKind.IdpApplicationAssignment,
  from: "source"
}
export const groupsOfGroup: Include = { field: "groups", relation: RecordKind.IdpGroupNesting, from: "target" }
export const usersOfGroup: Include = { field: "users", relation: RecordKind.IdpGroupMembership, from: "target" }
