import { HttpApi, HttpApiGroup } from "@effect/platform"
import { RecordKind, Records } from "@tributary/core"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ListParameters, Parameter, RecordEndpoints } from "../../../src/api/index.js"
import * as RecordHandlers from "../../../src/http/parts/RecordHandlers.js"
import * as Dispatcher from "../../../src/http/server/Dispatcher.js"
import * as Handlers from "../../../src/http/server/Handlers.js"
import {
  dataHeaders,
  listening,
  locs,
  makeTenant,
  putRecords,
  type Reply,
  send,
  serve,
  stores,
  type Tenant
} from "../TestServer.js"

const findings = RecordEndpoints.make(RecordKind.ComplianceFinding, {
  list: "listComplianceFindings",
  get: "getComplianceFinding",
  id: "finding_id",
  plural: "findings",
  singular: "a finding",
  item: Records.ComplianceFinding,
  filters: {
    findingStatuses: ListParameters.optional(
      Parameter.manyOf({ description: "Only these.", values: Records.FindingStatus.literals })
    ),
    controls: ListParameters.optional(Parameter.texts({ description: "Only of these.", maxLength: 200 }))
  },
  shape: "structured"
})

const Api = HttpApi.make("test").add(HttpApiGroup.make("cspm").add(findings.list).add(findings.get)).prefix("/v1")

const group = Handlers.group(Api, "cspm", (handlers) =>
  Effect.map(RecordHandlers.make, ({ get, list }) =>
    handlers.handle("listComplianceFindings", list(findings)).handle("getComplianceFinding", get(findings))
  )
)

const layer = Dispatcher.layer(
  Api,
  { maxBodyBytes: 1000, compress: true, logRequests: false },
  Effect.succeed([])
).pipe(Layer.provide(group), Layer.provideMerge(listening()), Layer.provideMerge(stores()))

let server: Awaited<ReturnType<typeof open>>
let tenant: Tenant
const open = () => serve(layer)

beforeAll(async () => {
  server = await open()
  tenant = await server.run(makeTenant)
})
afterAll(() => server.stop())

const get = (query: string, headers: Readonly<Record<string, string>> = dataHeaders(tenant)) =>
  send(`${server.origin}/v1/cspm/compliance_findings${query}`, { headers })

const codeOf = (reply: Reply) => {
  const { code, type } = reply.json as { code: string; type: string }
  expect(Object.keys(reply.json as object).sort()).toEqual(["code", "detail", "message", "type"])
  return [reply.status, type, code]
}

describe("a record kind with filters and the structured shape", () => {
  it("returns a page", async () => {
    const reply = await get("?findingStatuses=NEW,RESOLVED&controls=%22a,b%22&limit=1")
    expect([reply.status, reply.json]).toEqual([200, { count: 0, total: 0, items: [] }])
  })

  it("has the structured body for 401, 404 and 422 [contract: errors-of-records]", async () => {
    expect(codeOf(await get("", {}))).toEqual([401, "unauthorized", "KEY_INVALID"])
    const nowhere = { ...dataHeaders(tenant), "X-CONNECTION-ID": "00000000-0000-4000-8000-000000000000" }
    expect(codeOf(await get("", nowhere))).toEqual([404, "not_found", "CONNECTION_NOT_FOUND"])
    const none = await get("/00000000-0000-4000-8000-000000000000")
    expect(codeOf(none)).toEqual([404, "not_found", "RECORD_NOT_FOUND"])
    for (const query of ["?limit=0", "?findingStatuses=OLD", "?controls=%22", "/x"]) {
      expect(codeOf(await get(query))).toEqual([422, "validation_error", "INVALID_PARAMETER"])
    }
    expect(locs(await get("?findingStatuses=OLD&controls=%22"))).toEqual(["query.findingStatuses", "query.controls"])
    expect(codeOf(await get("?enableCursor=true&cursor=x"))).toEqual([422, "validation_error", "CURSOR_INVALID"])
    expect(codeOf(await get("?enableCursor=true&cursor=x&offset=1"))).toEqual([
      422,
      "validation_error",
      "CURSOR_CONFLICT"
    ])
  })

  it("binds a cursor to the filters, however they are written [contract: cursor-is-opaque]", async () => {
    const records = ["a", "b", "c"].map((vendor_id) => ({ vendor_id }))
    await server.run(putRecords(tenant.connection.id, RecordKind.ComplianceFinding, records))
    const page = async (query: string) => get(`?enableCursor=true&limit=1&${query}`)
    const first = await page("findingStatuses=NEW,RESOLVED&controls=a")
    const { next_cursor: cursor } = first.json as { next_cursor: string }
    const same = [
      "controls=a&findingStatuses=NEW,RESOLVED",
      "controls=a&findingStatuses=RESOLVED&findingStatuses=NEW&findingStatuses=NEW",
      "controls=%22a%22&findingStatuses=NEW,RESOLVED&unknown=x"
    ]
    for (const query of same) expect((await page(`${query}&cursor=${cursor}`)).status).toBe(200)
    const others = ["", "controls=a", "findingStatuses=NEW&controls=a", "findingStatuses=NEW,RESOLVED&controls=a,b"]
    for (const query of others) {
      expect(codeOf(await page(`${query}&cursor=${cursor}`))).toEqual([422, "validation_error", "CURSOR_INVALID"])
    }
  })
})
