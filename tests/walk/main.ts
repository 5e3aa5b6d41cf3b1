import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { HttpServer } from "@effect/platform"
import { okta } from "@tributary/connector-okta"
import { Keys, Runtime, RuntimeConfig } from "@tributary/runtime-http"
import { ConfigProvider, Deferred, Effect, FiberId, ManagedRuntime, Redacted } from "effect"
import { ada, replies } from "../../connectors/okta/test/fixtures/replies.js"
import * as MasterKeys from "../../runtime-http/src/store/secrets/MasterKeys.js"
import * as Databases from "../support/process/Databases.js"
import * as ScriptedServer from "../support/vendor/ScriptedServer.js"
import { until } from "../support/Wait.js"
import * as Steps from "./Steps.js"

/** How often each walk is walked. */
const ROUNDS = 10

/** A page is written while the next ones are read, so a row's walk lasts this many pages. */
const PAGES_OF_ROUND = 4

/** The first walks are not counted: they make what is made once. */
const WARM_ROUNDS = 2
const PAGES = ROUNDS * PAGES_OF_ROUND

const pathOf = (page: number): string => `/api/v1/users${page === 0 ? "?limit=200" : `?after=p${page}&limit=200`}`

/** A list of users in pages of one, each with the answers about the user. */
const users = (baseUrl: string) =>
  Object.fromEntries(
    Array.from({ length: PAGES }, (_, page) => page).flatMap((page) => {
      const id = `00u${page + 1}`
      const next = page + 1 === PAGES ? "" : `, <${baseUrl}${pathOf(page + 1)}>; rel="next"`
      const link = `<${baseUrl}${pathOf(page)}>; rel="self"${next}`
      return [
        [
          page === 0 ? "GET /api/v1/users" : `GET /api/v1/users?after=p${page}`,
          { body: [{ ...ada, id, lastUpdated: `2024-05-10T08:30:${10 + page}.000Z` }], headers: { link } }
        ],
        ...["roles", "factors"].map((below) => [
          `GET /api/v1/users/${id}/${below}`,
          replies[`GET /api/v1/users/00u1/${below}`]
        ])
      ]
    })
  )

/** Counts both walks, and prints them; `--files` lists each file. */
export const main = async (args: ReadonlyArray<string>, root: URL, stopped: AbortSignal): Promise<number> => {
  const { values } = parseArgs({ args: [...args], options: { files: { type: "boolean", default: false } } })
  const server = process.env["DATABASE_URL"]
  if (server === undefined)
    throw new Error("Set DATABASE_URL to a Postgres server on which this may create a database.")
  const database = await Databases.create(server)
  const vendor = await ScriptedServer.start({})
  const runtime = ManagedRuntime.make(
    Runtime.layer({
      connectors: [okta],
      config: await Effect.runPromise(
        RuntimeConfig.load.pipe(
          Effect.withConfigProvider(
            ConfigProvider.fromMap(
              new Map([
                ["PORT", "0"],
                ["DATABASE_URL", database.url],
                ["TRIBUTARY_MASTER_KEY", Redacted.value(MasterKeys.generate())],
                ["TRIBUTARY_ALLOW_LOOPBACK", "true"],
                ["TRIBUTARY_LOG_LEVEL", "None"]
              ])
            )
          )
        )
      )
    })
  )
  const watched = Steps.watch(import.meta.url, fileURLToPath(root))
  try {
    const { address } = await runtime.runPromise(HttpServer.HttpServer)
    const baseUrl = `${HttpServer.formatAddress(address)}/v1`
    const { key } = await runtime.runPromise(
      Effect.flatMap(Keys.Keys, (keys) =>
        Effect.flatMap(keys.createAccount("walk"), (account) => keys.create(account, "walk"))
      )
    )
    const call = async (path: string, init: RequestInit = {}) => {
      stopped.throwIfAborted()
      const headers = { "x-api-key": Redacted.value(key), "content-type": "application/json", ...init.headers }
      const response = await fetch(`${baseUrl}${path}`, { ...init, headers })
      const text = await response.text()
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
      return JSON.parse(text)
    }

    const pages: Array<Steps.Steps> = []
    const lastPage = Deferred.unsafeMake<void>(FiberId.none)
    vendor.play({ ...replies, ...users(vendor.url) }, ({ url }) => {
      if (!url.startsWith("/api/v1/users?") || url.includes("filter")) return
      // What ran before this request belongs to the page before it.
      pages.push(watched.take())
      if (url === pathOf(PAGES - 1)) Deferred.unsafeDone(lastPage, Effect.void)
    })
    const organization = await call("/provisioning/organizations", {
      method: "POST",
      body: JSON.stringify({ name: "Acme" })
    })
    const connections = `/provisioning/organizations/${organization.id}/connections`
    const { id } = await call(connections, {
      method: "POST",
      body: JSON.stringify({ vendor: "OKTA", credentials: { base_url: vendor.url, api_token: "token" } })
    })
    // No request of a caller may run beside the pages.
    await Effect.runPromise(Deferred.await(lastPage))
    // The first request is that of the connection's check.
    const rounds = Array.from({ length: ROUNDS }, (_, round) =>
      Steps.together(pages.slice(1 + round * PAGES_OF_ROUND, 1 + (round + 1) * PAGES_OF_ROUND))
    )
    const row = Steps.common(rounds.slice(WARM_ROUNDS))
    await until(async () => {
      const { items } = await call(`${connections}/${id}/jobs`)
      return items.find((job: { finished_at: string | null }) => job.finished_at !== null) ?? null
    })

    const walkOf = async (path: string): Promise<Steps.Steps> => {
      const walks: Array<Steps.Steps> = []
      for (let round = 0; round < ROUNDS; round += 1) {
        watched.take()
        await call(path, { headers: { "x-connection-id": id } })
        if (round >= WARM_ROUNDS) walks.push(watched.take())
      }
      return Steps.common(walks)
    }
    const list = await walkOf("/idp/users?limit=5")
    const { items } = await call("/idp/users?limit=1", { headers: { "x-connection-id": id } })
    const byId = await walkOf(`/idp/users/${items[0].id}`)

    for (const [name, steps] of Object.entries({
      "a user of Okta, from the vendor's page to the answer of a list": Steps.together([row, list]),
      "GET of a list": list,
      "GET by id": byId
    })) {
      const functions = [...steps.values()].reduce((sum, names) => sum + names.size, 0)
      console.log(`${name}: ${steps.size} files, ${functions} functions`)
      if (values.files) for (const [file, names] of [...steps].toSorted()) console.log(`  ${file} ${names.size}`)
    }
    return 0
  } finally {
    watched.stop()
    await runtime.dispose()
    vendor.stop()
    await database.drop()
  }
}
