import { describe, expect, it } from "@effect/vitest"
import type { VendorError } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Effect } from "effect"
import { failing } from "../FailingChecks.js"
import { handMade, type Parts, people, replies } from "../HandMade.js"

const INTERRUPTED = "a run interrupted at every checkpoint reads what a scan from scratch reads"
const DECLARED = "every request is for an endpoint that its extractor declares"
const DELTA = "a delta without changes leaves every record as it was"
const TOTAL = "/people: an empty page before the vendor's total fails the export"
const REPEATED = "/contractors: a repeated page fails the export"
const UNREADABLE = "an unreadable row is rejected and counted, and the other rows are kept"
const NULLS = "a null or missing field rejects its row only if the row schema refuses it, and never another row"

const badges = (status: number) =>
  `/badges: ${status} for every row costs only the lookup's fields, and no value that was read before`

const ORDER = "the rows of a page in another order become the same records"

const LACKING = [202, 206].map((status) => `an answer with status ${status} costs an optional lookup only its fields`)

const emitting = (emit: NonNullable<Parts["emit"]>): Parts => ({ emit })
const onEach = (...names: ReadonlyArray<string>) =>
  names.flatMap((name) => [`/people: ${name}`, `/contractors: ${name}`])

interface Mutation {
  readonly name: string
  readonly parts: Parts
  readonly fails: ReadonlyArray<string>
}

/** Each breaks one promise of a stream, and fails the checks of that promise and no others. */
const mutations: ReadonlyArray<Mutation> = [
  {
    name: "leaves out the rows that it cannot read, instead of emitting them as rejections",
    parts: emitting(({ rejections: _, ...rest }) => rest),
    fails: onEach(UNREADABLE, NULLS)
  },
  {
    name: "does not declare an endpoint that it requests",
    parts: { further: [{ endpoint: "/contractors", permissions: ["contractors.read"], isPaged: true }] },
    fails: [DECLARED]
  },
  {
    name: "does not emit the vendor's total",
    parts: emitting(({ total: _, ...rest }) => rest),
    fails: [TOTAL]
  },
  {
    name: "emits the number of rows that it read as the total",
    parts: emitting(({ total, ...rest }) => (total === undefined ? rest : { ...rest, total: rest.drafts.length })),
    fails: [TOTAL]
  },
  {
    name: "does not say which list a page comes from",
    parts: emitting(({ endpoint: _, ...rest }) => rest),
    fails: [REPEATED]
  },
  {
    name: "resumes after a list that it has not read",
    parts: emitting((emission) => ({
      ...emission,
      checkpoint: emission.checkpoint === null ? null : { endpoint: "/contractors", token: "u-2" }
    })),
    fails: [INTERRUPTED]
  },
  {
    name: "removes rows that it did not see in a delta",
    parts: emitting((emission, { since }) => (since === null ? emission : { ...emission, removed: ["a", "d"] })),
    fails: [DELTA]
  },
  {
    name: "does not say which fields it could not read",
    parts: emitting(({ unread: _, ...rest }) => rest),
    fails: [ORDER, ...[403, 404].map(badges), ...LACKING]
  },
  {
    name: "names other fields than the ones it could not read",
    parts: emitting((emission) => ({
      ...emission,
      ...(emission.unread === undefined
        ? {}
        : { unread: emission.unread.map((each) => ({ ...each, fields: ["status"] })) })
    })),
    fails: [ORDER, ...[403, 404].map(badges), ...LACKING]
  },
  {
    name: "fails if an optional endpoint is refused",
    parts: {
      further: [
        { endpoint: "/contractors", permissions: ["contractors.read"], isPaged: true },
        { endpoint: "/badges", permissions: ["badges.read"], fields: ["email"] }
      ]
    },
    fails: [403, 404].map((status) => `/badges: ${status} for every row fails the export, and nothing is written`)
  },
  {
    name: "treats a refusal of its second list as an empty list",
    parts: {
      contractors: (asked) =>
        Effect.catchIf(
          asked,
          ({ status }: VendorError.VendorError) => status === 403 || status === 404,
          () => Effect.succeed({ status: 200, headers: {}, body: { items: [], total: 0 } })
        )
    },
    fails: ["/contractors: 403", "/contractors: 404"]
  }
]

describe("An author's own stream that uses every feature", () => {
  it("passes every check, of each of its endpoints", async () => {
    const names = ConnectorTest.checks(handMade(), { replies }).map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([DECLARED, TOTAL, REPEATED, badges(403), ...onEach(UNREADABLE, NULLS, "403", "404")])
    )
    expect(await failing(handMade(), replies)).toEqual([])
  })

  it.each(mutations.map((mutation) => [mutation.name, mutation] as const))(
    "is caught if it %s",
    async (_, { parts, fails }) => {
      expect([...(await failing(handMade(parts), replies))].sort()).toEqual([...fails].sort())
    }
  )

  it("is told how many of its rows became nothing", async () => {
    const dropping = handMade(emitting(({ drafts, ...rest }) => ({ ...rest, drafts: drafts.slice(1) })))
    const check = ConnectorTest.checks(dropping, { replies }).find(({ name }) => name.includes("/people: every row of"))
    await expect(check?.run()).rejects.toThrow("/people: at least 1 of 3 rows became neither a record nor a rejection.")
  })

  it("lists every permission for customers, and marks those that only some fields need", () => {
    const { lists, optionalPermissions, permissions } = people()
    expect([permissions, optionalPermissions]).toEqual([["people.read", "contractors.read"], ["badges.read"]])
    expect(lists.map(({ endpoint, role }) => [endpoint, role])).toEqual([
      ["/people", "own"],
      ["/contractors", "further"],
      ["/badges", "lookup"]
    ])
  })

  it("removes in a delta what the vendor says is gone", async () => {
    const first = await ConnectorTest.run(handMade(), { replies })
    const changed = { items: [{ id: "a", gone: true }], total: 0 }
    const later = await ConnectorTest.run(handMade(), {
      replies: {
        "GET /people?since=2026-01-01T00:00:00Z": { body: changed },
        "GET /contractors?since=2026-01-01T00:00:00Z": { body: { items: [], total: 0 } },
        "GET /badges": { body: { items: [] } }
      },
      since: "2026-01-01T00:00:00Z",
      stored: first.stored
    })
    expect(later.failures).toEqual([])
    expect(later.records["itsm_user"]?.map(({ name }) => name)).toEqual(
      ["b", "c", "d", "e", "f"].map((id) => `Person ${id}`)
    )
  })

  it("fails if the vendor's format changed, as a list does", async () => {
    const items = Array.from({ length: 20 }, (_, index) => ({ id: `x${index}`, name: index < 10 ? "Readable" : null }))
    const report = await ConnectorTest.run(handMade(), {
      replies: { ...replies, "GET /people": { body: { items, total: 20 } }, "GET /badges": { body: { items: [] } } }
    })
    expect(report.failures).toMatchObject([{ health: "INTERNAL_ERROR", endpoint: "/people" }])
    expect(report.rejections).toEqual([])
  })
})

/** What a test of the credentials says if the vendor answers 403 at these endpoints. */
const tested = (...refused: ReadonlyArray<string>) =>
  ConnectorTest.checkAccess(handMade(), {
    replies,
    faults: [
      {
        strikes: ({ url }) => refused.includes(url.pathname),
        outcome: () => ({ _tag: "Reply", reply: { status: 403 } })
      }
    ]
  })

describe("The test of the credentials of an author's own stream", () => {
  it("sends one request to each endpoint that the first page needs", async () => {
    const { asked, requests, unreadable } = await tested()
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(["/people", "/badges"])
    expect([asked, unreadable]).toEqual([["/people", "/badges"], {}])
  })

  it("distinguishes a refusal that the stream tolerates from one that fails the export", async () => {
    expect(await tested("/badges")).toMatchObject({ unreadable: {}, without: ["/badges"] })
    expect(await tested("/people")).toMatchObject({ unreadable: { "/people": expect.any(String) }, without: [] })
  })
})
