import { describe, expect, it } from "@effect/vitest"
import { Child, Extractor, Lookup, Pagination, RecordKind, Row, Tenant, VendorHttp } from "@tributary/core"
import { Cause, Effect, Exit, Option, Schema, Stream } from "effect"
import * as LookupAnswers from "../../../src/extract/lookup/LookupAnswers.js"
import * as LookupCache from "../../../src/extract/lookup/LookupCache.js"
import { type Answer, BASE_URL, converse, type ReceivedRequest } from "../../FakeVendor.js"
import * as TurnsOfLoop from "../../TurnsOfLoop.js"
import { extract } from "../extract.js"

const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }
const pages = Pagination.cursor({ items: "items", from: "next", param: "next" })

const Person = Schema.Struct({ id: Schema.String, department: Schema.String })
type Person = Schema.Schema.Type<typeof Person>
const Badge = Schema.Struct({ owner: Row.nullish(Schema.String), colour: Schema.String })

const badgeList = {
  endpoint: "/badges" as const,
  row: Badge,
  pagination: pages,
  permissions: ["badges.read"],
  isOptional: true,
  fields: ["types"] as const,
  mayBeMissing: true,
  key: (badge: typeof Badge.Type) => badge.owner,
  matches: (person: Person) => person.id
}
const badges = Lookup.joined<Person>()(badgeList)

const Department = Schema.Struct({ id: Schema.String, site: Schema.String })
type Department = Schema.Schema.Type<typeof Department>

const groupOf = (person: { readonly id: string }, found: ReadonlyArray<typeof Badge.Type> | null) => ({
  name: person.id,
  description: "",
  types: found === null ? ["denied"] : found.map(({ colour }) => colour),
  vendor_id: person.id,
  vendor_created_at: "2024-05-01T08:30:00Z"
})

const peopleList = {
  record: RecordKind.IdpGroup,
  endpoint: "/people",
  row: Person,
  pagination: pages,
  permissions: ["people.read"],
  lookups: { badges },
  toRecord: (person: Person, answers: Lookup.Answers<{ readonly badges: typeof badges }>) =>
    groupOf(person, answers.badges)
}
const people = Extractor.make(peopleList)

const staff = Extractor.below({
  endpoint: "/departments",
  row: Department,
  pagination: pages,
  permissions: ["departments.read"],
  child: Child.of<Department>()({
    record: RecordKind.IdpGroup,
    endpoint: "/departments/{id}/people",
    row: Person,
    pagination: pages,
    permissions: ["people.read"],
    lookups: {
      badges: Lookup.joined<Person & Pick<Department, "site">>()({
        endpoint: "/sites/{site}/badges",
        row: Badge,
        pagination: pages,
        permissions: ["badges.read"],
        key: (badge) => badge.owner,
        matches: (person) => person.id
      })
    },
    toRecord: (person, department, answers) => ({
      ...groupOf(person, answers.badges),
      description: department.id
    })
  })
})

const person = (id: string) => ({ id, department: "d" })
const badge = (of: string | null, colour: string) => ({ owner: of, colour })

const directory = (path: string): Answer => {
  if (path === "/badges") return { body: { items: [badge("a", "red"), badge(null, "grey")], next: "2" } }
  if (path === "/badges?next=2") return { body: { items: [badge("c", "green"), badge("a", "blue")] } }
  if (path === "/people") return { body: { items: ["a", "b"].map(person), next: "2" } }
  if (path === "/people?next=2") return { body: { items: [person("c")] } }
  if (path === "/departments") {
    const rows = ["1", "2", "3"].map((id) => ({ id, site: id === "3" ? "south" : "north" }))
    return { body: { items: rows } }
  }
  if (path.startsWith("/departments/")) return { body: { items: [person(`p${path.slice(13, 14)}`)] } }
  if (path === "/sites/north/badges") return { body: { items: [badge("p1", "red"), badge("p2", "blue")] } }
  return { body: { items: [badge("p2", "of another site"), badge("p3", "green")] } }
}

/** The directory with a badge for each of these owners. */
const badgesOf =
  (...owners: ReadonlyArray<string>) =>
  (path: string): Answer =>
    path === "/badges" ? { body: { items: owners.map((of) => badge(of, "red")) } } : directory(path)

const read = async (extractor: Extractor.Any, answer: (path: string) => Answer = directory) => {
  const records: Array<unknown> = []
  const reading = extractor.pages({ owner, since: null, checkpoint: null, delta: null }).pipe(
    Stream.tap((page) =>
      Effect.sync(() =>
        records.push(
          ...page.batches.flatMap((batch) => batch.records.map(({ value }) => [value["name"], value["types"]]))
        )
      )
    ),
    Stream.runDrain
  )
  const { exit, received } = await converse((seen) => answer(seen.url.slice(BASE_URL.length)), reading)
  const failure = Exit.isSuccess(exit) ? null : Option.getOrNull(Cause.failureOption(exit.cause))
  return { records, failure, paths: received.map(({ url }) => url.slice(BASE_URL.length)) }
}

describe("Lookup.joined", () => {
  it("reads its list once and gives each row its own part of it", async () => {
    const { records, paths } = await read(people)
    expect(records).toEqual([
      ["a", ["red", "blue"]],
      ["b", []],
      ["c", ["green"]]
    ])
    expect(paths).toEqual(["/people", "/badges", "/badges?next=2", "/people?next=2"])
  })

  it.each([403, 404])(
    "leaves its fields unread, after one request, if it is optional and answers %s",
    async (status) => {
      const { batches, pages, paths } = await extract(people, (path) =>
        path === "/badges" ? { status } : directory(path)
      )
      const records = batches.flatMap((batch) => batch.records)
      expect(records.map(({ vendorId, unread }) => [vendorId, unread])).toEqual(
        ["a", "b", "c"].map((id) => [id, ["types"]])
      )
      expect(records[0]?.value["types"]).toEqual(["denied"])
      const report = {
        kind: RecordKind.IdpGroup,
        fields: ["types"],
        endpoint: "/badges",
        permissions: ["badges.read"],
        problem: status === 403 ? "PERMISSION_MISSING" : "VENDOR_REFUSED",
        reason: expect.stringContaining(`answered ${status}`)
      }
      expect(pages.map(({ unread }) => unread)).toEqual([[report], [report]])
      expect(paths.filter((path) => path === "/badges")).toHaveLength(1)
    }
  )

  it("leaves its fields unread for all rows if its list is truncated, because each row may have more after the cut", async () => {
    const cut = Extractor.make({
      ...peopleList,
      lookups: { badges: Lookup.joined<Person>()({ ...badgeList, pagination: Pagination.linkHeader({ limit: 2 }) }) }
    })
    const { batches } = await extract(cut, (path) =>
      path.startsWith("/badges") ? { body: [badge("a", "red"), badge("c", "green")] } : directory(path)
    )
    const records = batches.flatMap((batch) => batch.records)
    expect(records.map(({ value, unread }) => [value["types"], unread])).toEqual([
      [["red"], ["types"]],
      [["denied"], ["types"]],
      [["green"], ["types"]]
    ])
  })

  it("retries if the only row of an answer lacks expected fields, and names them", async () => {
    const { exit, paths } = await scan(findings(), (path) =>
      path === "/findings" ? { body: { items: [{ id: "f", weakness: "w" }] } } : { body: { message: "busy" } }
    )
    const failure = Exit.isFailure(exit) ? Option.getOrNull(Cause.failureOption(exit.cause)) : null
    expect(failure).toMatchObject({
      _tag: "UnreadableAnswer",
      detail: expect.stringMatching(/^the answer lacks the expected fields \(.*title: is missing.*\) \(status 200/)
    })
    expect(paths.filter((path) => path === "/weaknesses/w")).toHaveLength(VendorHttp.MAX_ATTEMPTS)
  })

  it("lets the event loop turn while it decodes a list of very many rows", async () => {
    const items = Array.from({ length: 1_000 }, (_, index) => ({ owner: `p${index}`, colour: "red" }))
    const page = Pagination.none({ items: "items" })
    const one = Extractor.make({
      ...peopleList,
      pagination: page,
      lookups: { badges: Lookup.joined<Person>()({ ...badgeList, pagination: page }) }
    })
    const http = VendorHttp.VendorHttp.of({
      send: ({ endpoint }) => {
        const body = { items: endpoint === "/badges" ? items : [{ id: "p1", department: "1" }] }
        return Effect.succeed({ status: 200, headers: {}, body })
      },
      permit: () => Effect.void,
      chooses: () => true,
      furtherBaseUrls: [],
      withoutSecrets: (link) => link,
      tenant: Tenant.openGuard
    })
    const run = Stream.runDrain(one.pages({ owner, since: null, checkpoint: null, delta: null }))
    const turns = await TurnsOfLoop.during(() =>
      Effect.runPromise(Effect.provideService(run, VendorHttp.VendorHttp, http))
    )
    expect(turns).toBeGreaterThan(50)
  })

  it("keeps the fields of a row that is not in the list, unless the list may lack rows", async () => {
    const whole = { badges: Lookup.joined<Person>()({ ...badgeList, isOptional: false, mayBeMissing: false }) }
    const { batches, failure } = await extract(Extractor.make({ ...peopleList, lookups: whole }), (path) =>
      path === "/people?next=2" ? { body: { items: ["c", "d", "e"].map(person) } } : badgesOf("a", "c", "d", "e")(path)
    )
    expect(failure).toBeNull()
    const records = batches.flatMap((batch) => batch.records)
    expect(records.map(({ unread, vendorId }) => [vendorId, unread])).toEqual([
      ["a", []],
      ["b", ["types"]],
      ["c", []],
      ["d", []],
      ["e", []]
    ])
  })

  it.each([
    ["an empty list", [], "is missing for 2 of 2 rows"],
    ["a list that lacks most rows", ["c"], "is missing for 2 of 2 rows"]
  ])("fails if it is required and answers with %s, and writes nothing of the page", async (_, owners, detail) => {
    const whole = { badges: Lookup.joined<Person>()({ ...badgeList, isOptional: false, mayBeMissing: false }) }
    const run = await extract(Extractor.make({ ...peopleList, lookups: whole }), badgesOf(...owners))
    expect(run.failure).toMatchObject({ _tag: "ClientError", endpoint: "/badges", detail })
    expect(run.ids).toEqual([])
  })

  it("leaves its fields unread, and says why, if it is optional and answers with an empty list", async () => {
    const whole = { badges: Lookup.joined<Person>()({ ...badgeList, mayBeMissing: false }) }
    const { batches, pages } = await extract(Extractor.make({ ...peopleList, lookups: whole }), badgesOf())
    expect(batches.flatMap(({ records }) => records.map(({ unread }) => unread))).toEqual([
      ["types"],
      ["types"],
      ["types"]
    ])
    expect(pages.at(-1)?.unread).toMatchObject([{ fields: ["types"], reason: "is missing for 3 of 3 rows" }])
  })

  it("fails if its list ends before the total that the vendor announces", async () => {
    const counted = {
      ...badgeList,
      pagination: Pagination.none({ items: "items", total: "total" })
    }
    const extractor = Extractor.make({ ...peopleList, lookups: { badges: Lookup.joined<Person>()(counted) } })
    const badges = (total: number) => (path: string) =>
      path.startsWith("/badges") ? { body: { items: [badge("a", "red")], total } } : directory(path)
    expect((await extract(extractor, badges(1))).failure).toBeNull()
    const { failure, ids } = await extract(extractor, badges(9))
    expect(failure).toMatchObject({ _tag: "IncompleteList", endpoint: "/badges", detail: "ended after 1 of 9 rows" })
    expect(ids).toEqual([])
  })

  it("fails with the name of the list if the list fails", async () => {
    const { failure } = await read(people, (path) => (path.startsWith("/badges?") ? { status: 500 } : directory(path)))
    expect(failure).toMatchObject({ _tag: "ServerError", endpoint: "/badges" })
  })

  it("appears among the extractor's lists and optional permissions", () => {
    expect(people.lists.map(({ role, endpoint, isPaged }) => [role, endpoint, isPaged])).toEqual([
      ["own", "/people", true],
      ["lookup", "/badges", true]
    ])
    expect(people.optionalPermissions).toEqual(["badges.read"])
  })
})

describe("Lookup.joined, below a child list", () => {
  it("may use fields of the parent, and reads the list again when they change", async () => {
    const { records, paths } = await read(staff)
    expect(records).toEqual([
      ["p1", ["red"]],
      ["p2", ["blue"]],
      ["p3", ["green"]]
    ])
    expect(paths.filter((path) => path.startsWith("/sites"))).toEqual(["/sites/north/badges", "/sites/south/badges"])
    expect(staff.permissions).toContain("badges.read")
    expect(staff.lists.map(({ role }) => role)).toContain("lookup")
  })
})

const Weakness = Schema.Struct({ id: Schema.String, title: Schema.String })

type Question = Partial<Parameters<ReturnType<typeof Lookup.of<{ readonly weakness: string }>>>[0]>

/** Rows that all look up one of a few weaknesses. */
const findings = (more: Omit<Question, "endpoint" | "row"> = {}, declare: typeof Lookup.of = Lookup.of) =>
  Extractor.make({
    record: RecordKind.IdpGroup,
    endpoint: "/findings",
    row: Schema.Struct({ id: Schema.String, weakness: Schema.String }),
    pagination: pages,
    permissions: ["findings.read"],
    lookups: {
      about: declare<{ readonly weakness: string }>()({
        endpoint: "/weaknesses/{weakness}",
        row: Weakness,
        pagination: Pagination.one(),
        permissions: ["weaknesses.read"],
        ...more
      })
    },
    toRecord: (finding, { about }) => ({
      ...groupOf(finding, null),
      name: about?.[0]?.title ?? "unknown"
    })
  })

const scan = async (extractor: Extractor.Any, answer: (path: string) => Answer) => {
  const found: Array<unknown> = []
  const reading = extractor
    .pages({ owner, since: null, checkpoint: null, delta: null })
    .pipe(
      Stream.runForEach((page) =>
        Effect.sync(() =>
          found.push(...page.batches.flatMap(({ records }) => records.map(({ value }) => value["name"])))
        )
      )
    )
  const { exit, received } = await converse(({ url }) => answer(new URL(url).pathname), reading)
  return { exit, found, paths: received.map(({ url }) => new URL(url).pathname) }
}

const rows = Array.from({ length: 12 }, (_, index) => ({ id: `f${index}`, weakness: `w${index % 3}` }))

const catalogue = (path: string): Answer => {
  const id = path.split("/").at(-1) ?? ""
  return path === "/findings" ? { body: { items: rows } } : { body: { id, title: `Title of ${id}` } }
}

describe("Lookup.shared", () => {
  it("requests an answer once for all rows with the same question", async () => {
    const { found, paths } = await scan(findings({}, Lookup.shared), catalogue)
    expect(paths.sort()).toEqual(["/findings", "/weaknesses/w0", "/weaknesses/w1", "/weaknesses/w2"])
    expect(found.slice(0, 4)).toEqual(["Title of w0", "Title of w1", "Title of w2", "Title of w0"])
  })

  it("requests it again in the next run", async () => {
    const extractor = findings({}, Lookup.shared)
    const runs = [await scan(extractor, catalogue), await scan(extractor, catalogue)]
    expect(runs.map(({ paths }) => paths.length)).toEqual([4, 4])
  })

  it("fails the export if a single missing answer costs a delta all of its rows", async () => {
    const items = Array.from({ length: 10 }, (_, index) => ({ id: `f${index}`, weakness: "w" }))
    const answer = (path: string): Answer => (path.startsWith("/findings") ? { body: { items } } : { status: 404 })
    const { failure } = await extract(findings({}, Lookup.shared), answer, { isReread: true })
    expect(failure).toMatchObject({ _tag: "ClientError", detail: "answered 404 for 10 of 10 rows" })
  })

  it("caches a missing answer as well", async () => {
    const { paths } = await scan(findings({ mayBeMissing: true }, Lookup.shared), (path) =>
      path === "/weaknesses/w1" ? { status: 404 } : catalogue(path)
    )
    expect(paths).toHaveLength(4)
  })
})

describe("An incomplete answer", () => {
  const cutShort = async (isOptional: boolean) => {
    const badges = Lookup.joined<Person>()({ ...badgeList, isOptional })
    const { pages: read } = await extract(
      Extractor.make({
        ...peopleList,
        lookups: { badges },
        toRecord: (person, answers) => groupOf(person, answers.badges)
      }),
      (path) =>
        path === "/badges" ? { status: 206, body: { items: [{ owner: "a", colour: "red" }] } } : directory(path)
    )
    return {
      missing: read.flatMap(({ missing = [] }) => missing),
      reasons: read.flatMap(({ unread = [] }) => unread.map(({ endpoint, reason }) => ({ endpoint, reason })))
    }
  }

  it("makes the scan incomplete if it is required", async () => {
    const detail = "its last page was answered 206"
    expect((await cutShort(false)).missing).toEqual([{ endpoint: "/badges", detail }])
  })

  it("costs only its fields if it is optional, and the run says why", async () => {
    const reason = "its last page was answered 206"
    const { missing, reasons } = await cutShort(true)
    expect(missing).toEqual([])
    expect(new Set(reasons.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify({ endpoint: "/badges", reason })])
    )
  })

  it("never overwrites a field, whichever of its pages is incomplete", async () => {
    const colours = Lookup.of<Person>()({
      endpoint: "/people/{id}/colours",
      row: Schema.Struct({ colour: Schema.String }),
      pagination: pages,
      permissions: ["badges.read"],
      fields: ["types"]
    })
    const coloured = Extractor.make({
      ...peopleList,
      lookups: { colours },
      toRecord: (person, answers) => groupOf(person, answers.colours?.map((each) => ({ ...each, owner: null })) ?? null)
    })
    const { batches } = await extract(coloured, (path) => {
      const items = [{ colour: path }]
      if (path === "/people/a/colours") return { body: { items, next: "2", errors: [{ code: 500 }] } }
      if (path === "/people/c/colours?next=2") return { body: { items, errors: [{ code: 500 }] } }
      if (path === "/people/c/colours") return { body: { items, next: "2" } }
      return path.startsWith("/people/") ? { body: { items } } : directory(path)
    })
    const records = batches.flatMap((batch) => batch.records)
    expect(records.map(({ unread, vendorId }) => [vendorId, unread])).toEqual([
      ["a", ["types"]],
      ["b", []],
      ["c", ["types"]]
    ])
  })
})

/** Rows with a weakness of their own, from `f0` on; `answer` says what the vendor knows about it. */
const asking = async (
  extractor: Extractor.Any,
  count: number,
  answer: (finding: number) => Answer | null,
  request: Partial<Extractor.ExtractRequest> = {}
) => {
  const errors = { at: "code", codes: { UNLICENSED: "plan" } } as const
  const items = Array.from({ length: count }, (_, index) => ({ id: `f${index}`, weakness: `w${index}` }))
  const read = await extract(
    extractor,
    (path) => {
      if (path.startsWith("/findings")) return { body: { items } }
      return answer(Number(path.split("/w").at(-1))) ?? catalogue(path)
    },
    request,
    { errors }
  )
  const records = read.batches.flatMap((batch) => batch.records)
  return {
    ...read,
    names: records.map(({ value }) => value["name"]),
    unread: records.filter((record) => record.unread.length > 0).map(({ vendorId, unread }) => [vendorId, unread]),
    reasons: read.pages.flatMap(({ unread = [] }) => unread.map(({ reason }) => reason)),
    problems: read.pages.flatMap(({ unread = [] }) => unread.map(({ problem }) => problem)),
    asked: read.paths.filter((path) => path.startsWith("/weaknesses")).length
  }
}

const status = (code: number) => (): Answer => ({ status: code })
const notInPlan = (): Answer => ({ status: 403, body: { code: "UNLICENSED" } })
const statusFor =
  (code: number, ...which: ReadonlyArray<number>) =>
  (finding: number): Answer | null =>
    which.includes(finding) ? { status: code } : null

const RESUMED = { checkpoint: { list: 0, next: { query: { next: "2" } } } }

describe("Lookup.of, required", () => {
  it.each([401, 403, 400, 500])(
    "fails the export, and writes nothing, if the vendor answers %s for one row",
    async (code) => {
      const { failure, pages } = await asking(findings({ fields: ["name"] }), 12, statusFor(code, 7))
      expect(failure).toMatchObject({ endpoint: "/weaknesses/{weakness}", status: code })
      expect(pages).toEqual([])
    }
  )

  it.each([{}, { fields: ["name"] as const }, { mayBeMissing: true }])(
    "fails a scan, and writes nothing, if the vendor answers 404 for all rows: %j",
    async (more) => {
      const { failure, pages } = await asking(findings(more), 3, status(404))
      expect(failure).toMatchObject({
        _tag: "ClientError",
        endpoint: "/weaknesses/{weakness}",
        detail: "answered 404 for 3 of 3 rows"
      })
      expect(pages).toEqual([])
      // The path can no longer be right.
      if (!("mayBeMissing" in more)) expect((await asking(findings(more), 200, status(404))).asked).toBeLessThan(20)
    }
  )

  it("fails if it has no answer for more rows than can have been deleted", async () => {
    const { failure, pages } = await asking(findings({ fields: ["name"] }), 8, statusFor(404, 1, 3, 6))
    expect(failure).toMatchObject({ _tag: "ClientError", detail: "answered 404 for 3 of 8 rows" })
    expect(pages).toEqual([])
  })

  it.each([404, 410])("rejects a row that is gone (%s), so that its record stays as it is stored", async (code) => {
    const { failure, names, rejections, reasons } = await asking(findings(), 4, statusFor(code, 2))
    expect(failure).toBeNull()
    expect(names).toEqual(["Title of w0", "Title of w1", "Title of w3"])
    const issues = ["/weaknesses/{weakness}: Expected an answer for the row"]
    expect(rejections).toEqual([{ kind: "idp_group", vendorId: "f2", issues }])
    expect(reasons).toEqual([])
  })

  it("leaves its fields unread for a row that is gone", async () => {
    const { failure, rejections, unread, reasons } = await asking(findings({ fields: ["name"] }), 4, statusFor(404, 2))
    expect({ failure, rejections, unread, reasons }).toEqual({
      failure: null,
      rejections: [],
      unread: [["f2", ["name"]]],
      reasons: []
    })
  })

  it("saves no checkpoint of a scan until an answer proves the path, because a later run could not prove it", async () => {
    const checkpointsFor = async (gone: ReadonlyArray<string>) => {
      const { failure, pages } = await extract(findings(), (path) => {
        if (path.endsWith("next=p2")) return { body: { items: [{ id: "f1", weakness: "w1" }] } }
        if (path.startsWith("/findings")) return { body: { items: [{ id: "f0", weakness: "w0" }], next: "p2" } }
        return gone.includes(path.split("/").at(-1) ?? "") ? { status: 404 } : catalogue(path)
      })
      return { failure, checkpoints: pages.map(({ checkpoint }) => checkpoint) }
    }
    expect((await checkpointsFor([])).checkpoints).toMatchObject([{ list: 0, next: { query: { next: "p2" } } }, null])
    expect(await checkpointsFor(["w0"])).toEqual({ failure: null, checkpoints: [null, null] })
    expect(await checkpointsFor(["w0", "w1"])).toMatchObject({ failure: { status: 404 }, checkpoints: [null] })
  })

  it("fails if a run continues a scan after pages without rows, and no answer of any run proves the path", async () => {
    const answer = (path: string): Answer => {
      if (path.endsWith("next=p2")) return { body: { items: [{ id: "f1", weakness: "w1" }] } }
      return path.startsWith("/findings") ? { body: { items: [], next: "p2" } } : { status: 404 }
    }
    const first = await extract(findings(), answer)
    expect(first).toMatchObject({ failure: { status: 404 } })
    const checkpoint = first.pages[0]?.checkpoint ?? null
    expect(checkpoint).toMatchObject({ list: 0, next: { query: { next: "p2" } } })
    expect(await extract(findings(), answer, { checkpoint })).toMatchObject({ failure: { status: 404 } })
  })

  it("rejects the rows of a resumed scan, or of rows that are read again, if no answer proves the path", async () => {
    for (const request of [RESUMED, { isReread: true }]) {
      const { failure, rejections } = await asking(findings({ fields: ["name"] }), 1, status(404), request)
      expect(failure).toBeNull()
      expect(rejections).toMatchObject([{ vendorId: "f0" }])
    }
  })

  it("answers null for single rows if the vendor may have no answer for them", async () => {
    const all = Array.from({ length: 11 }, (_, index) => index)
    const { failure, names, unread } = await asking(findings({ mayBeMissing: true }), 12, statusFor(404, ...all))
    expect({ failure, unread }).toEqual({ failure: null, unread: [] })
    expect(names.filter((name) => name === "unknown")).toHaveLength(11)
  })

  it("fails if an answer goes missing after its first page", async () => {
    const answer = (path: string): Answer => {
      if (path === "/findings") return { body: { items: rows.slice(0, 2) } }
      return path.includes("?") ? { status: 404 } : { body: { items: [{ id: "w", title: "t" }], next: "2" } }
    }
    const { failure } = await extract(findings({ pagination: pages, mayBeMissing: true }), answer)
    expect(failure).toMatchObject({ _tag: "ClientError", status: 404 })
  })

  it("makes its permission a required one", () => {
    expect(findings()).toMatchObject({ permissions: ["findings.read", "weaknesses.read"], optionalPermissions: [] })
    const optional = findings({ isOptional: true, fields: ["name"] })
    expect(optional).toMatchObject({ permissions: ["findings.read"], optionalPermissions: ["weaknesses.read"] })
  })
})

describe("Lookup.of, optional", () => {
  const optional = findings({ isOptional: true, fields: ["name"] })

  it.each([403, 404])(
    "leaves its fields unread if the vendor answers %s for all rows, and soon stops asking",
    async (code) => {
      const { failure, unread, reasons, asked } = await asking(optional, 40, status(code))
      expect(failure).toBeNull()
      expect(unread).toHaveLength(40)
      expect(reasons).toEqual([
        code === 403 ? "answered 403" : expect.stringMatching(/^answered 404 for (\d+) of \1 rows$/)
      ])
      expect(asked).toBeLessThan(15)
    }
  )

  it("asks about every row once one of them has an answer, for example on the first page", async () => {
    const items = Array.from({ length: 31 }, (_, index) => ({ id: `f${index}`, weakness: `w${index}` }))
    const { batches, pages, paths } = await extract(optional, (path) => {
      if (path === "/findings") return { body: { items: items.slice(0, 1), next: "2" } }
      if (path.startsWith("/findings")) return { body: { items: items.slice(1) } }
      return path === "/weaknesses/w0" ? catalogue(path) : { status: 403 }
    })
    const records = batches.flatMap((batch) => batch.records)
    expect(records.map(({ unread }) => unread)).toEqual([[], ...items.slice(1).map(() => ["name"])])
    expect(pages.at(-1)?.unread).toMatchObject([{ reason: "answered 403 for 30 of 31 rows" }])
    expect(paths.filter((path) => path.startsWith("/weaknesses"))).toHaveLength(31)
  })

  it("reports nothing if only single rows are gone", async () => {
    const { unread, reasons } = await asking(optional, 4, statusFor(404, 2))
    expect({ unread, reasons }).toEqual({ unread: [["f2", ["name"]]], reasons: [] })
  })

  it.each([401, 500])("fails the export if the vendor answers %s", async (code) => {
    expect((await asking(optional, 1, status(code))).failure).toMatchObject({ status: code })
  })

  it("does not accept that the vendor has no answer until one row has an answer", async () => {
    const extractor = findings({ isOptional: true, fields: ["name"], mayBeMissing: true })
    expect((await asking(extractor, 3, status(404))).unread).toHaveLength(3)
    expect((await asking(extractor, 3, statusFor(404, 0, 1))).unread).toEqual([])
  })
})

describe("sharedFields", () => {
  const labelledList = {
    record: RecordKind.DeviceGroup,
    endpoint: "/findings",
    row: Schema.Struct({ id: Schema.String, weakness: Schema.String }),
    pagination: Pagination.none({ items: "items" }),
    permissions: ["findings.read"]
  }
  const labelled = (more: Omit<Question, "endpoint" | "row">) =>
    Extractor.make({
      ...labelledList,
      lookups: {
        about: Lookup.of<{ readonly weakness: string }>()({
          endpoint: "/weaknesses/{weakness}",
          row: Weakness,
          pagination: Pagination.one(),
          permissions: ["weaknesses.read"],
          isOptional: true,
          sharedFields: ["description"],
          ...more
        })
      },
      toRecord: ({ id }, { about }) => {
        const answered = about === null ? null : "none"
        return { name: id, description: id === "f0" ? "of the row" : answered, vendor_id: id }
      }
    })

  it("stay unread only if the mapping returns null for them", async () => {
    const { unread, reasons } = await asking(labelled({}), 2, status(403))
    expect({ unread, reasons }).toEqual({ unread: [["f1", ["description"]]], reasons: ["answered 403"] })
  })

  it("stay unread if an answer is incomplete, whatever rows of it the record has", async () => {
    const found: Answer = { status: 206, body: { items: [{ id: "w0", title: "found" }] } }
    const extractor = Extractor.make({
      ...labelledList,
      lookups: {
        about: Lookup.joined<{ readonly weakness: string }>()({
          endpoint: "/weaknesses/w",
          row: Weakness,
          pagination: Pagination.none({ items: "items" }),
          permissions: ["weaknesses.read"],
          isOptional: true,
          mayBeMissing: true,
          sharedFields: ["description"],
          key: ({ id }) => id,
          matches: ({ weakness }) => weakness
        })
      },
      toRecord: ({ id }, { about }) => ({
        name: id,
        description: about === null ? null : `${about.length} rows`,
        vendor_id: id
      })
    })
    const { batches, unread } = await asking(extractor, 2, () => found)
    expect(unread).toEqual([
      ["f0", ["description"]],
      ["f1", ["description"]]
    ])
    expect(batches[0]?.records.map(({ value }) => value["description"])).toEqual(["1 rows", null])
  })

  it("are mapped from an empty answer if the answer is not in the tenant's plan", async () => {
    const licensed = await asking(labelled({ fields: ["created_by"] }), 2, notInPlan)
    expect(licensed.unread).toEqual(["f0", "f1"].map((id) => [id, ["created_by"]]))
    expect(licensed.batches[0]?.records[1]?.value["description"]).toBe("none")
  })
})

describe("The problem of unread fields", () => {
  const optional = findings({ isOptional: true, fields: ["description"] })

  it.each<[string, () => Answer, string]>([
    ["lacks a permission", status(403), "PERMISSION_MISSING"],
    ["is not in the customer's plan", notInPlan, "NOT_IN_PLAN"],
    ["does not exist", status(404), "VENDOR_REFUSED"],
    ["sends only a part", () => ({ status: 206, body: { id: "w0", title: "A part" } }), "INCOMPLETE"]
  ])("is that of the failure table if the lookup %s", async (_, answer, problem) => {
    const { failure, problems } = await asking(optional, 2, answer)
    expect(failure?.message).toBeUndefined()
    expect(problems).toEqual([problem])
  })
})

describe("Extractor.make", () => {
  it("refuses a lookup with fields that the record does not have, and an optional one without any", () => {
    const about = (more: Omit<Question, "endpoint" | "row">) => () => findings(more)
    const unknown: string = "severity"
    expect(about({ fields: [unknown as never] })).toThrow(
      "/weaknesses/{weakness}: idp_group has no field severity. Name in fields and sharedFields of the lookup what the record has."
    )
    expect(about({ isOptional: true })).toThrow("the lookup is optional, so name in fields or sharedFields")
  })
})

describe("Lookup.of, with POST", () => {
  const EAST = "https://east.acme.example/api"
  const twoPages = ({ body }: ReceivedRequest): Answer => {
    const isSecond = JSON.parse(body ?? "{}").next === "2"
    return { body: { rows: [{ id: isSecond ? "2" : "1" }], ...(isSecond ? {} : { next: "2" }) } }
  }

  it("fills the body from the row, and asks at the base address of the row", async () => {
    const question = Lookup.of<{ readonly id: string }>()({
      endpoint: "/rows",
      row: Schema.Struct({ id: Schema.String }),
      pagination: Pagination.cursor({ items: "rows", from: "next", param: "next", limit: 1, limitParam: "size" }),
      post: { filter: { owner: [{ value: "{id}", exact: true }] } },
      permissions: ["rows.read"]
    })
    const { received } = await converse(
      twoPages,
      LookupAnswers.ask(question, { id: "a/b" }, LookupCache.make(), EAST),
      {
        furtherBaseUrls: [EAST]
      }
    )
    expect(received.map(({ url, body }) => [url, body])).toEqual([
      [`${EAST}/rows`, '{"filter":{"owner":[{"value":"a/b","exact":true}]},"size":1}'],
      [`${EAST}/rows`, '{"filter":{"owner":[{"value":"a/b","exact":true}]},"size":1,"next":"2"}']
    ])
  })
})
