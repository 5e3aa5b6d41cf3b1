import { describe, expect, it } from "@effect/vitest"
import { type Extractor, Tenant, VendorHttp } from "@tributary/core"
import { Chunk, Effect, Stream } from "effect"
import { findings, users } from "./BenchConnectors.js"
import * as InstantVendor from "./InstantVendor.js"

const ROWS = 450

/** The vendor without its sockets. */
const vendor = VendorHttp.VendorHttp.of({
  send: ({ query = {}, url }) => {
    const parameters = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
    )
    const body: unknown = JSON.parse(InstantVendor.page(url.slice(1), ROWS, "full", parameters))
    return Effect.succeed({ status: 200, headers: {}, body })
  },
  permit: () => Effect.void,
  chooses: () => true,
  furtherBaseUrls: [],
  withoutSecrets: (link) => link,
  tenant: Tenant.openGuard
})

const request: Extractor.ExtractRequest = {
  owner: { connectionId: "00000000-0000-4000-8000-000000000001", vendor: "BENCH" },
  since: null,
  checkpoint: null,
  delta: null
}

describe("InstantVendor", () => {
  it.effect.each([
    { name: "users", list: users },
    { name: "findings", list: findings }
  ])("has $name that all become different records, page by page", ({ list }) =>
    Effect.gen(function* () {
      const pages = Chunk.toReadonlyArray(yield* Stream.runCollect(list.pages(request)))
      const batches = pages.flatMap((page) => page.batches)
      expect(batches.map(({ records }) => records.length)).toEqual([200, 200, 50])
      expect(batches.map(({ rejections, unmapped }) => rejections.length + unmapped)).toEqual([0, 0, 0])
      expect(new Set(batches.flatMap(({ records }) => records.map(({ wire }) => wire))).size).toBe(ROWS)
    }).pipe(Effect.provideService(VendorHttp.VendorHttp, vendor))
  )
})
