import { spawnSync } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { format } from "node:util"
import * as SqlClient from "@effect/sql/SqlClient"
import { Keys } from "@tributary/runtime-http"
import { ConfigProvider, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { program } from "../../../runtime-http/src/cli/index.js"
import { Database } from "../../../runtime-http/src/store/postgres/Database.js"
import * as Bundle from "../../../runtime-http/test/Bundle.js"
import * as FilledCustomer from "../../../runtime-http/test/store/erasure/FilledCustomer.js"
import { onPostgres, TestDatabase } from "../../../runtime-http/test/TestDatabase.js"
import * as Installation from "../../support/process/Installation.js"
import * as ServerProcess from "../../support/process/ServerProcess.js"
import * as TicketVendor from "../../support/vendor/TicketVendor.js"
import * as VendorServer from "../../support/vendor/VendorServer.js"
import { until } from "../../support/Wait.js"

/*
 * The real server, on a database in which every table has rows of several customers. What is erased is then searched for in a dump, while
 * another customer shows that the search would find it.
 */

/** More than a few batches, so that the server can be killed between two of them. */
const RECORDS = 20_000
/** How long the tool takes for a page of its list. */
const PAGE_MILLIS = 30

onPostgres("a server that erases a customer", () => {
  const scope = Effect.runSync(Scope.make())
  const scoped = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.extend(effect, scope))

  let installation: Installation.Installation
  let file = ""
  let server: ServerProcess.ServerProcess

  const startServer = () => ServerProcess.start(file, { ...installation.env, TRIBUTARY_LOG_LEVEL: "Warning" })

  const onDatabase = <A, E>(effect: Effect.Effect<A, E, Keys.Keys | SqlClient.SqlClient>) =>
    Effect.runPromise(
      effect.pipe(
        Effect.provide(
          Keys.layer.pipe(
            Layer.provideMerge(Database.layerUrl({ url: Redacted.make(installation.url), maxConnections: 2 }))
          )
        )
      )
    )

  beforeAll(async () => {
    const url = Redacted.value(await scoped(TestDatabase.makeUrl({ migrated: true })))
    file = await scoped(Bundle.bundle(fileURLToPath(new URL("../../../examples/server/src/main.ts", import.meta.url))))
    installation = await Installation.on(url)
    server = await startServer()
  })

  afterAll(async () => {
    await server?.release()
    await installation?.remove()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const call = async (path: string, init: RequestInit = {}, key = installation.apiKey, connection?: string) => {
    const response = await fetch(`${server.origin}/v1${path}`, {
      ...init,
      headers: {
        "x-api-key": key,
        "content-type": "application/json",
        ...(connection === undefined ? {} : { "x-connection-id": connection }),
        ...init.headers
      }
    })
    const text = await response.text()
    return { status: response.status, code: response.headers.get("x-error-code"), body: text && JSON.parse(text) }
  }

  const keyOf = ({ accountId }: FilledCustomer.FilledCustomer) =>
    onDatabase(
      Effect.flatMap(Keys.Keys, (keys) => keys.create(accountId, "test")).pipe(
        Effect.map(({ key }) => Redacted.value(key))
      )
    )

  const erase = async (path: string, key?: string): Promise<string> => {
    const { body, status } = await call(path, { method: "DELETE" }, key)
    expect([status, body.status]).toEqual([202, "QUEUED"])
    return body.erasure_id
  }

  const receiptOf = async (id: string, key?: string) => {
    const { body } = await call(`/provisioning/erasures/${id}`, {}, key)
    const counts = Object.fromEntries(
      body.receipt.map(({ count, table }: { readonly count: number; readonly table: string }) => [table, count])
    ) as Readonly<Record<string, number>>
    return { status: body.status as string, counts }
  }

  const finished = (id: string, key?: string) =>
    until(async () => {
      const receipt = await receiptOf(id, key)
      return receipt.status === "SUCCESS" ? receipt.counts : null
    })

  /** The lines of a dump of the data that have a text, as it is or as bytes. */
  const linesWith = (...texts: ReadonlyArray<string>): number => {
    const dumped = spawnSync("pg_dump", ["--data-only", `--dbname=${installation.url}`], {
      encoding: "utf8",
      maxBuffer: 1_000_000_000
    })
    expect(dumped.status, dumped.stderr).toBe(0)
    const forms = texts.flatMap((text) => [
      text,
      Buffer.from(text).toString("hex"),
      Buffer.from(text).toString("base64")
    ])
    return dumped.stdout.split("\n").filter((line) => forms.some((form) => line.includes(form))).length
  }

  const tributary = async (...args: ReadonlyArray<string>) => {
    const lines: Array<string> = []
    const print = (...values: ReadonlyArray<unknown>) => Effect.sync(() => void lines.push(format(...values)))
    const code = await Effect.consoleWith((console) =>
      Effect.withConsole(program([process.execPath, "tributary", ...args]), { ...console, log: print, error: print })
    ).pipe(
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(installation.env)))),
      Effect.runPromise
    )
    return { code, out: lines.join("\n") }
  }

  it("leaves nothing of it in a dump, also if it is killed meanwhile, and receipts that say what was there", async () => {
    const [one, two, three, other] = await onDatabase(
      Effect.all([
        FilledCustomer.add({ rows: 3 }),
        FilledCustomer.add({ rows: RECORDS }),
        FilledCustomer.add({ rows: 3 }),
        FilledCustomer.add()
      ])
    )
    const keys = [await keyOf(one), await keyOf(two), await keyOf(three)] as const
    const marked = linesWith(other.mark)
    expect(marked).toBeGreaterThan(20)
    for (const { mark } of [one, two, three]) expect(linesWith(mark)).toBeGreaterThan(20)

    const counts = await onDatabase(FilledCustomer.rowCounts)
    const connection = await erase(
      `/provisioning/organizations/${one.organizationId}/connections/${one.connectionId}?erase=true`,
      keys[0]
    )
    const receipt = await finished(connection, keys[0])
    const after = await onDatabase(FilledCustomer.rowCounts)
    for (const [table, count] of Object.entries(receipt)) {
      const isEmptied = table === "idempotency_key"
      expect([table, count]).toEqual([table, isEmptied ? 1 : (counts[table] ?? 0) - (after[table] ?? 0)])
    }
    expect(receipt).toMatchObject({ record: 3, outbound_job: 1, connection: 1 })
    // What is left is what the organization, the account and the key are named, and a webhook of the account with its secret.
    expect(linesWith(one.mark)).toBe(5)

    const organization = `/provisioning/organizations/${two.organizationId}`
    expect(await call(`${organization}?erase=true`, { method: "DELETE" }, keys[1])).toMatchObject({
      status: 409,
      code: "ORGANIZATION_HAS_CONNECTIONS"
    })
    const second = await erase(`${organization}?erase=true&force=true`, keys[1])
    await until(async () => {
      const { counts } = await receiptOf(second, keys[1])
      return (counts["record"] ?? 0) > 0 ? true : null
    })
    await server.release()
    const [left] = await onDatabase(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ readonly rows: number; readonly counted: number }>`
          select
            (select count(*) from record where connection_id = ${two.connectionId}) as rows,
            (select count from erasure_receipt where erasure_id = ${second} and table_name = 'record') as counted`
      )
    )
    // Its last statement may still run in the database when it is dead, but not without its count.
    expect((left?.rows ?? 0) + (left?.counted ?? 0)).toBe(RECORDS)
    expect(left?.rows).toBeGreaterThan(0)
    server = await startServer()
    expect(await finished(second, keys[1])).toMatchObject({
      record: RECORDS,
      connection: 1,
      organization: 1,
      api_key: 1
    })
    expect(linesWith(two.mark)).toBe(3)

    const preview = await tributary("erase", "account", three.accountId)
    expect(preview).toMatchObject({ code: 0, out: expect.stringMatching(/^record +3$/m) })
    expect(linesWith(three.mark)).toBeGreaterThan(20)
    const { out } = await tributary("erase", "account", three.accountId, "--yes")
    const [, third = ""] = /erase show (\S+)/.exec(out) ?? []
    expect((await call("/provisioning/organizations", {}, keys[2])).status).toBe(401)
    await until(async () => {
      const shown = await tributary("erase", "show", third)
      return /finished/.test(shown.out) ? true : null
    })
    expect((await tributary("erase", "show", third)).out).toMatch(/^account +1 /m)
    expect((await tributary("erase", "list")).out).toContain(third)
    expect(linesWith(three.mark)).toBe(0)
    expect(linesWith(other.mark)).toBe(marked)
  })

  it("gets nothing of it back from a scan that runs, or from a ticket that is being sent", async () => {
    const mark = `marked-${crypto.randomUUID().slice(0, 8)}`
    let pages = 0
    let tickets = 0
    let answerTicket = () => {}
    const ticketSent = new Promise<void>((resolve) => {
      answerTicket = resolve
    })
    const vendor = await VendorServer.start(async ({ method, url }) => {
      if (method === "POST" && url.pathname === TicketVendor.jira.createPath) {
        tickets += 1
        await ticketSent
        return { status: 201, body: TicketVendor.jira.created(`${mark}-ticket`) }
      }
      if (!url.pathname.endsWith("/users/search")) return { body: TicketVendor.jira.emptyList(url.pathname) }
      pages += 1
      if (pages > 1) await sleep(PAGE_MILLIS)
      const size = Number(url.searchParams.get("maxResults") ?? 50)
      return {
        body: Array.from({ length: size }, (_, row) => ({
          accountId: `${mark}-${pages}-${row}`,
          accountType: "atlassian",
          active: true,
          displayName: `Name ${mark}`,
          emailAddress: `${mark}-${pages}-${row}@acme.example`
        }))
      }
    })
    try {
      const organization = (
        await call("/provisioning/organizations", { method: "POST", body: JSON.stringify({ name: `Org ${mark}` }) })
      ).body.id
      const connections = `/provisioning/organizations/${organization}/connections`
      const idempotent = (path: string, body: object, connection?: string) =>
        call(
          path,
          { method: "POST", headers: { "idempotency-key": `${path}-${mark}` }, body: JSON.stringify(body) },
          installation.apiKey,
          connection
        )
      const request = {
        vendor: "JIRA",
        identifier: `ref ${mark}`,
        data_export_types: ["itsm_users"],
        credentials: { ...TicketVendor.jira.credentials(vendor.url), api_token: `token-${mark}` }
      }
      const created = await idempotent(connections, request)
      expect([created.status, created.body.detail]).toEqual([201, undefined])
      const { id } = created.body
      const ticket = { name: `Ticket ${mark}`, project_vendor_id: "10000", type: "Task" }
      const post = () => idempotent("/itsm/tickets", ticket, id)
      expect((await post()).status).toBe(202)
      await until(async () => (tickets === 1 && pages > 5 ? true : null))
      expect(linesWith(mark)).toBeGreaterThan(100)

      const erasure = await erase(`${connections}/${id}?erase=true`)
      const counts = await finished(erasure)
      expect(counts).toMatchObject({ outbound_job: 1, connection: 1, idempotency_key: 2 })
      expect(counts["record"]).toBeGreaterThan(100)
      answerTicket()
      // The job asks for no more pages once it learns that its connection is gone.
      let seen = -1
      await until(async () => {
        const isSame = seen === pages
        seen = pages
        if (!isSame) await sleep(PAGE_MILLIS * 20)
        return isSame ? true : null
      })
      expect(linesWith(mark)).toBe(1)
      expect(linesWith(`Org ${mark}`)).toBe(1)
      // Whoever sends them again makes nothing twice.
      expect(await post()).toMatchObject({ status: 404, code: "CONNECTION_NOT_FOUND" })
      expect(await idempotent(connections, request)).toMatchObject({ status: 409, code: "ANSWER_ERASED" })
      expect(tickets).toBe(1)
      await finished(await erase(`/provisioning/organizations/${organization}?erase=true`))
      expect(linesWith(mark, `token-${mark}`)).toBe(0)
    } finally {
      answerTicket()
      await vendor.stop()
    }
  })
})
