import { mkdir, readFile as read, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { HttpServer } from "@effect/platform"
import { Keys } from "@tributary/runtime-http"
import { Effect, Option, Redacted, Schedule, Schema } from "effect"
import type { DemoVendor } from "./DemoVendor.js"

/** Everything that a person needs to call the API, as `demo.json` in the data folder holds it. */
export const Demo = Schema.Struct({
  base_url: Schema.String,
  api_key: Schema.String,
  organization_id: Schema.String,
  connections: Schema.Array(Schema.Struct({ id: Schema.String, vendor: Schema.String })),
  demo_vendor_url: Schema.String
})
export interface Demo extends Schema.Schema.Type<typeof Demo> {}

const fileOf = (dataDir: string): string => join(dataDir, "demo.json")

/** The file of an earlier start; null if there is none that can be read. */
export const readFile = (dataDir: string): Effect.Effect<Demo | null> =>
  Effect.tryPromise(() => read(fileOf(dataDir), "utf8")).pipe(
    Effect.flatMap(Schema.decodeUnknown(Schema.parseJson(Demo))),
    Effect.option,
    Effect.map(Option.getOrNull)
  )

const writeDemo = (dataDir: string, demo: Demo) =>
  Effect.tryPromise(async () => {
    const file = fileOf(dataDir)
    await mkdir(dataDir, { recursive: true })
    // Only its owner may read it, because it holds a key. The rename makes sure that nobody reads half a file.
    await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
    await rename(`${file}.new`, file)
  })

const Created = Schema.Struct({ id: Schema.String })
const JobList = Schema.Struct({ items: Schema.Array(Schema.Struct({ status: Schema.String })) })

/** Calls the API as any consumer does. */
const call = <A, I>(schema: Schema.Schema<A, I>, baseUrl: string, key: string, path: string, init: RequestInit = {}) =>
  Effect.tryPromise(async (signal) => {
    const headers = { "content-type": "application/json", "x-api-key": key }
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers, signal })
    const text = await response.text()
    if (!response.ok) throw new Error(`${init.method ?? "GET"} ${path} answered ${response.status}: ${text}`)
    return text
  }).pipe(Effect.flatMap(Schema.decodeUnknown(Schema.parseJson(schema))))

const isKnown = (key: string) =>
  Effect.flatMap(Keys.Keys, (keys) => keys.authenticate(Redacted.make(key))).pipe(Effect.isSuccess)

/** The demo vendor changes every minute, and a person who tries the API should see that. */
export const REFRESH_SECS = 60

const credentialsOf = (vendor: DemoVendor) => ({ base_url: vendor.url, api_token: vendor.token })

/** A connection besides that of the demo vendor. */
export interface Further {
  readonly vendor: string
  readonly credentials: Readonly<Record<string, string>>
  readonly data_export_types: ReadonlyArray<string>
}

const create = (baseUrl: string, vendor: DemoVendor, further: ReadonlyArray<Further>) =>
  Effect.gen(function* () {
    const keys = yield* Keys.Keys
    const account = yield* keys.createAccount("Demo account")
    const { key } = yield* keys.create(account, "demo")
    const apiKey = Redacted.value(key)
    const post = (path: string, body: unknown) =>
      call(Created, baseUrl, apiKey, path, { method: "POST", body: JSON.stringify(body) })
    const organization = yield* post("/provisioning/organizations", { name: "Acme" })
    const connections = `/provisioning/organizations/${organization.id}/connections`
    const wanted = [{ vendor: "OKTA", credentials: credentialsOf(vendor) }, ...further]
    const made = yield* Effect.forEach(wanted, (each) =>
      Effect.map(post(connections, { ...each, refresh_interval_secs: REFRESH_SECS }), ({ id }) => ({
        id,
        vendor: each.vendor
      }))
    )
    return {
      base_url: baseUrl,
      api_key: apiKey,
      organization_id: organization.id,
      connections: made,
      demo_vendor_url: vendor.url
    } satisfies Demo
  })

/** Keeps the data of an earlier start. If the demo vendor has another address now, its connection gets that one. */
const reuse = (file: Demo, baseUrl: string, vendor: DemoVendor) =>
  Effect.gen(function* () {
    if (file.demo_vendor_url !== vendor.url) {
      const [connection] = file.connections
      const path = `/provisioning/organizations/${file.organization_id}/connections/${connection?.id}`
      const body = JSON.stringify({ credentials: credentialsOf(vendor) })
      yield* call(Created, baseUrl, file.api_key, path, { method: "PATCH", body })
    }
    return { ...file, base_url: baseUrl, demo_vendor_url: vendor.url }
  })

/** Waits until a first job of every connection has ended. */
const synced = (demo: Demo) =>
  Effect.forEach(demo.connections, ({ id }) =>
    call(
      JobList,
      demo.base_url,
      demo.api_key,
      `/provisioning/organizations/${demo.organization_id}/connections/${id}/jobs`
    ).pipe(
      Effect.repeat({
        schedule: Schedule.spaced("200 millis"),
        until: ({ items }) => items.some(({ status }) => status === "SUCCESS" || status === "FAILED")
      })
    )
  )

/** Creates an account, a key, an organization and a connection, or reuses those of an earlier start; waits for the first data. */
export const prepare = (options: {
  readonly dataDir: string
  readonly file: Demo | null
  readonly vendor: DemoVendor
  readonly further: ReadonlyArray<Further>
}) =>
  Effect.gen(function* () {
    const { dataDir, file, further, vendor } = options
    const address = yield* HttpServer.addressFormattedWith((text) => Effect.succeed(text))
    const baseUrl = `${address.replace("0.0.0.0", "127.0.0.1")}/v1`
    const isReusable = file !== null && (yield* isKnown(file.api_key))
    const demo =
      file !== null && isReusable ? yield* reuse(file, baseUrl, vendor) : yield* create(baseUrl, vendor, further)
    yield* writeDemo(dataDir, demo)
    yield* synced(demo)
    return demo
  })
