import { createServer } from "node:http"
import { NodeHttpClient } from "@effect/platform-node"
import { Chunk, Effect, Stream } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Access } from "../src/Access.js"
import * as FetchWalk from "../src/FetchWalk.js"
import * as GeneratedWalk from "../src/GeneratedWalk.js"
import { summary } from "../src/summary.js"
import * as TypedWalk from "../src/TypedWalk.js"
import * as SyncedDemo from "./SyncedDemo.js"

const LIMIT = 20

const byFetch = async (access: Access) => {
  const ids: Array<string> = []
  for await (const { items } of FetchWalk.userPages(access, LIMIT)) ids.push(...items.map(({ id }) => id))
  return ids
}

const byGeneratedClient = async (access: Access) => {
  const ids: Array<string> = []
  for await (const users of GeneratedWalk.userPages(access, LIMIT)) ids.push(...users.map(({ id }) => id))
  return ids
}

const byTypedClient = (access: Access) =>
  Effect.runPromise(
    Stream.runCollect(TypedWalk.userPages(access, LIMIT)).pipe(
      Effect.map(Chunk.toReadonlyArray),
      Effect.provide(NodeHttpClient.layerUndici)
    )
  )

describe("walking the demo vendor's users", () => {
  let demo: SyncedDemo.SyncedDemo

  beforeAll(async () => {
    demo = await SyncedDemo.start()
  })

  afterAll(() => demo?.stop())

  it("returns every id once, in the same order, with fetch, the typed client and the generated client", async () => {
    const fetched = await byFetch(demo.access)
    const pages = await byTypedClient(demo.access)
    const typed = pages.flat()
    expect(fetched.length).toBeGreaterThan(2 * LIMIT)
    expect(new Set(fetched).size).toBe(fetched.length)
    expect(typed.map(({ id }) => id)).toEqual(fetched)
    expect(await byGeneratedClient(demo.access)).toEqual(fetched)
    expect(pages).toHaveLength(Math.ceil(fetched.length / LIMIT))
    expect(typed.every((user) => "groups" in user && Array.isArray(user.groups))).toBe(true)
    expect(summary(pages.length, typed)).toContain(`${fetched.length} users in ${pages.length} pages`)
  })

  it("reports the server's error when a page is refused", async () => {
    const access = { ...demo.access, apiKey: "wrong" }
    await expect(byFetch(access)).rejects.toThrow(/^401: /)
    await expect(byTypedClient(access)).rejects.toThrow("X-API-KEY")
  })
})

describe("a rate-limited request", () => {
  it("is repeated after the time in Retry-After", async () => {
    let asked = 0
    const server = createServer((_request, response) => {
      asked += 1
      if (asked === 2) response.writeHead(429, { "retry-after": "0" }).end('{"detail":"too many"}')
      else response.end(JSON.stringify({ items: [{ id: `u${asked}` }], next_cursor: asked === 1 ? "next" : null }))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const access = { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: "any", connectionId: "any" }
    expect(await byFetch(access)).toEqual(["u1", "u3"])
    server.close()
  })
})
