/** Writes durations as PromQL has them; a test that cannot wait for minutes makes all of them shorter. */
export interface Durations {
  /** A duration, such as `5m`. */
  readonly minutes: (minutes: number) => string
  /** A number of seconds that a metric is compared with. */
  readonly seconds: (seconds: number) => string
}

/** The durations as they are meant. */
export const real: Durations = { minutes: (minutes) => `${minutes}m`, seconds: String }

/** All durations divided by this number. */
export const shortened = (by: number): Durations => ({
  minutes: (minutes) => `${Math.ceil((minutes * 60) / by)}s`,
  seconds: (seconds) => String(seconds / by)
})

/** What must wake or occupy somebody. */
export interface AlertRule {
  readonly name: string
  /** Whom it concerns: `page` wakes the platform team, `ticket` can wait for its working hours. */
  readonly severity: "page" | "ticket"
  readonly expr: (durations: Durations) => string
  /** For how many minutes the expression must hold. */
  readonly forMinutes: number
  /** What is wrong, with labels as Prometheus writes them. */
  readonly summary: string
  /** What to do. */
  readonly action: string
}

/** Ends of runs that say something about the vendor: the others are continued by another run, or were asked for. */
const ENDED = 'outcome!~"released|interrupted|lost|paused"'
const FAILED = 'outcome=~"failed|unauthorized"'

const jobs = (selector: string, window: string) =>
  `sum by (vendor) (increase(tributary_jobs_total{${selector}}[${window}]))`

/** What passes by itself, what an operator has decided, and what the next scans decide. */
const NOT_TO_MEND = "RATE_LIMITED|CONNECTOR_STOPPED|FIELDS_EMPTIED"

const sign = (name: string, expr: string) => `label_replace(${expr}, "sign", "${name}", "", "")`

const requests = (selector: string, window: string) =>
  `sum by (instance) (rate(tributary_http_requests_total${selector}[${window}]))`

/** The rules that are shipped. */
export const rules: ReadonlyArray<AlertRule> = [
  {
    name: "TributaryNotReady",
    severity: "page",
    expr: () => 'tributary_ready == 0 or up{job="tributary"} == 0',
    forMinutes: 2,
    summary: "{{ $labels.instance }} cannot serve requests.",
    action:
      "Ask its /readyz, which names the reason: the database, a background loop, or the start. If tributary_database_up is 0 everywhere, mend the database first; otherwise read the log of the process, and restart it if a loop is stuck."
  },
  {
    name: "TributaryJobsStartLate",
    severity: "page",
    expr: ({ seconds }) => `max by (vendor) (tributary_oldest_due_seconds) > ${seconds(300)}`,
    forMinutes: 5,
    summary: "A connection to {{ $labels.vendor }} has been due for {{ $value | humanizeDuration }}.",
    action:
      "Compare tributary_jobs_running with TRIBUTARY_JOBS_AT_ONCE times the processes: if all slots are taken, add processes or slots. If none is, read the log for the poll for due connections. `tributary hold` and `tributary connectors list` say whether somebody has stopped it."
  },
  {
    name: "TributaryVendorJobsFail",
    severity: "ticket",
    expr: ({ minutes }) => {
      const failed = jobs(FAILED, minutes(30))
      return `${failed} / ${jobs(ENDED, minutes(30))} > 0.5 and ${failed} > 2`
    },
    forMinutes: 5,
    summary: "{{ $value | humanizePercentage }} of the jobs of {{ $labels.vendor }} fail.",
    action:
      "Look at tributary_exports_total by reason and tributary_vendor_requests_total by status. Statuses of 500 and more, or none: the vendor is down, wait. 401 and 403 of all customers, or INTERNAL: the vendor has changed its API; stop the connector with `tributary connectors stop` if it reads wrong data."
  },
  {
    name: "TributaryConnectionsNeedOperator",
    severity: "ticket",
    expr: () =>
      `max by (vendor, reason) (tributary_connections_failing{owner="SERVICE", reason!~"${NOT_TO_MEND}"}) > 0`,
    forMinutes: 15,
    summary: "{{ $value }} connections to {{ $labels.vendor }} fail with {{ $labels.reason }}, which is yours to mend.",
    action:
      "The status of such a connection says what to do: raise timeout_secs for TIMEOUT, and the quota for QUOTA_EXCEEDED; for INTERNAL, the log has the cause."
  },
  {
    name: "TributaryConnectorStopped",
    severity: "ticket",
    expr: () => 'max by (vendor) (tributary_connections_failing{reason="CONNECTOR_STOPPED"}) > 0',
    forMinutes: 30,
    summary: "{{ $value }} connections to {{ $labels.vendor }} do not run, because somebody has stopped them.",
    action:
      "Look at `tributary status`, which says since when and why. If the reason is gone, run `tributary connectors resume`, or `tributary resume` if the installation is held; a process with TRIBUTARY_HOLD holds it again at its next start."
  },
  {
    name: "TributaryExportStale",
    severity: "ticket",
    expr: () => 'max by (vendor, data_export_type) (tributary_stale_lists{owner!="CUSTOMER"}) > 0',
    forMinutes: 15,
    summary: "{{ $value }} lists of {{ $labels.data_export_type }} from {{ $labels.vendor }} are not current.",
    action:
      "No complete scan for two intervals and one timeout, and not because of the customer. Look at the jobs of the connections: those that never end need a longer timeout_secs, those that fail have a reason, and if none starts, TributaryJobsStartLate says more, unless somebody has stopped the connector or holds the installation (`tributary connectors list`)."
  },
  {
    name: "TributaryDeletionsHeldBack",
    severity: "ticket",
    expr: () => "max by (vendor, record_kind) (tributary_held_back_deletions) > 0",
    forMinutes: 5,
    summary: "{{ $value }} deletions of {{ $labels.record_kind }} from {{ $labels.vendor }} wait for your decision.",
    action:
      "A complete scan misses so many records that the vendor may be wrong. Ask the customer or look at the tool, then confirm or dismiss them; until then the records stay."
  },
  {
    name: "TributaryTicketsStuck",
    severity: "page",
    expr: ({ seconds }) => `max by (vendor) (tributary_oldest_ticket_seconds) > ${seconds(900)}`,
    forMinutes: 5,
    summary: "A ticket for {{ $labels.vendor }} has waited for {{ $value | humanizeDuration }}.",
    action:
      "Look at tributary_outbound_attempts_total by outcome: WAIT and RETRY mean that the vendor does not take it, SEARCH that an attempt had no clear answer. No attempts at all: the connector is stopped, or the loop for due outbound jobs does not run."
  },
  {
    name: "TributaryOverloaded",
    severity: "page",
    expr: ({ minutes }) =>
      [
        sign("event loop", 'max by (instance) (tributary_event_loop_lag_seconds{quantile="0.99"}) > 0.5'),
        sign(
          "database",
          "(max by (instance) (tributary_database_pool_waiting) > 5 or max by (instance) (tributary_database_turns_waiting) > 32 or min by (instance) (tributary_database_up) == 0)"
        ),
        sign(
          "server errors",
          `${requests('{status=~"5.."}', minutes(5))} / ${requests("", minutes(5))} > 0.05 and ${requests("", minutes(5))} > 0.1`
        )
      ].join(" or "),
    forMinutes: 5,
    summary: "{{ $labels.instance }} answers late or not at all: {{ $labels.sign }}.",
    action:
      "Event loop: add processes, and compare tributary_event_loop_busy_seconds_total. Database: look for slow statements, then at tributary_account_database_seconds_total for whoever causes them. Server errors: the log has a line for each, with its request id."
  }
]

const quoted = (text: string) => JSON.stringify(text)

const toYaml = (durations: Durations) => (rule: AlertRule) =>
  `      - alert: ${rule.name}
        expr: ${quoted(rule.expr(durations))}
        for: ${durations.minutes(rule.forMinutes)}
        labels:
          severity: ${rule.severity}
        annotations:
          summary: ${quoted(rule.summary)}
          action: ${quoted(rule.action)}`

/** The file for Prometheus. */
export const yaml = (
  durations: Durations = real
): string => `# Written by \`pnpm generate\`. Rules for Prometheus, whose job for the processes is named \`tributary\`.
groups:
  - name: tributary
    rules:
${rules.map(toYaml(durations)).join("\n")}
`

/** The rows of the table in the README. */
export const rows: ReadonlyArray<ReadonlyArray<string>> = rules.map(({ action, expr, forMinutes, name, severity }) => [
  `\`${name}\``,
  severity,
  `\`${expr(real).replaceAll("|", "\\|")}\` for ${forMinutes} minutes`,
  action
])
