import { readFileSync } from "node:fs"
import { runInNewContext } from "node:vm"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as PackedClient from "../../support/PackedClient.js"
import * as SyncedDemo from "../../support/SyncedDemo.js"

const packageReadme = readFileSync(new URL("../../../client/README.md", import.meta.url), "utf8")

let packed: PackedClient.PackedClient
let demo: SyncedDemo.SyncedDemo

beforeAll(async () => {
  packed = await PackedClient.make()
})

beforeAll(async () => {
  demo = await SyncedDemo.start()
})

afterAll(async () => {
  await demo?.stop()
  await packed?.remove()
})

/** What a page has; a program that needs anything of Node fails. */
const page = () => {
  const { AbortController, AbortSignal, console, fetch, Headers, Request, Response, TextDecoder, TextEncoder } =
    globalThis
  const { clearTimeout, crypto, performance, queueMicrotask, ReadableStream, setTimeout, URL, URLSearchParams } =
    globalThis
  const web = { AbortController, AbortSignal, console, fetch, Headers, Request, Response, TextDecoder, TextEncoder }
  return { ...web, clearTimeout, crypto, performance, queueMicrotask, ReadableStream, setTimeout, URL, URLSearchParams }
}

const inPage = (code: string): Promise<unknown> =>
  runInNewContext(`${code}\nprogram.read(${JSON.stringify(demo.access)})`, page()) as Promise<unknown>

/** The first ids of the same list, without any client. */
const expected = async (): Promise<ReadonlyArray<string>> => {
  const { apiKey, baseUrl, connectionId } = demo.access
  const headers = { "x-api-key": apiKey, "x-connection-id": connectionId }
  const response = await fetch(`${baseUrl}/idp/users?limit=500`, { headers })
  return ((await response.json()) as { items: ReadonlyArray<{ id: string }> }).items.map(({ id }) => id)
}

const withPromises = `
import { ApiError, Client } from "@tributary/client"
export const read = async (access) => {
  const walk = Client.make(access).walk("listIdpUsers", { limit: 20, includeIdpGroups: true })
  const ids = []
  for await (const user of walk) if (Array.isArray(user.groups)) ids.push(user.id)
  const refused = await Client.make({ ...access, apiKey: "wrong" }).listIdpUsers().catch((error) => error)
  return { ids, asOf: walk.asOf, code: refused instanceof ApiError ? refused.code : String(refused) }
}`

const withEffect = `
import { FetchHttpClient } from "@effect/platform"
import { Client } from "@tributary/client/effect"
import { Chunk, Effect, Layer, Stream } from "effect"
export const read = (access) =>
  Effect.gen(function* () {
    const pages = Chunk.toReadonlyArray(yield* Stream.runCollect(Client.pages("listIdpUsers", { limit: 20 })))
    const client = yield* Client.make({ ...access, apiKey: "wrong" })
    const code = yield* client.listIdpUsers().pipe(Effect.catchTag("ApiError", ({ code }) => Effect.succeed(code)))
    return { ids: pages.flatMap(({ items }) => items.map(({ id }) => id)), asOf: pages[0].as_of, code }
  }).pipe(Effect.provide(Layer.provideMerge(Client.layer(access), FetchHttpClient.layer)), Effect.runPromise)`

const typed = `
import { Client, type IdpGroup } from "@tributary/client"
const client = Client.make({ baseUrl: "https://api.example.com/v1", apiKey: "key" })
const { items, next_cursor } = await client.listIdpUsers({ includeIdpGroups: true })
export const groups: ReadonlyArray<IdpGroup> | undefined = items[0]?.groups
export const cursor: string | null = next_cursor
// @ts-expect-error a limit is a number
await client.listIdpUsers({ limit: "1" })
`

const [, example = ""] = /```ts\n([\s\S]*?)```/.exec(packageReadme) ?? []
const inReadme = `declare const apiKey: string, connectionId: string, id: string\n${example}`

describe("the packed client, installed in an empty folder", () => {
  it("installs its own files and no other package", () => {
    expect(packed.installed).toEqual(["@tributary"])
    for (const file of [
      "dist/index.js",
      "dist/index.d.ts",
      "dist/effect/index.js",
      "dist/effect/index.d.ts",
      "README.md"
    ]) {
      expect(packed.files).toContain(file)
    }
    expect(packed.files.filter((file) => !/^(dist|src)\/|^(README\.md|package\.json)$/.test(file))).toEqual([])
  })

  it("has declarations that need no other package and match the example in the README", async () => {
    expect(await packed.check([typed, inReadme])).toBe("")
  })

  it("reads a whole list in a browser page, from a bundle of its own files alone", async () => {
    const { code, inputs } = await packed.bundle(withPromises)
    expect(inputs.filter((input) => !/(?:^|\/)(?:@tributary\/client\/dist\/.*|program)\.js$/.test(input))).toEqual([])
    expect(code.length).toBeLessThan(30_000)
    expect(await inPage(code)).toEqual({ ids: await expected(), asOf: expect.any(String), code: "KEY_INVALID" })
  })

  it("also does so with Effect, without any Node module", async () => {
    await packed.link(["effect", "@effect/platform"])
    const { code, inputs } = await packed.bundle(withEffect)
    expect(inputs.filter((input) => /node:|@tributary\/(?!client)|runtime-http/.test(input))).toEqual([])
    expect(await inPage(code)).toEqual({ ids: await expected(), asOf: expect.any(String), code: "KEY_INVALID" })
  })
})
