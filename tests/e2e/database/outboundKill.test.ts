import { fileURLToPath } from "node:url"
import { Effect, Exit, Redacted, Scope } from "effect"
import pg from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Bundle from "../../../runtime-http/test/Bundle.js"
import { onPostgres, TestDatabase } from "../../../runtime-http/test/TestDatabase.js"
import * as Installation from "../../support/process/Installation.js"
import * as ServerProcess from "../../support/process/ServerProcess.js"
import * as TicketVendor from "../../support/vendor/TicketVendor.js"
import { until } from "../../support/Wait.js"

/*
 * kill -9 of the real server, with the real connectors, at the two moments when the ticket exists at the vendor and the database does not
 * know. What the connectors do is the same at both moments, so each is tried at one. Then a vendor that does not say that it exists.
 */
onPostgres("a server that makes a ticket", () => {
  const scope = Effect.runSync(Scope.make())
  const scoped = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.extend(effect, scope))

  let installation: Installation.Installation
  let file = ""
  let database: pg.Client
  /** Holds a row, in a transaction of its own. */
  let holder: pg.Client
  let server: ServerProcess.ServerProcess

  const startServer = () => ServerProcess.start(file, { ...installation.env, TRIBUTARY_LOG_LEVEL: "Warning" })

  const call = async (path: string, init: RequestInit = {}, connection?: string) => {
    const headers = { "x-api-key": installation.apiKey, "content-type": "application/json" }
    const response = await fetch(`${server.origin}/v1${path}`, {
      ...init,
      headers: connection === undefined ? headers : { ...headers, "x-connection-id": connection }
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
    return JSON.parse(text)
  }
  const post = (path: string, body: unknown, connection?: string) =>
    call(path, { method: "POST", body: JSON.stringify(body) }, connection)

  beforeAll(async () => {
    const url = Redacted.value(await scoped(TestDatabase.makeUrl({ migrated: true })))
    file = await scoped(Bundle.bundle(fileURLToPath(new URL("../../../examples/server/src/main.ts", import.meta.url))))
    installation = await Installation.on(url)
    database = new pg.Client({ connectionString: url, application_name: "test" })
    holder = new pg.Client({ connectionString: url, application_name: "test" })
    await Promise.all([database.connect(), holder.connect()])
    server = await startServer()
  })

  afterAll(async () => {
    await Promise.all([database?.end(), holder?.end()])
    await server?.release()
    await installation?.remove()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const connect = async (dialect: TicketVendor.Dialect, vendor: TicketVendor.TicketVendor) => {
    const organization = await post("/provisioning/organizations", { name: dialect.vendor })
    return post(`/provisioning/organizations/${organization.id}/connections`, {
      vendor: dialect.vendor,
      credentials: dialect.credentials(vendor.url)
    })
  }

  const jobRow = async (jobId: string) => {
    const { rows } = await database.query("select status, attempt, vendor_id from outbound_job where id = $1", [jobId])
    return rows[0]
  }

  /** Kills the server, and ends its sessions: Postgres would still run the statements that it has received. */
  const kill = async () => {
    await server.release()
    await database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name <> 'test'"
    )
    await until(async () => {
      const { rowCount } = await database.query(
        "select from pg_stat_activity where datname = current_database() and application_name <> 'test'"
      )
      return rowCount === 0 ? true : null
    })
  }

  /** Waits until the server has the answer and cannot store it, because the row is held; then kills it. */
  const killBeforeItStores = async () => {
    await until(async () => {
      const { rowCount } = await database.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%outbound_job%'"
      )
      return rowCount === 0 ? null : true
    })
    await kill()
    await holder.query("rollback")
  }

  /** Makes the server die at its moment; returns the id of the job. */
  type Dies = (vendor: TicketVendor.TicketVendor, queue: () => Promise<string>) => Promise<string>

  const beforeTheAnswer: Dies = async (vendor, queue) => {
    const created = new Promise<void>((resolve) => {
      vendor.onCreated = () => {
        resolve()
        return new Promise(() => undefined)
      }
    })
    const jobId = await queue()
    await created
    await kill()
    return jobId
  }

  const beforeItStores: Dies = async (vendor, queue) => {
    const held = new Promise<void>((resolve) => {
      vendor.onCreated = async () => {
        await holder.query("begin")
        await holder.query("select from outbound_job for update")
        resolve()
      }
    })
    const jobId = await queue()
    await held
    await killBeforeItStores()
    return jobId
  }

  const cases = [
    { dialect: TicketVendor.jira, moment: "before the vendor has answered", dies: beforeTheAnswer },
    { dialect: TicketVendor.servicenow, moment: "before it has stored the vendor's answer", dies: beforeItStores }
  ]
  it.each(cases)("makes one $dialect.vendor ticket if it is killed $moment", async ({ dialect, dies }) => {
    const vendor = await TicketVendor.start(dialect)
    try {
      const connection = await connect(dialect, vendor)
      const queue = async () => (await post("/itsm/tickets", dialect.ticket, connection.id)).job_id
      const jobId = await dies(vendor, queue)
      expect(vendor.tickets).toEqual([{ id: "1000", jobId }])
      expect(await jobRow(jobId)).toEqual({ status: "RUNNING", attempt: 1, vendor_id: null })
      expect(vendor.searches()).toBe(0)

      vendor.onCreated = () => Promise.resolve()
      server = await startServer()
      // The lease of the dead server's attempt would end only in a minute and a half.
      await database.query("update outbound_job set due_at = clock_timestamp() where id = $1", [jobId])
      const job = await until(async () => {
        const read = await call(`/outbound-jobs/${jobId}`, {}, connection.id)
        return read.status === "RUNNING" ? null : read
      })
      expect(job).toMatchObject({ id: jobId, status: "SUCCESS", vendor: dialect.vendor, failure_reason: null })
      expect(await jobRow(jobId)).toEqual({ status: "SUCCESS", attempt: 2, vendor_id: "1000" })
      expect([vendor.tickets.length, vendor.searches()]).toEqual([1, 1])
    } finally {
      await vendor.stop()
    }
  })
  it("makes one ticket if the vendor makes it, answers 504, and its search misses it at first", async () => {
    const vendor = await TicketVendor.start(TicketVendor.jira)
    try {
      const dialect = TicketVendor.jira
      vendor.createdStatus = 504
      vendor.missedSearches = 2
      const connection = await connect(dialect, vendor)
      const { job_id: jobId } = await post("/itsm/tickets", dialect.ticket, connection.id)
      const job = await until(async () => {
        // The pauses between searches would last seconds.
        await database.query(
          "update outbound_job set due_at = clock_timestamp() where id = $1 and crashes = 0 and due_at > clock_timestamp()",
          [jobId]
        )
        const read = await call(`/outbound-jobs/${jobId}`, {}, connection.id)
        return read.status === "SUCCESS" || read.status === "FAILED" ? read : null
      })
      expect(job).toMatchObject({ status: "SUCCESS", failure_reason: null })
      expect(vendor.tickets).toEqual([{ id: "1000", jobId }])
      expect(vendor.searches()).toBe(3)
    } finally {
      await vendor.stop()
    }
  })
})
