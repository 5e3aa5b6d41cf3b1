// telemetry: what the process counts about itself and the installation, and how it is shown to Prometheus and to an OTLP collector.

/** One metric, by the conventions of Prometheus: base units, and `_total` for what only grows. */
export interface Metric {
  readonly kind: "counter" | "gauge" | "histogram"
  readonly unit: "1" | "s" | "By"
  /** The names of the labels, whose values are bounded: templates of paths, names of vendors, codes. */
  readonly labels: ReadonlyArray<string>
  /**
   * Where the values are from: what this process has counted since its start, or what the database knows, which every process
   * reports alike.
   */
  readonly from: "process" | "database"
  /** What it measures, in one sentence. */
  readonly help: string
}

const counted = { kind: "counter", unit: "1", from: "process" } as const
const seconds = { kind: "histogram", unit: "s", from: "process" } as const
const now = { kind: "gauge", unit: "1", from: "process" } as const
const known = { kind: "gauge", unit: "1", from: "database" } as const
const age = { kind: "gauge", unit: "s", from: "database" } as const

/** Every metric that `/metrics` shows. */
export const table = {
  tributary_ready: {
    ...now,
    labels: [],
    help: "1 if this process can serve requests, as /readyz says; 0 while it starts or stops, and while its database or one of its loops fails."
  },
  tributary_http_requests_total: {
    ...counted,
    labels: ["method", "route", "status"],
    help: "Answered requests; the route is a template, `unknown` for a path that does not exist, `refused` for what was refused before its path was looked at; the status 499 is a client that left."
  },
  tributary_http_request_duration_seconds: {
    ...seconds,
    labels: ["method", "route"],
    help: "Time from the head of a request to its answer."
  },
  tributary_jobs_total: {
    ...counted,
    labels: ["vendor", "outcome"],
    help: "Runs of jobs that read a connection, by how they ended; `released`, `interrupted` and `lost` are continued by another run."
  },
  tributary_job_duration_seconds: { ...seconds, labels: ["vendor"], help: "Time that a run of a job took." },
  tributary_jobs_running: { ...now, labels: [], help: "Jobs that run in this process." },
  tributary_exports_total: {
    ...counted,
    labels: ["vendor", "data_export_type", "reason"],
    help: "Export types that jobs have read; the reason is `none`, or why the data could not be read."
  },
  tributary_records_total: {
    ...counted,
    labels: ["vendor", "record_kind", "change"],
    help: "Records that jobs have stored: created, changed, unchanged or deleted."
  },
  tributary_rejected_rows_total: {
    ...counted,
    labels: ["vendor", "record_kind"],
    help: "Rows that could not become records, or found no room in the quota."
  },
  tributary_vendor_requests_total: {
    ...counted,
    labels: ["vendor", "status"],
    help: "Requests to vendors, each attempt for itself; the status is `none` if no answer came."
  },
  tributary_vendor_request_duration_seconds: {
    ...seconds,
    labels: ["vendor"],
    help: "Time from a request to a vendor to the head of its answer."
  },
  tributary_vendor_waits_total: {
    ...counted,
    labels: ["vendor", "reason"],
    help: "Waits of jobs for their vendor of 1.5 seconds or more, such as for a rate limit."
  },
  tributary_vendor_wait_seconds_total: {
    ...counted,
    unit: "s",
    labels: ["vendor", "reason"],
    help: "How long these waits were going to be."
  },
  tributary_outbound_attempts_total: {
    ...counted,
    labels: ["vendor", "outcome"],
    help: "Attempts to create tickets, by what follows: SUCCESS, FAILED, RETRY, SEARCH, WAIT or RELEASE."
  },
  tributary_webhook_attempts_total: {
    ...counted,
    labels: ["outcome"],
    help: "Messages to webhooks, by what follows: DELIVERED, RETRY, DEAD after the last attempt, GONE if the receiver answered 410, or WAIT if the secret could not be opened."
  },
  tributary_event_loop_lag_seconds: {
    ...now,
    unit: "s",
    labels: ["quantile"],
    help: "How late the timers of this process were in the last 10 to 20 seconds."
  },
  tributary_event_loop_busy_seconds_total: {
    ...counted,
    unit: "s",
    labels: [],
    help: "How long the event loop was busy; its rate is the share of one core's time that is used up."
  },
  tributary_database_pool_connections: {
    ...now,
    labels: ["pool", "state"],
    help: "Connections to the database, busy or idle; the embedded database has one for everything, which is shown as `api`."
  },
  tributary_database_pool_limit: { ...now, labels: ["pool"], help: "How many connections the pool may open." },
  tributary_database_pool_waiting: {
    ...now,
    labels: ["pool"],
    help: "Statements and transactions that wait for a connection."
  },
  tributary_database_turns_waiting: {
    ...now,
    labels: [],
    help: "Statements of requests that wait for the turn of their account, before they wait for a connection; one account has 32 at most."
  },
  tributary_account_database_seconds_total: {
    ...counted,
    unit: "s",
    labels: ["account"],
    help: "Database time of the requests of the ten accounts with most of it since the start of this process."
  },
  tributary_dropped_series_total: {
    ...counted,
    labels: ["metric"],
    help: "Values that were added to the labels `other`, because a metric had too many series."
  },
  process_cpu_seconds_total: { ...counted, unit: "s", labels: [], help: "Processor time of this process." },
  process_resident_memory_bytes: { ...now, unit: "By", labels: [], help: "Memory of this process." },
  process_start_time_seconds: {
    ...now,
    unit: "s",
    labels: [],
    help: "When this process started, in seconds since 1970."
  },
  tributary_database_up: {
    ...now,
    labels: [],
    help: "1 if the database answered the statement for the metrics of the installation; if it did not, they are absent."
  },
  tributary_processes: { ...known, labels: [], help: "Processes of the installation that live." },
  tributary_connections: { ...known, labels: ["vendor", "state"], help: "Connections that are not deleted." },
  tributary_connections_failing: {
    ...known,
    labels: ["vendor", "reason", "owner"],
    help: "Active connections of which something cannot be read, by why, and by who must act: SERVICE is you."
  },
  tributary_due_connections: {
    ...known,
    labels: ["vendor"],
    help: "Connections that are due and whose job has not started; without those that are paused or stopped."
  },
  tributary_oldest_due_seconds: {
    ...age,
    labels: ["vendor"],
    help: "How long ago the oldest of them was due; 0 if none is."
  },
  tributary_oldest_success_seconds: {
    ...age,
    labels: ["vendor", "data_export_type"],
    help: "How long ago the last complete scan of the least current list of active connections began, or its connection was made."
  },
  tributary_stale_lists: {
    ...known,
    labels: ["vendor", "data_export_type", "owner"],
    help: "Lists of active connections that have had no complete scan for two intervals and one timeout, by who must act."
  },
  tributary_held_back_deletions: {
    ...known,
    labels: ["vendor", "record_kind"],
    help: "Records whose deletion waits for your decision."
  },
  tributary_open_tickets: {
    ...known,
    labels: ["vendor", "status"],
    help: "Jobs that create tickets and have not ended, QUEUED or RUNNING."
  },
  tributary_oldest_ticket_seconds: {
    ...age,
    labels: ["vendor"],
    help: "How long ago the oldest of them was accepted; 0 if there is none."
  },
  tributary_pending_deliveries: {
    ...known,
    labels: [],
    help: "Events that webhooks are still to be told, without those of paused webhooks."
  },
  tributary_oldest_delivery_seconds: {
    ...age,
    labels: [],
    help: "For how long the delivery that is due longest has waited; 0 if none is. Deliveries that failed wait for their next attempt first."
  }
} as const satisfies Readonly<Record<string, Metric>>

type Table = typeof table

/** The name of a metric. */
export type MetricName = keyof Table

type OfKind<Kind extends Metric["kind"]> = {
  readonly [Name in MetricName]: Table[Name]["kind"] extends Kind ? Name : never
}[MetricName]

export type CounterName = OfKind<"counter">
export type GaugeName = OfKind<"gauge">
export type HistogramName = OfKind<"histogram">

type Texts<Names extends ReadonlyArray<string>> = { readonly [Index in keyof Names]: string }

/** The values of the labels of a metric, in the order of the table. */
export type LabelsOf<Name extends MetricName> = Texts<Table[Name]["labels"]>

/** The upper bounds of the buckets of every histogram, in seconds: from a record by its id to the longest jobs. */
export const buckets: ReadonlyArray<number> = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 300, 3_600]

/** The help text of a metric, which says how values of several processes belong together. */
export const helpOf = ({ from, help }: Metric): string =>
  from === "database" ? `${help} Every process reports the same value: take the max.` : help
