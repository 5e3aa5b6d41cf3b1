import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Child from "../../../runtime-http/test/Child.js"
import * as AlertRules from "../../../runtime-http/test/telemetry/AlertRules.js"

/** The rules count minutes, and a run has few: every duration is a thirtieth. */
export const FASTER = 30

/** One time for which an alert fired. */
export interface Firing {
  /** Its name, and what of it: a server, a vendor, a reason. */
  readonly alert: string
  /** In milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

/** Watches the servers through `/metrics` alone. */
export interface Alerts {
  /** What fired since the start. */
  readonly fired: () => Promise<ReadonlyArray<Firing>>
  readonly stop: () => Promise<void>
}

/** Where the metrics of a server are. */
export interface Scraped {
  readonly name: string
  readonly metricsPort: number
}

/** Whether this machine has Prometheus. */
export const isInstalled = (): boolean => spawnSync("prometheus", ["--version"]).status === 0

const config = (servers: ReadonlyArray<Scraped>) => ({
  global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
  rule_files: ["alerts.yml"],
  scrape_configs: [
    {
      job_name: "tributary",
      static_configs: servers.map(({ metricsPort, name }) => ({
        targets: [`127.0.0.1:${metricsPort}`],
        labels: { instance: name }
      }))
    }
  ]
})

const STEP_SECS = 1

interface Matrix {
  readonly metric: Readonly<Record<string, string>>
  readonly values: ReadonlyArray<readonly [seconds: number, value: string]>
}

const HIDDEN = new Set(["__name__", "alertname", "alertstate", "severity", "job"])

const nameOf = ({ metric }: Matrix): string => {
  const labels = Object.entries(metric).flatMap(([label, value]) => (HIDDEN.has(label) ? [] : [value]))
  return labels.length === 0 ? (metric["alertname"] ?? "") : `${metric["alertname"]} (${labels.join(", ")})`
}

/** The times without a gap in which there are values. */
const firingsOf = (series: Matrix): ReadonlyArray<Firing> => {
  const firings: Array<{ alert: string; from: number; to: number }> = []
  for (const [seconds] of series.values) {
    const last = firings.at(-1)
    const at = seconds * 1_000
    if (last !== undefined && at - last.to <= 2_000 * STEP_SECS) last.to = at
    else firings.push({ alert: nameOf(series), from: at, to: at })
  }
  return firings
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once("exit", () => resolve())
  })

/** Starts a Prometheus that scrapes these servers every second, and has the shipped rules. */
export const start = async (servers: ReadonlyArray<Scraped>): Promise<Alerts> => {
  const folder = await mkdtemp(join(tmpdir(), "tributary-prometheus-"))
  await writeFile(join(folder, "alerts.yml"), AlertRules.yaml(AlertRules.shortened(FASTER)))
  await writeFile(join(folder, "prometheus.yml"), JSON.stringify(config(servers)))
  const port = await Child.freePort()
  const startedAt = Date.now()
  const child = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=error"
    ],
    { stdio: "ignore" }
  )
  return {
    fired: async () => {
      const query = new URLSearchParams({
        query: 'ALERTS{alertstate="firing"}',
        start: String(startedAt / 1_000),
        end: String(Date.now() / 1_000),
        step: String(STEP_SECS)
      })
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query_range?${query}`)
      const { data } = (await answer.json()) as { readonly data: { readonly result: ReadonlyArray<Matrix> } }
      return data.result.flatMap(firingsOf).toSorted((one, other) => one.from - other.from)
    },
    stop: async () => {
      child.kill("SIGTERM")
      await ended(child)
      await rm(folder, { recursive: true, force: true })
    }
  }
}
