import { execFile, execFileSync, spawnSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { okta } from "@tributary/connector-okta"
import { Effect, Exit, Redacted, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as MasterKeys from "../../../runtime-http/src/store/secrets/MasterKeys.js"
import * as Child from "../../../runtime-http/test/Child.js"
import { TestDatabase } from "../../../runtime-http/test/TestDatabase.js"
import * as AlertRules from "../../../runtime-http/test/telemetry/AlertRules.js"
import * as Databases from "../../support/process/Databases.js"
import * as Service from "../../support/Service.js"
import * as DatabaseProxy from "../../support/telemetry/DatabaseProxy.js"
import * as Scrape from "../../support/telemetry/Scrape.js"
import * as VendorServer from "../../support/vendor/VendorServer.js"
import { until } from "../../support/Wait.js"

const run = promisify(execFile)

const rulesFile = fileURLToPath(new URL("../../../runtime-http/deploy/alerts.yml", import.meta.url))

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0

/** Why the tests cannot run here; null if they can. */
const missing = (() => {
  if (!hasPromtool) return "this machine has no promtool, which Debian's package prometheus contains"
  return TestDatabase.isServer ? null : "set TEST_DATABASE_URL"
})()

/** What two scrapes of a process printed, one after the other. */
interface Scrapes {
  readonly before: string
  readonly after: string
}

const INSTANCE = 'instance="server-1:9464",job="tributary"'

/** The series as Prometheus stores it, with the labels that it adds. */
const stored = ({ name, series }: Scrape.Line): string =>
  series === name ? `${name}{${INSTANCE}}` : `${series.slice(0, -1)},${INSTANCE}}`

const MINUTES = 60

/** Goes on for an hour as it went from the first to the second scrape: counters grow by as much in each minute, and the others stay. */
const seriesOf = ({ after, before }: Scrapes): ReadonlyArray<object> => {
  const earlier = new Map(Scrape.parse(before).map(({ series, value }) => [series, value]))
  const lines = Scrape.parse(after).map((line) => {
    const grown = /_(?:total|count|sum|bucket)$/.test(line.name) ? line.value - (earlier.get(line.series) ?? 0) : 0
    return { series: stored(line), values: `${line.value}+${grown}x${MINUTES}` }
  })
  return [...lines, { series: `up{${INSTANCE}}`, values: `1x${MINUTES}` }]
}

/** The alerts that fire after 40 minutes, by their names, as promtool says. */
const firing = async (scrapes: Scrapes): Promise<ReadonlySet<string>> => {
  const folder = await mkdtemp(join(tmpdir(), "tributary-alerts-"))
  const test = {
    rule_files: [rulesFile],
    evaluation_interval: "1m",
    // Each fails if an alert of its name fires, and says so.
    tests: [
      {
        interval: "1m",
        input_series: seriesOf(scrapes),
        alert_rule_test: AlertRules.rules.map(({ name }) => ({ eval_time: "40m", alertname: name, exp_alerts: [] }))
      }
    ]
  }
  const file = join(folder, "test.json")
  await writeFile(file, JSON.stringify(test))
  const failed = await run("promtool", ["test", "rules", file]).then(
    () => null,
    ({ stderr, stdout }: { readonly stderr: string; readonly stdout: string }) => `${stdout}${stderr}`
  )
  await rm(folder, { recursive: true, force: true })
  const found = new Set([...(failed ?? "").matchAll(/alertname: *(\w+)/g)].map(([, name = ""]) => name))
  if (failed !== null && found.size === 0) throw new Error(failed)
  return found
}

const title = "the alert rules, with what a process prints"
describe.skipIf(missing !== null)(missing === null ? title : `${title} (skipped: ${missing})`, () => {
  const scope = Effect.runSync(Scope.make())
  let vendor: VendorServer.VendorServer
  let status = 200
  let database = ""
  let service: Service.Service
  let port = 0
  let connection = ""

  const query = (text: string, values: ReadonlyArray<unknown> = []) =>
    Databases.connected(database, async (client) => {
      await client.query(text, [...values])
    })

  const scrape = () => Scrape.textAt(port)
  /** Scrapes when what the database knows is as the test made it. */
  const scrapeWhen = (name: string, fits: (value: number) => boolean, labels: Readonly<Record<string, string>> = {}) =>
    until(async () => {
      const text = await scrape()
      const value = Scrape.sumOf(Scrape.parse(text), name, labels)
      return value !== null && fits(value) ? text : null
    })

  /** Whether the alert is silent before something happens, and fires while it lasts; the last test is about what comes afterwards. */
  const expectAlert = async (
    name: string,
    happen: () => Promise<Scrapes>,
    end: () => Promise<unknown> = async () => undefined
  ) => {
    // What the test before has caused may still be on its way.
    await until(async () => {
      const before = await scrape()
      const fired = [...(await firing({ before, after: await scrape() }))]
      return fired.includes(name) ? null : fired
    })
    try {
      expect([...(await firing(await happen()))]).toContain(name)
    } finally {
      await end()
    }
  }

  /** Changes rows, waits until the metric shows it, and undoes it. */
  const expectAlertOf = (
    name: string,
    metric: string,
    least: number,
    change: string,
    undo: string,
    labels: Readonly<Record<string, string>> = {}
  ) =>
    expectAlert(
      name,
      async () => {
        await query(change, change.includes("$1") ? [connection] : [])
        const after = await scrapeWhen(metric, (value) => value >= least, labels)
        return { before: after, after }
      },
      () => query(undo, undo.includes("$1") ? [connection] : [])
    )

  beforeAll(async () => {
    vendor = await VendorServer.start(() => ({ status, body: [] }))
    database = Redacted.value(await Effect.runPromise(Scope.extend(TestDatabase.makeUrl({ migrated: true }), scope)))
    port = await Child.freePort()
    service = await Service.start({
      connectors: [okta],
      settings: {
        DATABASE_URL: database,
        TRIBUTARY_MASTER_KEY: Redacted.value(MasterKeys.generate()),
        TRIBUTARY_METRICS_PORT: String(port)
      }
    })
    const created = await service.connect("OKTA", {
      base_url: vendor.url,
      api_token: "00token-of-the-test-000000000000"
    })
    connection = created.body.id
    await service.jobOf(connection)
    await scrapeWhen("tributary_connections", (value) => value === 1)
  })
  afterAll(async () => {
    await service?.stop()
    await vendor?.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("are valid", () => {
    expect(execFileSync("promtool", ["check", "rules", rulesFile], { encoding: "utf8" })).toContain("9 rules found")
  })

  it("are silent while all is well", async () => {
    expect([...(await firing({ before: await scrape(), after: await scrape() }))]).toEqual([])
  })

  it("TributaryNotReady fires while the process waits for its database", async () => {
    const proxy = await DatabaseProxy.start(database)
    proxy.freeze()
    const own = await Child.freePort()
    const settings = {
      DATABASE_URL: proxy.url,
      TRIBUTARY_MASTER_KEY: Redacted.value(MasterKeys.generate()),
      TRIBUTARY_METRICS_PORT: String(own)
    }
    const failed = expect(Service.start({ connectors: [okta], settings })).rejects.toThrow()
    const text = await until(() => Scrape.textAt(own).catch(() => null))
    expect([...(await firing({ before: text, after: text }))]).toContain("TributaryNotReady")
    await failed
    await proxy.stop()
  })

  it("TributaryJobsStartLate fires while a connection is due that no process has a shard of", () =>
    expectAlertOf(
      "TributaryJobsStartLate",
      "tributary_oldest_due_seconds",
      300,
      "update schedule set shard = shard + 1000000, next_run_at = now() - interval '10 minutes' where connection_id = $1",
      "update schedule set shard = shard - 1000000, next_run_at = now() + interval '1 day' where connection_id = $1"
    ))

  it("TributaryVendorJobsFail fires while the vendor refuses the credentials", () =>
    expectAlert(
      "TributaryVendorJobsFail",
      async () => {
        status = 401
        await service.sync(connection)
        const before = await scrape()
        await service.sync(connection)
        await service.sync(connection)
        return { before, after: await scrape() }
      },
      async () => {
        status = 200
        await service.sync(connection)
      }
    ))

  it("TributaryConnectionsNeedOperator fires while a connection fails for a reason that the operator must mend", () =>
    expectAlertOf(
      "TributaryConnectionsNeedOperator",
      "tributary_connections_failing",
      1,
      "insert into connection_problem (connection_id, extractor, reason, detail, permissions) values ($1, 'users', 'QUOTA_EXCEEDED', 'full', '[]')",
      "delete from connection_problem where connection_id = $1",
      // The refused credentials of the test before are the customer's to mend.
      { owner: "SERVICE" }
    ))

  it("TributaryConnectorStopped fires while the installation is held", () =>
    expectAlertOf(
      "TributaryConnectorStopped",
      "tributary_connections_failing",
      1,
      "insert into connector_stop (vendor, version, reason) values ('*', '', 'we move')",
      "delete from connector_stop",
      { reason: "CONNECTOR_STOPPED" }
    ))

  it("TributaryExportStale fires while the last complete scan of a list is too old", () =>
    expectAlertOf(
      "TributaryExportStale",
      "tributary_stale_lists",
      1,
      "update scan set last_scan_at = now() - interval '30 days' where connection_id = $1",
      "update scan set last_scan_at = now() where connection_id = $1"
    ))

  it("TributaryDeletionsHeldBack fires while deletions wait for a decision", () =>
    expectAlertOf(
      "TributaryDeletionsHeldBack",
      "tributary_held_back_deletions",
      1,
      "insert into held_back_deletion (connection_id, kind, extractor, first_scan, reason, count) values ($1, 'idp_user', 'users', 1, 'MANY', 500)",
      "delete from held_back_deletion where connection_id = $1"
    ))

  it("TributaryTicketsStuck fires while a ticket waits for too long", () =>
    expectAlertOf(
      "TributaryTicketsStuck",
      "tributary_oldest_ticket_seconds",
      900,
      `insert into outbound_job (id, account_id, connection_id, vendor, task_name, due_at, created_at)
       select gen_random_uuid(), account_id, id, vendor, 'createTicket', now() + interval '1 day', now() - interval '1 hour' from connection where id = $1`,
      "delete from outbound_job where connection_id = $1"
    ))

  it("TributaryOverloaded fires while more than five of a hundred answers are server errors", () =>
    expectAlert(
      "TributaryOverloaded",
      async () => {
        await query("alter table organization rename to organization_away")
        const failing = () => Promise.all(Array.from({ length: 10 }, () => service.call("/provisioning/organizations")))
        const answers = await failing()
        expect(answers.map((answer) => answer.status)).toContain(500)
        const errors = (text: string) =>
          Scrape.sumOf(Scrape.parse(text), "tributary_http_requests_total", { status: "500" }) ?? 0
        const scrapeFrom = (least: number) =>
          until(async () => {
            const text = await scrape()
            return errors(text) >= least ? text : null
          })
        const before = await scrapeFrom(answers.length)
        await failing()
        return { before, after: await scrapeFrom(2 * answers.length) }
      },
      () => query("alter table organization_away rename to organization")
    ))

  it("TributaryOverloaded fires while statements of several accounts wait", () =>
    expectAlert("TributaryOverloaded", async () => {
      const { lock, release } = await holdTable(database, "organization")
      await lock
      const asked = [service.key, service.strangersKey].flatMap((key) =>
        Array.from({ length: 40 }, () => service.call("/provisioning/organizations", { key }))
      )
      const after = await scrapeWhen("tributary_database_turns_waiting", (value) => value > 32)
      await release()
      await Promise.all(asked)
      return { before: after, after }
    }))

  it("are silent again when all of this is over", async () => {
    // The process reads what the database knows every few seconds.
    await until(async () => {
      const before = await scrape()
      return (await firing({ before, after: await scrape() })).size === 0 ? true : null
    })
  })
})

/** Locks a table so that every statement on it waits. */
const holdTable = async (database: string, table: string) => {
  let free = () => {}
  const freed = new Promise<void>((resolve) => {
    free = resolve
  })
  let locked = () => {}
  const lock = new Promise<void>((resolve) => {
    locked = resolve
  })
  const held = Databases.connected(database, async (client) => {
    await client.query(`begin; lock table ${table} in access exclusive mode`)
    locked()
    await freed
    await client.query("rollback")
  })
  return {
    lock,
    release: () => {
      free()
      return held
    }
  }
}
