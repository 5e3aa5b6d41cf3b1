// telemetry/installation: what the database, its pools and the readiness of the process say, as metrics.

import { Problem, type Problem as Reasons } from "@tributary/core"
import { Context, Duration, Effect, Layer, Option } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import * as InstallationFacts from "../../store/jobs/InstallationFacts.js"
import { asking, type Told, told } from "../Metrics.js"
import { shared } from "../Shared.js"

type Fact = InstallationFacts.Fact

/** How long one answer of the database serves all who ask. */
const SHARED_MILLIS = 5_000
/** The statement rests for so many times as long as it took, so that it takes at most 3 % of a processor: about a second with 300,000 lists. */
const REST = 30
/** Without an answer, it took as long as it may: a shorter rest, so that a database that is back shows soon. */
const REST_UNANSWERED = 2
/** How long the statement may take; a scrape must not fail because of it. */
const LIMIT = "5 seconds"

const vendorOf = ({ vendor }: Fact): string => vendor ?? ""
const detailOf = ({ detail }: Fact): string => detail ?? ""

/** Who must act: the operator, unless the reason says otherwise. */
const ownerOf = (reason: string | null): string =>
  reason !== null && reason in Problem.table ? Problem.ownerOf(reason as Reasons.ProblemReason) : "SERVICE"

/** One value for each combination of labels: the sum, or the largest. */
const combined = (
  values: ReadonlyArray<Told>,
  combine: (one: number, other: number) => number
): ReadonlyArray<Told> => {
  const byLabels = new Map<string, Told>()
  for (const each of values) {
    const key = each.labels.join("\u0000")
    const known = byLabels.get(key)
    byLabels.set(key, known === undefined ? each : { ...each, value: combine(known.value, each.value) })
  }
  return [...byLabels.values()]
}

const sum = (one: number, other: number) => one + other

const ofLists = (lists: ReadonlyArray<Fact>): ReadonlyArray<Told> => {
  const ages = lists.map((fact) =>
    told("tributary_oldest_success_seconds", [vendorOf(fact), detailOf(fact)], fact.oldestSecs ?? 0)
  )
  const stale = lists.map((fact) =>
    told("tributary_stale_lists", [vendorOf(fact), detailOf(fact), ownerOf(fact.reason)], fact.count)
  )
  return [...combined(ages, Math.max), ...combined(stale, sum)]
}

/** The values of each kind of fact. A single process does not register, and lives. Ages of what there is none of are 0, so that whoever looks sees that there is none. */
const metricsOf = (facts: ReadonlyArray<Fact>): ReadonlyArray<Told> => {
  const of = (name: InstallationFacts.FactName) => facts.filter((fact) => fact.name === name)
  const each = (name: InstallationFacts.FactName, toMetric: (fact: Fact) => Told) => of(name).map(toMetric)
  const vendors = [...new Set(of("connections").map(vendorOf))]
  const oldest = (name: InstallationFacts.FactName, vendor: string) =>
    Math.max(0, ...of(name).flatMap((fact) => (fact.vendor === vendor ? [fact.oldestSecs ?? 0] : [])))
  const due = (vendor: string) => of("due").find((fact) => fact.vendor === vendor)?.count ?? 0
  const failing = each("failing", (fact) =>
    told("tributary_connections_failing", [vendorOf(fact), detailOf(fact), ownerOf(fact.detail)], fact.count)
  )
  return [
    ...each("processes", ({ count }) => told("tributary_processes", [], Math.max(1, count))),
    ...each("connections", (fact) => told("tributary_connections", [vendorOf(fact), detailOf(fact)], fact.count)),
    ...failing,
    ...vendors.flatMap((vendor) => [
      told("tributary_due_connections", [vendor], due(vendor)),
      told("tributary_oldest_due_seconds", [vendor], oldest("due", vendor)),
      told("tributary_oldest_ticket_seconds", [vendor], oldest("tickets", vendor))
    ]),
    ...of("deliveries").flatMap(({ count, oldestSecs }) => [
      told("tributary_pending_deliveries", [], count),
      told("tributary_oldest_delivery_seconds", [], Math.max(0, oldestSecs ?? 0))
    ]),
    ...ofLists(of("lists")),
    ...each("held back", (fact) => told("tributary_held_back_deletions", [vendorOf(fact), detailOf(fact)], fact.count)),
    ...each("tickets", (fact) => told("tributary_open_tickets", [vendorOf(fact), detailOf(fact)], fact.count))
  ]
}

/** What the database knows. Asked at most every five seconds, for five seconds at most; without an answer, only that there is none. */
export const layer: Layer.Layer<never, never, SqlClient.SqlClient> = Layer.scopedDiscard(
  Effect.gen(function* () {
    const loaded = yield* InstallationFacts.loaded
    const context = yield* Effect.context<SqlClient.SqlClient>()
    const sql = Context.get(context, SqlClient.SqlClient)
    // The limit of the statement ends it also behind a pooler, where nothing cancels it.
    const read: Effect.Effect<ReadonlyArray<Fact>, SqlError> = Effect.provideService(
      Effect.zipRight(
        sql`set local statement_timeout = ${sql.literal(String(Duration.toMillis(LIMIT)))}`,
        InstallationFacts.load(loaded)
      ),
      SqlClient.SqlClient,
      sql
    ).pipe(sql.withTransaction)
    const source = Effect.option(Effect.timeout(read, LIMIT)).pipe(
      Effect.withTracerEnabled(false),
      Effect.map(
        Option.match({
          onNone: () => ({ rest: REST_UNANSWERED, metrics: [told("tributary_database_up", [], 0)] }),
          onSome: (facts) => ({ rest: REST, metrics: [told("tributary_database_up", [], 1), ...metricsOf(facts)] })
        })
      )
    )
    yield* asking(
      Effect.map(
        shared(source, SHARED_MILLIS, ({ rest }) => rest),
        ({ metrics }) => metrics
      )
    )
  })
)
