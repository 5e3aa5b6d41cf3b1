import { Connector, type DataExportType, Extractor, Health, Problem } from "@tributary/core"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "../../Sql.js"
import * as WebhookEvents from "../webhooks/WebhookEvents.js"
import { type ConnectionRow, type StoredUnreadFields, storedUnreadFieldsOf } from "./ConnectionRow.js"

/*
 * What another choice of types means for what is stored: records stay as they are, and what concerns only types that are not read any more
 * goes, because no job would end it.
 */

/** The types of data that jobs read from now on. */
export interface TypeChoice {
  /** Not empty. */
  readonly types: ReadonlyArray<DataExportType>
  /** The connector with everything that it exports. */
  readonly connector: Connector.Connector
}

/** How another choice differs from the one before. */
export interface TypeChange {
  /** The connector as jobs read it from now on. */
  readonly reading: Connector.Connector
  /** Whether something is read that was not. */
  readonly hasAdded: boolean
  /** Whether a running job must read nothing more: it would go on with what is not read any more, or with half of a list. */
  readonly endsJob: boolean
  /** The kinds of record that are not read any more. */
  readonly removedKinds: ReadonlyArray<string>
  /** The names of the extractors that do not run any more. */
  readonly endedExtractors: ReadonlyArray<string>
  /** The extractors that go on with other kinds of record. An unfinished scan has read a part of the list for the kinds before. */
  readonly cutExtractors: ReadonlyArray<{
    readonly name: string
    readonly exportType: DataExportType | null
    /** Whether they read further kinds, so that no earlier scan counts. */
    readonly hasGrown: boolean
  }>
}

const kindsOf = (connector: Connector.Connector): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(Connector.extractorsOf(connector).map(({ kinds, name }) => [name, kinds.map((kind) => kind.name)]))

/** The names of the extractors whose lists have records of several types. */
const sharedIn = (connector: Connector.Connector): ReadonlyArray<string> =>
  Connector.extractorsOf(connector).flatMap((each) => (Extractor.exportTypesOf(each).length > 1 ? [each.name] : []))

/** Compares a choice with the types before; an empty list of those means all. */
export const between = (before: ReadonlyArray<DataExportType>, { connector, types }: TypeChoice): TypeChange => {
  const reading = Connector.reading(connector, types)
  const former = kindsOf(Connector.reading(connector, before))
  const next = kindsOf(reading)
  // Any other list goes on where it was, however long it was not read.
  const shared = sharedIn(connector)
  const formerKinds = [...former.values()].flat()
  const nextKinds = [...next.values()].flat()
  const cutExtractors = Connector.extractorsOf(reading).flatMap((extractor) => {
    const { kinds, name } = extractor
    const earlier = former.get(name) ?? []
    const hasGrown = kinds.some((kind) => !earlier.includes(kind.name))
    if (!shared.includes(name) || (!hasGrown && kinds.length === earlier.length)) return []
    return [{ name, exportType: Extractor.exportTypesOf(extractor)[0] ?? null, hasGrown }]
  })
  const removedKinds = formerKinds.filter((kind) => !nextKinds.includes(kind))
  return {
    reading,
    hasAdded: nextKinds.some((kind) => !formerKinds.includes(kind)),
    endsJob: removedKinds.length > 0 || cutExtractors.length > 0,
    removedKinds,
    endedExtractors: [...former.keys()].filter((name) => !next.has(name)),
    cutExtractors
  }
}

interface ProblemRow {
  readonly extractor: string
  readonly reason: Problem.ProblemReason
  readonly export_type: DataExportType | null
  readonly endpoint: string | null
}

/** The health without what failed of types that are not read any more; null if the health stays as it is. */
const healthAfter = (
  { health_details }: ConnectionRow,
  { reading }: TypeChange,
  problems: ReadonlyArray<ProblemRow>
): Health.Health | null => {
  const details = JSON.parse(health_details ?? "[]") as NonNullable<Health.Health["details"]>
  const types = Connector.exportTypesOf(reading)
  if (details.every(({ data_export_type }) => types.includes(data_export_type))) return null
  const extractors = new Map(Connector.extractorsOf(reading).map((extractor) => [extractor.name, extractor]))
  return Health.fold(
    problems.flatMap(({ endpoint, export_type, extractor: name, reason }) => {
      const extractor = extractors.get(name)
      const failing = extractor === undefined ? [export_type ?? []].flat() : Extractor.exportTypesOf(extractor)
      const { health } = Problem.table[reason]
      return failing.map((type) => ({ data_export_type: type, health, endpoint }))
    })
  )
}

/** The unread fields without those of kinds that are not read any more. */
export const keptUnread = (before: ConnectionRow, change: TypeChange | null): ReadonlyArray<StoredUnreadFields> =>
  storedUnreadFieldsOf(before).filter(({ record_kind }) => change?.removedKinds.includes(record_kind) !== true)

/** Stores what follows from the change; the caller holds a transaction with a lock on the connection, and has ended its job if need be. */
export const apply = (
  sql: SqlClient.SqlClient,
  before: ConnectionRow,
  change: TypeChange
): Effect.Effect<void, SqlError> =>
  Effect.gen(function* () {
    const { id } = before
    const { cutExtractors, endedExtractors, removedKinds } = change
    if (removedKinds.length > 0) {
      yield* sql`delete from held_back_deletion where connection_id = ${id} and ${sql.in("kind", removedKinds)}`
      const unread = keptUnread(before, change)
      yield* sql`
        update connection set unread_fields = ${unread.length === 0 ? null : JSON.stringify(unread)} where id = ${id}`
    }
    if (endedExtractors.length > 0) {
      yield* sql`delete from connection_problem where connection_id = ${id} and ${sql.in("extractor", endedExtractors)}`
      // A list that was never read completely would make the connection look as if its first sync went on.
      yield* sql`
        delete from scan
        where connection_id = ${id} and last_scan_at is null and ${sql.in("extractor", endedExtractors)}`
      yield* sql`
        update scan set confirm_at = null where connection_id = ${id} and ${sql.in("extractor", endedExtractors)}`
    }
    for (const { exportType, hasGrown, name } of cutExtractors) {
      yield* sql`
        update connection_problem set export_type = ${exportType} where connection_id = ${id} and extractor = ${name}`
      yield* sql`
        update scan set mode = null, since = null, checkpoint = null, next_delta = null
        where connection_id = ${id} and extractor = ${name}`
      if (hasGrown) {
        yield* sql`
          update scan set delta = null, last_full_at = null, last_scan_at = null, added_at = clock_timestamp()
          where connection_id = ${id} and extractor = ${name}`
      }
    }
    const problems = yield* sql<ProblemRow>`
      select distinct on (extractor) extractor, reason, export_type, endpoint
      from connection_problem
      where connection_id = ${id}
      order by extractor, last_seen_at desc`
    const health = healthAfter(before, change, problems)
    if (health !== null) {
      yield* WebhookEvents.healthChanged(sql, id, health)
    }
  })
