import { describe, expect, it } from "@effect/vitest"
import {
  Child,
  type ExportJob,
  Extractor,
  Lookup,
  Pagination,
  RecordKind,
  VendorError,
  VendorHttp
} from "@tributary/core"
import { Effect, Exit, Schema, Stream } from "effect"
import { type Answer, BASE_URL, converse, type ReceivedRequest } from "../../FakeVendor.js"
import { groups, userList } from "../../testing/Acme.js"

const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }

const probe = async (
  extractor: Extractor.Any,
  answer: (path: string, request: ReceivedRequest) => Answer,
  settings: Partial<VendorHttp.VendorHttpSettings> = {}
) => {
  const said = (request: ReceivedRequest) => answer(request.url.slice(BASE_URL.length), request)
  const { exit, received } = await converse(said, Extractor.checkAccess(extractor, owner), settings)
  if (Exit.isFailure(exit)) throw new Error(String(exit.cause))
  return {
    findings: exit.value.map(({ error, list }) => [list.endpoint, error?._tag ?? null]),
    harmless: exit.value.filter(Extractor.isHarmless).map(({ list }) => list.endpoint),
    urls: received.map(({ method, url }) => `${method} ${decodeURIComponent(url.replace(BASE_URL, ""))}`),
    received
  }
}

const user = (id: string) => ({ id, name: id })
const group = (id: string) => ({ id, name: id, created: "2024-05-01T08:30:00Z" })

const directory = (path: string): Answer => {
  if (path.startsWith("/groups?")) return { body: { items: ["a", "b", "c"].map(group), total: 9 } }
  if (path.endsWith("/tags")) return { body: { tags: [] } }
  return { body: { items: [{ id: "u" }], next: "more" } }
}

const table = (endpoint: string) =>
  Extractor.make({ ...userList, endpoint, permissions: [`${endpoint} read`], pagination: Pagination.none() })

describe("Extractor.checkAccess", () => {
  it("requests the smallest page, and the child lists and lookups of one row", async () => {
    const { findings, urls } = await probe(groups(), directory)
    expect(urls).toEqual(["GET /groups?limit=1&offset=0", "GET /groups/a/tags", "GET /groups/a/members"])
    expect(findings).toEqual([
      ["/groups", null],
      ["/groups/{id}/tags", null],
      ["/groups/{id}/members", null]
    ])
  })

  it("requests a page of the list's own size if the vendor refuses the smallest", async () => {
    const extractor = Extractor.make({ ...userList, pagination: Pagination.linkHeader({ limit: 50 }) })
    const refusing = (path: string): Answer => (path.includes("limit=1&") ? { status: 400 } : { body: [user("1")] })
    const anyway = await probe(extractor, (path) => refusing(`${path}&`))
    expect(anyway.urls).toEqual(["GET /users?limit=1", "GET /users?limit=50"])
    expect(anyway.findings).toEqual([["/users", null]])
    const broken = await probe(extractor, () => ({ status: 400 }))
    expect(broken.findings).toEqual([["/users", "ClientError"]])
    expect((await probe(extractor, () => ({ status: 403 }))).urls).toHaveLength(1)
  })

  it("checks every part of a concatenation, even if others are refused", async () => {
    const both = Extractor.concat(table("/a"), table("/b"), table("/c"))
    const { findings } = await probe(both, (path) => (path === "/c" ? { body: [] } : { status: 403 }))
    expect(findings).toEqual([
      ["/a", "Unauthorized"],
      ["/b", "Unauthorized"],
      ["/c", null]
    ])
  })

  it("distinguishes a list that the export can do without from one that it needs", async () => {
    const refusing = (ending: string) => (path: string) => (path.endsWith(ending) ? { status: 403 } : directory(path))
    expect((await probe(groups(), refusing("/tags"))).harmless).toEqual(["/groups/{id}/tags"])
    expect((await probe(groups(), refusing("/members"))).harmless).toEqual([])
    const failing = await probe(groups(), (path) => (path.endsWith("/tags") ? { status: 404 } : directory(path)))
    expect(failing.harmless).toEqual(["/groups/{id}/tags"])
  })

  it("checks a child list and a lookup with the first rows to which they apply", async () => {
    const extractor = Extractor.below({
      endpoint: "/users",
      row: Schema.Struct({ id: Schema.String, count: Schema.Number }),
      pagination: Pagination.none(),
      permissions: ["users.read"],
      child: Child.of<{ readonly id: string; readonly count: number }>()({
        record: RecordKind.DeviceGroup,
        endpoint: "/users/{id}/devices",
        row: Schema.Struct({ serial: Schema.String }),
        pagination: Pagination.cursor({ from: "next", param: "page", limit: 100, items: "rows" }),
        permissions: ["devices.read"],
        when: ({ count }) => count > 0,
        lookups: {
          owners: Lookup.of<{ readonly id: string; readonly serial: string }>()({
            endpoint: "/users/{id}/devices/{serial}/owner",
            row: Schema.Struct({}),
            pagination: Pagination.one(),
            permissions: ["owners.read"]
          })
        },
        toRecord: ({ serial }) => ({ name: serial, vendor_id: serial })
      })
    })
    const counts = [0, 2, 3].map((count) => ({ id: `u${count}`, count }))
    const answer = (path: string): Answer => {
      if (path === "/users") return { body: [{ broken: true }, ...counts] }
      return path.includes("owner") ? { status: 404 } : { body: { rows: [{ serial: "s" }, { serial: "t" }] } }
    }
    const { findings, harmless, urls } = await probe(extractor, answer)
    expect(urls).toEqual(["GET /users", "GET /users/u2/devices?limit=1", "GET /users/u2/devices/s/owner"])
    expect(findings.at(-1)).toEqual(["/users/{id}/devices/{serial}/owner", "ClientError"])
    expect(harmless).toEqual([])
    expect((await probe(extractor, () => ({ body: [] }))).urls).toEqual(["GET /users"])
  })

  it("skips a row whose id cannot be part of a path", async () => {
    const { findings, urls } = await probe(groups(), (path) =>
      path.startsWith("/groups?") ? { body: { items: [".", "b"].map(group), total: 2 } } : directory(path)
    )
    expect(urls).toEqual(["GET /groups?limit=1&offset=0", "GET /groups/b/tags", "GET /groups/b/members"])
    expect(findings.map(([, error]) => error)).toEqual([null, null, null])
  })

  it("requests an endpoint that two lists share only once, and names both lists if it is refused", async () => {
    interface Row {
      readonly id: string
    }
    const row = Schema.Struct({ id: Schema.String })
    const report = Lookup.joined<Row>()({
      endpoint: "/report",
      row,
      pagination: Pagination.none(),
      permissions: ["report.read"],
      key: ({ id }) => id,
      matches: ({ id }) => id
    })
    const list = { row, pagination: Pagination.none(), permissions: [], lookups: { report } }
    const extractor = Extractor.make({
      ...list,
      record: RecordKind.DeviceGroup,
      endpoint: "/groups",
      toRecord: ({ id }) => ({ name: id, vendor_id: id }),
      children: [
        Child.of<Row>()({
          ...list,
          record: RecordKind.DeviceGroup,
          endpoint: "/groups/{id}/groups",
          toRecord: ({ id }) => ({ name: id, vendor_id: id })
        })
      ]
    })
    const { findings, urls } = await probe(extractor, (path) =>
      path === "/report" ? { status: 403 } : { body: [{ id: "a" }] }
    )
    expect(urls).toEqual(["GET /groups", "GET /report", "GET /groups/a/groups"])
    expect(findings).toEqual([
      ["/groups", null],
      ["/report", "Unauthorized"],
      ["/report", "Unauthorized"],
      ["/groups/{id}/groups", null]
    ])
  })

  describe("with lookups whose answers are below the rows of another list", () => {
    interface Row {
      readonly id: string
    }
    const row = Schema.Struct({ id: Schema.String })
    const below = { endpoint: "/sites", row, pagination: Pagination.none(), permissions: ["sites.read"] }
    const lookup = { below, row, pagination: Pagination.none(), permissions: ["sites.read"] }
    const join = { key: ({ id }: Row) => id, matches: ({ id }: Row) => id }
    const report = Lookup.joined<Row>()({ ...lookup, ...join, endpoint: "/sites/{id}/report" })
    const alarms = Lookup.joined<Row>()({ ...lookup, ...join, endpoint: "/sites/{id}/alarms" })
    const extractor = Extractor.make({ ...userList, pagination: Pagination.none(), lookups: { report, alarms } })
    const answers: Readonly<Record<string, Answer>> = {
      "/users": { body: [user("1")] },
      "/sites": { body: [{ id: 7 }, { id: "a" }, { id: "b" }] }
    }

    it("requests one list below that list for each of them, and passes over a row that it cannot read", async () => {
      const { findings, urls } = await probe(extractor, (path) => answers[path] ?? { status: 403 })
      expect(urls).toEqual(["GET /users", "GET /sites", "GET /sites/a/report", "GET /sites/a/alarms"])
      expect(findings).toEqual([
        ["/users", null],
        ["/sites", null],
        ["/sites", null],
        ["/sites/{id}/report", "Unauthorized"],
        ["/sites/{id}/alarms", "Unauthorized"]
      ])
    })

    it("requests none of them if that list is refused", async () => {
      const refusing = (path: string): Answer => (path === "/users" ? { body: [user("1")] } : { status: 403 })
      expect((await probe(extractor, refusing)).urls).toEqual(["GET /users", "GET /sites"])
    })
  })

  it("requests the details of one batch of ids", async () => {
    const extractor = Extractor.make({
      ...userList,
      pagination: Pagination.none(),
      detailRequest: {
        endpoint: "/details",
        batch: 2,
        query: (ids) => ({ ids }),
        items: "rows",
        permissions: ["d.read"]
      }
    })
    const { findings, urls } = await probe(extractor, (path) =>
      path === "/users" ? { body: ["1", "2", "3"] } : { status: 403 }
    )
    expect(urls).toEqual(["GET /users", "GET /details?ids=1&ids=2"])
    expect(findings.at(-1)).toEqual(["/details", "Unauthorized"])
  })

  it("reads one page of a joined lookup", async () => {
    const extractor = Extractor.make({
      ...userList,
      lookups: {
        report: Lookup.joined<{ readonly id: string }>()({
          endpoint: "/report",
          row: Schema.Struct({ id: Schema.String }),
          pagination: Pagination.cursor({ items: "rows", from: "next", param: "page", limit: 1000 }),
          permissions: ["report.read"],
          key: ({ id }) => id,
          matches: ({ id }) => id
        })
      }
    })
    const { urls } = await probe(extractor, (path) =>
      path.startsWith("/users") ? { body: [user("1"), user("2")] } : { body: { rows: [user("9")], next: "p2" } }
    )
    expect(urls).toEqual(["GET /users?limit=1", "GET /report?limit=1"])
  })

  const job: ExportJob.ExportJob = {
    start: "/export",
    body: {},
    id: "id",
    status: "/export/{id}/status",
    read: () => ({ state: "running", chunks: [1] }),
    chunk: "/export/{id}/chunks/{chunk}",
    cancel: "/export/{id}/cancel"
  }
  const exported = Extractor.make({ ...userList, endpoint: "/export", pagination: Pagination.none(), exportJob: job })

  it("starts a job, reads its state and cancels it", async () => {
    const { findings, urls } = await probe(exported, () => ({ body: { id: "7" } }))
    expect(urls).toEqual(["POST /export", "GET /export/7/status", "POST /export/7/cancel"])
    expect(findings).toEqual([
      ["/export", null],
      ["/export/{id}/status", null]
    ])
  })

  it("names the refused step of a job, or the job if an earlier request was refused", async () => {
    const second = await probe(exported, (path) => (path.endsWith("status") ? { status: 403 } : { body: { id: "7" } }))
    expect(second.findings).toEqual([["/export/{id}/status", "Unauthorized"]])
    expect(second.urls.at(-1)).toBe("POST /export/7/cancel")
    const auth = { url: `${BASE_URL}/token`, form: {} }
    const tokenless = await probe(exported, () => ({ status: 403 }), { auth })
    expect(tokenless.findings).toEqual([["/export/{id}/chunks/{chunk}", "Unauthorized"]])
  })

  it("checks the list at every base address, and the lists below it at the first that has a row", async () => {
    const furtherBaseUrls = ["https://two.example", "https://three.example"]
    const { urls, findings } = await probe(
      groups(),
      (path, { url }) => {
        if (url.startsWith("https://two.example/groups?")) return { status: 403 }
        return url.startsWith(`${BASE_URL}/groups?`) ? { body: { items: [], total: 0 } } : directory(path.slice(1))
      },
      { furtherBaseUrls }
    )
    expect(urls.filter((url) => url.includes("/groups?"))).toHaveLength(3)
    expect(urls.filter((url) => url.includes("/groups/"))).toHaveLength(2)
    expect(urls.filter((url) => url.includes("/groups/")).every((url) => url.includes("three.example"))).toBe(true)
    expect(findings.filter(([, tag]) => tag !== null)).toEqual([["/groups", "Unauthorized"]])
  })

  it("reads one page of an author's own stream", async () => {
    let pulled = 0
    const extractor = Extractor.fromStream({
      record: RecordKind.DeviceGroup,
      endpoint: "/device-groups",
      permissions: ["devices.read"],
      pages: () =>
        Stream.repeatValue(0).pipe(
          Stream.tap(() => {
            pulled += 1
            return Stream.runDrain(Stream.empty)
          }),
          Stream.rechunk(1),
          Stream.map(() => ({ drafts: [] }))
        )
    })
    expect((await probe(extractor, () => ({}))).findings).toEqual([["/device-groups", null]])
    expect(pulled).toBe(1)
  })
})

describe("Extractor.checkAccess, of an author's own stream", () => {
  const ask = (endpoint: string, url = endpoint) =>
    Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send({ endpoint, url }))

  /** A stream whose first page needs these requests. */
  const needing = (requests: Effect.Effect<unknown, VendorError.VendorError, VendorHttp.VendorHttp>) =>
    Extractor.fromStream({
      record: RecordKind.DeviceGroup,
      endpoint: "/groups",
      permissions: ["groups.read"],
      further: [
        { endpoint: "/groups/{id}", permissions: ["groups.read"] },
        { endpoint: "/owners", permissions: ["owners.read"], fields: ["description"], isOptional: true }
      ],
      pages: () => Stream.fromEffect(Effect.as(requests, { drafts: [] }))
    })

  const details = (id: string) => ask("/groups/{id}", `/groups/${id}`)

  it("requests each endpoint once, even if the stream requests more pages and rows", async () => {
    const oneByOne = Effect.all([ask("/groups"), details("a"), details("b"), ask("/owners")])
    expect(await probe(needing(oneByOne), () => ({}))).toMatchObject({
      urls: ["GET /groups", "GET /groups/a"],
      findings: [
        ["/groups", null],
        ["/groups/{id}", null]
      ]
    })
    const atOnce = Effect.all([details("a"), details("b"), ask("/groups"), ask("/owners")], {
      concurrency: "unbounded"
    })
    const { findings, urls } = await probe(needing(atOnce), () => ({}))
    const endpoints = urls.map((url) => url.replace(/\/[ab]$/, "/{id}"))
    expect(endpoints.sort()).toEqual(["GET /groups", "GET /groups/{id}", "GET /owners"])
    expect(findings).toHaveLength(3)
  })

  it("reports a refusal that the stream swallows, and names the endpoint that fails the stream", async () => {
    const swallowing = Effect.ignore(Effect.all([ask("/groups"), details("a")]))
    const refusing = (path: string): Answer => (path === "/groups/a" ? { status: 403 } : {})
    expect((await probe(needing(swallowing), refusing)).findings).toEqual([
      ["/groups", null],
      ["/groups/{id}", "Unauthorized"]
    ])
    const optional = await probe(needing(Effect.all([ask("/groups"), ask("/owners")])), (path) =>
      path === "/owners" ? { status: 403 } : {}
    )
    expect(optional).toMatchObject({
      findings: [
        ["/groups", null],
        ["/owners", "Unauthorized"]
      ],
      harmless: ["/owners"]
    })
  })

  it("reports that the list cannot be read if the stream fails without a refusal", async () => {
    const failing = Effect.zipRight(
      ask("/groups"),
      Effect.fail(new VendorError.BadPayload({ endpoint: "/groups", status: 200, detail: "no groups" }))
    )
    expect((await probe(needing(failing), () => ({}))).findings).toEqual([["/groups", "BadPayload"]])
  })
})
