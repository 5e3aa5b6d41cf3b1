/** One panel of the dashboard. */
export interface Panel {
  readonly title: string
  /** The unit as Grafana names it. */
  readonly unit: "short" | "s" | "reqps" | "ops" | "percentunit" | "bytes"
  /** A line for each expression, with the text that names it. */
  readonly lines: ReadonlyArray<readonly [expr: string, legend: string]>
}

const rate = (metric: string, by: string, selector = "") =>
  `sum by (${by}) (rate(${metric}${selector}[$__rate_interval]))`

const percentile = (metric: string, by: string) =>
  `histogram_quantile(0.95, sum by (le, ${by}) (rate(${metric}_bucket[$__rate_interval])))`

/** The panels by their rows. */
export const rows: ReadonlyArray<{ readonly title: string; readonly panels: ReadonlyArray<Panel> }> = [
  {
    title: "What must be mended",
    panels: [
      { title: "Ready", unit: "short", lines: [["tributary_ready", "{{instance}}"]] },
      {
        title: "Oldest due connection",
        unit: "s",
        lines: [["max by (vendor) (tributary_oldest_due_seconds)", "{{vendor}}"]]
      },
      {
        title: "Failing connections by who must act",
        unit: "short",
        lines: [
          [
            "sum by (vendor, reason, owner) (max by (vendor, reason, owner) (tributary_connections_failing))",
            "{{vendor}} {{reason}} ({{owner}})"
          ]
        ]
      },
      {
        title: "Lists that are not current",
        unit: "short",
        lines: [
          [
            "max by (vendor, data_export_type, owner) (tributary_stale_lists)",
            "{{vendor}} {{data_export_type}} ({{owner}})"
          ]
        ]
      },
      {
        title: "Deletions that wait for a decision",
        unit: "short",
        lines: [["max by (vendor, record_kind) (tributary_held_back_deletions)", "{{vendor}} {{record_kind}}"]]
      },
      {
        title: "Oldest open ticket",
        unit: "s",
        lines: [["max by (vendor) (tributary_oldest_ticket_seconds)", "{{vendor}}"]]
      }
    ]
  },
  {
    title: "Jobs",
    panels: [
      {
        title: "Jobs by outcome",
        unit: "ops",
        lines: [[rate("tributary_jobs_total", "vendor, outcome"), "{{vendor}} {{outcome}}"]]
      },
      {
        title: "Jobs that run",
        unit: "short",
        lines: [["sum by (instance) (tributary_jobs_running)", "{{instance}}"]]
      },
      {
        title: "Duration of jobs, p95",
        unit: "s",
        lines: [[percentile("tributary_job_duration_seconds", "vendor"), "{{vendor}}"]]
      },
      {
        title: "Exports that failed, by reason",
        unit: "ops",
        lines: [[rate("tributary_exports_total", "vendor, reason", '{reason!="none"}'), "{{vendor}} {{reason}}"]]
      },
      { title: "Records by change", unit: "ops", lines: [[rate("tributary_records_total", "change"), "{{change}}"]] },
      {
        title: "Rejected rows",
        unit: "ops",
        lines: [[rate("tributary_rejected_rows_total", "vendor, record_kind"), "{{vendor}} {{record_kind}}"]]
      },
      {
        title: "Age of the last complete scan",
        unit: "s",
        lines: [
          ["max by (vendor, data_export_type) (tributary_oldest_success_seconds)", "{{vendor}} {{data_export_type}}"]
        ]
      },
      {
        title: "Connections",
        unit: "short",
        lines: [["sum by (vendor, state) (max by (vendor, state) (tributary_connections))", "{{vendor}} {{state}}"]]
      },
      {
        title: "Due connections",
        unit: "short",
        lines: [["max by (vendor) (tributary_due_connections)", "{{vendor}}"]]
      }
    ]
  },
  {
    title: "Vendors and tickets",
    panels: [
      {
        title: "Requests by status",
        unit: "reqps",
        lines: [[rate("tributary_vendor_requests_total", "vendor, status"), "{{vendor}} {{status}}"]]
      },
      {
        title: "Time to the answer, p95",
        unit: "s",
        lines: [[percentile("tributary_vendor_request_duration_seconds", "vendor"), "{{vendor}}"]]
      },
      {
        title: "Seconds of waits a second",
        unit: "short",
        lines: [[rate("tributary_vendor_wait_seconds_total", "vendor, reason"), "{{vendor}} {{reason}}"]]
      },
      {
        title: "Waits",
        unit: "ops",
        lines: [[rate("tributary_vendor_waits_total", "vendor, reason"), "{{vendor}} {{reason}}"]]
      },
      {
        title: "Attempts to create tickets",
        unit: "ops",
        lines: [[rate("tributary_outbound_attempts_total", "vendor, outcome"), "{{vendor}} {{outcome}}"]]
      },
      {
        title: "Open tickets",
        unit: "short",
        lines: [["max by (vendor, status) (tributary_open_tickets)", "{{vendor}} {{status}}"]]
      },
      {
        title: "Messages to webhooks",
        unit: "ops",
        lines: [[rate("tributary_webhook_attempts_total", "outcome"), "{{outcome}}"]]
      },
      {
        title: "Deliveries to webhooks",
        unit: "short",
        lines: [
          ["max(tributary_pending_deliveries)", "pending"],
          ["max(tributary_oldest_delivery_seconds)", "seconds that the oldest is late"]
        ]
      }
    ]
  },
  {
    title: "API",
    panels: [
      {
        title: "Requests by status",
        unit: "reqps",
        lines: [[rate("tributary_http_requests_total", "status"), "{{status}}"]]
      },
      {
        title: "Requests by route",
        unit: "reqps",
        lines: [[rate("tributary_http_requests_total", "method, route"), "{{method}} {{route}}"]]
      },
      {
        title: "Time to the answer, p95",
        unit: "s",
        lines: [[percentile("tributary_http_request_duration_seconds", "method, route"), "{{method}} {{route}}"]]
      },
      {
        title: "Database seconds a second, top ten accounts",
        unit: "short",
        lines: [
          [
            "topk(10, sum by (account) (rate(tributary_account_database_seconds_total[$__rate_interval])))",
            "{{account}}"
          ]
        ]
      }
    ]
  },
  {
    title: "Processes",
    panels: [
      {
        title: "Event loop lag",
        unit: "s",
        lines: [["max by (instance, quantile) (tributary_event_loop_lag_seconds)", "{{instance}} p{{quantile}}"]]
      },
      {
        title: "Event loop in use",
        unit: "percentunit",
        lines: [[rate("tributary_event_loop_busy_seconds_total", "instance"), "{{instance}}"]]
      },
      {
        title: "Processor",
        unit: "percentunit",
        lines: [[rate("process_cpu_seconds_total", "instance"), "{{instance}}"]]
      },
      { title: "Memory", unit: "bytes", lines: [["process_resident_memory_bytes", "{{instance}}"]] },
      {
        title: "Database connections",
        unit: "short",
        lines: [
          ['sum by (instance, pool) (tributary_database_pool_connections{state="busy"})', "{{instance}} {{pool}} busy"],
          ["max by (instance, pool) (tributary_database_pool_limit)", "{{instance}} {{pool}} limit"],
          ["sum by (instance, pool) (tributary_database_pool_waiting)", "{{instance}} {{pool}} waiting"],
          ["sum by (instance) (tributary_database_turns_waiting)", "{{instance}} waiting for their turn"]
        ]
      },
      {
        title: "Processes, and whether the database answers",
        unit: "short",
        lines: [
          ["max(tributary_processes)", "processes"],
          ["min by (instance) (tributary_database_up)", "{{instance}} database"]
        ]
      },
      { title: "Uptime", unit: "s", lines: [["time() - process_start_time_seconds", "{{instance}}"]] },
      {
        title: "Values without a series of their own",
        unit: "ops",
        lines: [[rate("tributary_dropped_series_total", "metric"), "{{metric}}"]]
      }
    ]
  }
]

const COLUMNS = 3
const WIDTH = 24 / COLUMNS
const HEIGHT = 7
const source = { type: "prometheus", uid: "$datasource" }

const toPanel = (panel: Panel, at: { readonly x: number; readonly y: number }, id: number) => ({
  id,
  type: "timeseries",
  title: panel.title,
  datasource: source,
  gridPos: { ...at, w: WIDTH, h: HEIGHT },
  fieldConfig: { defaults: { unit: panel.unit, min: 0 }, overrides: [] },
  options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } },
  targets: panel.lines.map(([expr, legendFormat], index) => ({
    refId: String.fromCharCode(65 + index),
    datasource: source,
    expr,
    legendFormat
  }))
})

/** The file for Grafana. */
export const json = (): string => {
  let y = 0
  let id = 0
  const panels = rows.flatMap(({ panels, title }) => {
    id += 1
    const head = { id, type: "row", title, collapsed: false, gridPos: { x: 0, y, w: 24, h: 1 }, panels: [] }
    y += 1
    const made = panels.map((panel, index) => {
      id += 1
      const row = Math.floor(index / COLUMNS)
      return toPanel(panel, { x: (index % COLUMNS) * WIDTH, y: y + row * HEIGHT }, id)
    })
    y += Math.ceil(panels.length / COLUMNS) * HEIGHT
    return [head, ...made]
  })
  const dashboard = {
    uid: "tributary",
    title: "Tributary",
    tags: ["tributary"],
    schemaVersion: 39,
    editable: true,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: {
      list: [{ name: "datasource", type: "datasource", query: "prometheus", label: "Prometheus" }]
    },
    panels
  }
  return `${JSON.stringify(dashboard, null, 2)}\n`
}
