import { describe, expect, it } from "@effect/vitest"
import {
  Changes,
  Child,
  DataExportType,
  Extractor,
  FullScanInterval,
  Pagination,
  RecordKind,
  Row
} from "@tributary/core"
import { Schema, Stream } from "effect"
import { type AcmeUser, userList } from "../../testing/Acme.js"

const { since: _, ...fullList } = userList

const Group = Schema.Struct({ id: Schema.String, name: Schema.String })

const members = (updatesParent?: boolean) =>
  Child.of<typeof Group.Type>()({
    record: RecordKind.IdpGroupMembership,
    endpoint: "/groups/{id}/members",
    row: Schema.Struct({ id: Schema.String }),
    pagination: Pagination.none(),
    permissions: [],
    ...(updatesParent === undefined ? {} : { updatesParent }),
    toRecord: (member, group) => ({ user_vendor_id: member.id, group_vendor_id: group.id })
  })

const groupList = {
  record: RecordKind.IdpGroup,
  endpoint: "/groups",
  row: Group,
  pagination: Pagination.none(),
  permissions: [],
  toRecord: (group: typeof Group.Type) => ({
    name: group.name,
    description: "",
    types: [],
    vendor_id: group.id,
    vendor_created_at: "2024-05-01T08:30:00Z"
  })
}

const groups = (children: ReadonlyArray<Child.Child<typeof Group.Type>>) =>
  Extractor.make({ ...groupList, since: (instant: string) => ({ since: instant }), children })

const told = { row: Schema.Struct({ id: Schema.String, gone: Row.nullish(Schema.Boolean) }) }
const toChange = ({ id, gone }: typeof told.row.Type) => ({ id, isRemoved: gone === true })
const deltaLink = Pagination.deltaLink({ from: "next", delta: "later" })

const feed = (reread: ReadonlyArray<Child.Child<typeof Group.Type>>) =>
  Extractor.make({
    ...groupList,
    children: [members()],
    changes: Changes.of<typeof Group.Type>()({
      ...told,
      toChange,
      list: { endpoint: "/groups/changes", query: {}, pagination: deltaLink, permissions: [] },
      reread: { queries: () => [], children: reread }
    })
  })

const stream = (namesRemoved?: boolean) =>
  Extractor.fromStream({
    record: RecordKind.ItsmUser,
    endpoint: "/users",
    permissions: [],
    isIncremental: true,
    ...(namesRemoved === undefined ? {} : { namesRemoved }),
    pages: () => Stream.empty
  })

const tokens = Extractor.make({
  ...fullList,
  pagination: deltaLink,
  changes: Changes.of<AcmeUser>()({ ...told, toChange })
})

/** Changes, deletions and late changes of each kind. */
const methods = (extractor: Extractor.Any) =>
  extractor.kinds.map((kind) => Object.values(Extractor.methodsOf(extractor, kind)))

const WHOLE = ["EVERY_JOB", "EVERY_JOB", "EVERY_JOB"]
const BY_TIME = ["CHANGES", "FULL_SCAN", "FULL_SCAN"]
const BY_FEED = ["CHANGES", "CHANGES", "FULL_SCAN"]
const UNREPORTED = ["FULL_SCAN", "FULL_SCAN", "FULL_SCAN"]

describe("how changes and deletions are found", () => {
  it.each([
    ["a list that every run reads completely", Extractor.make(fullList), [WHOLE]],
    ["a list that is read by the time of the last change", Extractor.make(userList), [BY_TIME]],
    ["a list with a token for its changes", tokens, [BY_FEED]],
    ["a list of changes, with members that come with the change", feed([]), [BY_FEED, BY_FEED]],
    ["a list of changes, with members that are read again", feed([members()]), [BY_FEED, UNREPORTED]],
    ["lists below rows whose changes the vendor reports", groups([members(true)]), [BY_TIME, BY_TIME]],
    ["lists below rows whose changes the vendor does not report", groups([members()]), [BY_TIME, UNREPORTED]],
    ["an author's stream that names removed rows", stream(true), [BY_FEED]],
    ["an author's stream that says nothing", stream(), [BY_TIME]],
    [
      "several lists, one of which names no removed rows",
      Extractor.concat(stream(true), Extractor.make({ ...userList, name: "more" })),
      [BY_TIME]
    ],
    [
      "several lists, one of which has no changes",
      Extractor.concat(stream(true), Extractor.make({ ...fullList, name: "more" })),
      [WHOLE]
    ]
  ])("%s", (_name, extractor, expected) => {
    expect(methods(extractor as Extractor.Any)).toEqual(expected)
  })

  it("bounds the time by the intervals, the jitter, the length of a job and the distance between scans that must agree", () => {
    const timing = { refreshIntervalSecs: 1_000, timeoutSecs: 100, fullScanIntervalSecs: 10_000, evidenceSecs: 500 }
    expect(Extractor.detectionsOf(Extractor.make(userList), timing)).toEqual([
      {
        record_kind: "itsm_user",
        changes: { method: "CHANGES", within_secs: 1_150 },
        deletions: { method: "FULL_SCAN", within_secs: 12_800 },
        late_changes: { method: "FULL_SCAN", within_secs: 11_150 }
      }
    ])
    const [whole] = Extractor.detectionsOf(Extractor.make(fullList), timing)
    expect(whole?.deletions).toEqual({ method: "EVERY_JOB", within_secs: 2_800 })
    const [fed] = Extractor.detectionsOf(feed([]), timing)
    expect(fed?.deletions).toEqual({ method: "CHANGES", within_secs: 1_150 })
    const { evidenceSecs: _, ...byDefault } = timing
    expect(Extractor.detectionsOf(Extractor.make(fullList), byDefault)[0]?.deletions.within_secs).toBe(5_900)
    // A job that takes longer than the interval delays the next one.
    const [slow] = Extractor.detectionsOf(Extractor.make(fullList), { ...timing, timeoutSecs: 5_000 })
    expect(slow?.changes.within_secs).toBe(10_000)
  })
})

describe("FullScanInterval", () => {
  const kindOf = (exportType: DataExportType) => ({ ...RecordKind.IdpUser, exportType }) as RecordKind.Any

  it("reads a list with records of several export types as often as the one that needs it most", () => {
    const kinds = [kindOf("vulnerabilities"), kindOf("idp"), kindOf("devices")]
    expect(FullScanInterval.ofList({ kinds }, 0)).toBe(4 * 3_600)
    expect(FullScanInterval.ofList({ kinds }, 1e7)).toBe(24 * 3_600)
  })

  it("reads a small directory every four hours, a larger one less often in proportion, and findings daily", () => {
    const hours = (exportType: DataExportType, records: number, longest?: number) =>
      FullScanInterval.ofList({ kinds: [kindOf(exportType)] }, records, longest) / 3_600
    expect([0, 5_000, 10_000, 30_000, 1e6].map((records) => hours("idp", records))).toEqual([4, 4, 8, 24, 24])
    expect([0, 10_000].map((records) => hours("devices", records))).toEqual([8, 16])
    expect([0, 1e6].map((records) => hours("vulnerabilities", records))).toEqual([24, 24])
  })

  it("never exceeds the operator's longest interval, for any export type", () => {
    for (const exportType of DataExportType.literals) {
      expect(FullScanInterval.ofList({ kinds: [kindOf(exportType)] }, 1e7, 3_600)).toBe(3_600)
      expect(FullScanInterval.ofList({ kinds: [kindOf(exportType)] }, 0, 3_600)).toBe(3_600)
    }
  })
})
