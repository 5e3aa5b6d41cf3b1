import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { DEFAULT_REGION } from "../accounts/ApiKeys.js"
import { isUuid } from "../postgres/RecordTable.js"
import { columns as columnsOfRow, joined as joinedTables, type Untokened } from "./ConsentRow.js"
import { isInterrupted } from "./Interruption.js"

/** For how many minutes a browser may stay on the vendor's page. */
export const VISIT_MINUTES = 10

/** For how many minutes a visit is kept: one that ends last shows how it ended when the page is loaded again. */
export const KEPT_MINUTES = 2 * VISIT_MINUTES

/** The most visits of one consent that are kept; the oldest ends. */
const MOST_VISITS = 20

/** A visit to the vendor's page. */
export interface Visit {
  /** The hash of the state with which the browser left first. */
  readonly state: Uint8Array
  /** How often the customer had consented when the browser left. */
  readonly granted: number
  /** The number of the link that counted then. */
  readonly link: number
}

/** How a visit ended. */
export interface Outcome {
  /** Whether the connection is connected now. */
  readonly isConnected: boolean
  /** What the customer is told. */
  readonly text: string
}

/** A visit whose browser has come back. */
export interface Arrival {
  readonly visit: Visit
  /** The consent as it is now. */
  readonly consent: Untokened
  /** Where the browser goes afterwards; null for a page of this service, as for a visit for which the page of a link waits. */
  readonly returnUrl: string | null
  /** Whether the browser was away until now, so that whoever asks has to end the visit. */
  readonly isFirst: boolean
  /** How the visit ended; null if it has not yet. */
  readonly outcome: Outcome | null
  /** Whether the process must have died that was to end the visit. */
  readonly isInterrupted: boolean
}

/** The visits of browsers to the pages of vendors. Only the connections of one region are known, as with keys and sessions. */
export class Visits extends Context.Tag("@tributary/runtime-http/Visits")<
  Visits,
  {
    /** The consent of a connection; null if there is none, or if the connection is deleted. */
    readonly consentOf: (connectionId: string) => Effect.Effect<Untokened | null, SqlError>
    /**
     * Notes that a browser goes to the vendor's page, by the hashes of its state, and of the browser's cookie. Why an earlier visit
     * gave no consent is over: who waits for this one sees then that it has ended, even if it ends in the same words.
     */
    readonly depart: (
      consent: Pick<Untokened, "granted" | "id" | "link">,
      hashes: { readonly state: Uint8Array; readonly browser: Uint8Array }
    ) => Effect.Effect<void, SqlError>
    /**
     * Notes that the browser with one of these secrets has come back from a visit that began with this state. Null if there is no such visit, if it is
     * too old, or if the connection is deleted.
     */
    readonly arrive: (hashes: {
      readonly state: Uint8Array
      readonly browsers: ReadonlyArray<Uint8Array>
    }) => Effect.Effect<Arrival | null, SqlError>
    /** Lets the browser of a visit go on to another page of the vendor, for as long again. */
    readonly goOn: (visit: Pick<Visit, "state">) => Effect.Effect<void, SqlError>
    /**
     * Ends a visit, unless it has ended already. `problem` is what the connection says from then on of a visit that has connected nothing: nothing
     * new if its link does not count any more, or if a visit that began later has ended before.
     */
    readonly end: (visit: Pick<Visit, "state">, outcome: Outcome, problem: string) => Effect.Effect<void, SqlError>
  }
>() {}

interface ArrivalRow extends Visit {
  readonly is_connected: boolean | null
  readonly told: string | null
  readonly is_interrupted: boolean
  readonly return_url: string | null
}

/** Stores the visits for the accounts of one region. */
export const make = (region: string = DEFAULT_REGION): Effect.Effect<Visits["Type"], never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(columnsOfRow)
    const joined = sql`${sql.literal(joinedTables)} and account_id in (select id from account where region = ${region})`

    const consentOf: Visits["Type"]["consentOf"] = (connectionId) =>
      Effect.gen(function* () {
        if (!isUuid(connectionId)) return null
        const [row] = yield* sql<Untokened>`select ${columns} from ${joined} where connection_id = ${connectionId}`
        return row ?? null
      })

    const depart: Visits["Type"]["depart"] = ({ granted, id, link }, { browser, state }) =>
      Effect.gen(function* () {
        yield* sql`
          delete from consent_visit
          where state in (
            select state from consent_visit where consent_id = ${id} order by created_at desc offset ${MOST_VISITS - 1}
          )`
        yield* sql`insert into consent_visit ${sql.insert({ state, browser, consent_id: id, granted, link })}`
        yield* sql`update consent set problem = null where id = ${id} and link = ${link}`
      })

    const arrive: Visits["Type"]["arrive"] = ({ browsers, state }) =>
      Effect.gen(function* () {
        if (browsers.length === 0) return null
        const own = sql`
          state = ${state} and browser in ${sql.in(browsers)} and consent_id in (select consent.id from ${joined})`
        const isYoung = sql`created_at > clock_timestamp() - make_interval(mins => ${VISIT_MINUTES})`
        const first = yield* sql`
          update consent_visit set returned_at = clock_timestamp()
          where ${own} and returned_at is null and is_connected is null and ${isYoung}
          returning 1`
        // Before the visit: one that ends with its consent between both statements then shows how it ended.
        const [consent] = yield* sql<Untokened>`
          select ${columns} from ${joined}
          where consent.id = (select consent_id from consent_visit where state = ${state})`
        if (consent === undefined) return null
        const [row] = yield* sql<ArrivalRow>`
          select
            state, consent_visit.granted, consent_visit.link, is_connected, told,
            ${sql.literal(isInterrupted)} as is_interrupted,
            case
              when not exists (
                select from connect_session
                where
                  connect_session.connection_id = consent.connection_id and consent_link = consent_visit.link
                  and expires_at > statement_timestamp()
              ) then return_url
            end as return_url
          from consent_visit join consent on consent.id = consent_id
          -- One that is away may have gone on since the other statement.
          where ${own} and (returned_at is not null or is_connected is not null or ${isYoung})`
        if (row === undefined) return null
        return {
          visit: { state: row.state, granted: row.granted, link: row.link },
          consent,
          returnUrl: row.return_url,
          isFirst: first.length > 0,
          outcome: row.is_connected === null ? null : { isConnected: row.is_connected, text: row.told ?? "" },
          isInterrupted: row.is_interrupted
        }
        // If a later statement fails, the browser has not come back yet.
      }).pipe(sql.withTransaction)

    const goOn: Visits["Type"]["goOn"] = (visit) =>
      Effect.asVoid(sql`
        update consent_visit set returned_at = null, created_at = clock_timestamp() where state = ${visit.state}`)

    const end: Visits["Type"]["end"] = ({ state }, { isConnected, text }, problem) =>
      Effect.asVoid(sql`
        with
          ended as (
            update consent_visit set is_connected = ${isConnected}, told = ${text}
            where state = ${state} and is_connected is null
            returning consent_id, link, created_at, is_connected
          )
        update consent
        set problem = ${problem}
        from ended
        where
          consent.id = consent_id and consent.link = ended.link and not is_connected
          and not exists (
            select 1 from consent_visit as later
            where
              later.consent_id = ended.consent_id and later.created_at > ended.created_at
              and later.is_connected is not null
          )`)

    return Visits.of({ consentOf, depart, arrive, goOn, end })
  })

/** The visits for the accounts of one region. */
export const layerIn = (region: string): Layer.Layer<Visits, never, SqlClient.SqlClient> =>
  Layer.effect(Visits, make(region))

/** The visits of an installation with a single region. */
export const layer: Layer.Layer<Visits, never, SqlClient.SqlClient> = Layer.effect(Visits, make())
