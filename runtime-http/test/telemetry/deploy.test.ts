import { describe, it } from "vitest"
import { type MetricName, table } from "../../src/telemetry/MetricTable.js"
import * as AlertRules from "./AlertRules.js"
import * as Dashboard from "./Dashboard.js"

/** The names of metrics in an expression of PromQL, without the suffixes of histograms. */
const metricsIn = (expr: string): ReadonlyArray<string> =>
  [...expr.matchAll(/\b(?:tributary|process)_\w+/g)].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ""))

/** The labels that an expression selects or groups by, without those that Prometheus adds. */
const labelsIn = (expr: string): ReadonlyArray<string> =>
  [
    ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(",")),
    ...[...expr.matchAll(/[{,]\s*(\w+)\s*[!=]/g)].map(([, name = ""]) => name)
  ]
    .map((name) => name.trim())
    .filter((name) => !["instance", "job", "le"].includes(name))

const alerts = AlertRules.rules.map(({ expr, name }) => ({ name, expr: expr(AlertRules.real) }))
const panels = Dashboard.rows.flatMap(({ panels }) =>
  panels.flatMap(({ lines, title }) => lines.map(([expr]) => ({ name: title, expr })))
)

describe("the files in deploy", () => {
  it("are those that the tables of rules and panels say", async ({ expect }) => {
    await expect(AlertRules.yaml()).toMatchFileSnapshot("../../deploy/alerts.yml")
    await expect(Dashboard.json()).toMatchFileSnapshot("../../deploy/grafana-dashboard.json")
  })

  it.for([...alerts, ...panels])("$name asks only for metrics and labels that exist", ({ expr }, { expect }) => {
    const used = metricsIn(expr)
    const names = Object.keys(table)
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((name) => !names.includes(name))).toEqual([])
    const known = used.flatMap((name): ReadonlyArray<string> => table[name as MetricName].labels)
    expect(labelsIn(expr).filter((label) => !known.includes(label))).toEqual([])
  })

  it("show every metric on the dashboard", ({ expect }) => {
    const shown = panels.flatMap(({ expr }) => metricsIn(expr))
    expect(Object.keys(table).filter((name) => !shown.includes(name))).toEqual([])
  })

  it("have nine rules, each of which says what is wrong, what to do and whom it concerns", ({ expect }) => {
    expect(AlertRules.rules.length).toBe(9)
    for (const { action, summary } of AlertRules.rules) {
      expect(summary).toMatch(/\.$/)
      expect(action).toMatch(/^[A-Z][\s\S]{60,}\.$/)
    }
  })
})
