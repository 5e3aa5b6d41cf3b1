import { describe, expect, it } from "@effect/vitest"
import { Child, Extractor, Mention, Pagination, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import * as DeletionRule from "../../../src/store/write/rules/DeletionRule.js"

const readable: DeletionRule.Evidence = { isReadable: true, isConfirmed: false }
const confirmed: DeletionRule.Evidence = { isReadable: true, isConfirmed: true }
const unreadable: DeletionRule.Evidence = { isReadable: false, isConfirmed: false }

describe("The evidence of a scan", () => {
  const cases: ReadonlyArray<
    readonly [title: string, kind: string, completed: DeletionRule.Completed, evidence: DeletionRule.Evidence]
  > = [
    ["is confirmed by an equal total", "idp_user", { total: 7, seen: 7, unreadable: [] }, confirmed],
    ["is not confirmed without a total", "idp_user", { total: null, seen: 0, unreadable: [] }, readable],
    ["is not confirmed by a larger total", "idp_user", { total: 8, seen: 7, unreadable: [] }, readable],
    ["is not confirmed by a smaller total", "idp_user", { total: 6, seen: 7, unreadable: [] }, readable],
    ["is not confirmed for an uncounted kind", "idp_group", { total: 7, seen: 7, unreadable: [] }, readable],
    [
      "is not confirmed if rows of another kind are unreadable",
      "idp_user",
      { total: 7, seen: 7, unreadable: ["idp_group"] },
      readable
    ],
    ["is void for an unreadable kind", "idp_user", { total: 7, seen: 7, unreadable: ["idp_user"] }, unreadable]
  ]
  it.each(cases)("%s", (_, kind, completed, evidence) => {
    expect(DeletionRule.evidenceOf(kind, ["idp_user"], completed)).toEqual(evidence)
  })

  it("covers the rows of a counted list, but neither what they contain nor the lists below them", () => {
    const Policy = Schema.Struct({ id: Schema.String, users: Schema.Array(Schema.String) })
    const list = {
      endpoint: "/policies",
      row: Policy,
      permissions: [],
      pagination: Pagination.none({ items: "" }),
      record: RecordKind.IdpPolicy,
      toRecord: ({ id }: typeof Policy.Type) => ({ vendor_id: id, name: id, type: "t", status: "s" })
    }
    const mention = Mention.of<typeof Policy.Type>()({
      record: RecordKind.IdpPolicyUser,
      things: ({ users }) => users,
      toRecord: (id, policy) => ({ policy_vendor_id: policy.id, user_vendor_id: id })
    })
    expect(DeletionRule.countedKinds(Extractor.make({ ...list, mentions: [mention] }))).toEqual(["idp_policy"])
    const child = Child.of<typeof Policy.Type>()({
      record: RecordKind.IdpPolicyUser,
      endpoint: "/policies/{id}/users",
      row: Schema.Struct({ user: Schema.String }),
      permissions: [],
      pagination: Pagination.none({ items: "" }),
      toRecord: ({ user }, policy) => ({ policy_vendor_id: policy.id, user_vendor_id: user })
    })
    expect(DeletionRule.countedKinds(Extractor.make({ ...list, children: [child] }))).toEqual(["idp_policy"])
    // The total is about the parents, which become no records.
    const { record: _, toRecord: __, ...parents } = list
    expect(DeletionRule.countedKinds(Extractor.below({ ...parents, child }))).toEqual([])
  })
})

const HOUR = 3_600_000
const guard = DeletionRule.defaultGuard

/** A scan that one run has read, which began so many hours after midnight. */
const scanAt = (number: number, hours: number): DeletionRule.ScanTimes => ({
  number,
  startedAt: hours * HOUR,
  openedAt: hours * HOUR
})

describe("A record is missing", () => {
  it("since the start of the first readable scan that missed it", () => {
    expect(DeletionRule.missingSince(readable, scanAt(1, 1), null)).toBe(HOUR)
    expect(DeletionRule.missingSince(readable, scanAt(2, 2), HOUR)).toBe(HOUR)
    expect(DeletionRule.missingSince(unreadable, scanAt(1, 1), null)).toBe(null)
    expect(DeletionRule.missingSince(unreadable, scanAt(2, 2), HOUR)).toBe(HOUR)
  })

  it("since the last run of a scan that several runs have read, because its last page may have missed it", () => {
    const resumed = { number: 1, startedAt: HOUR, openedAt: 10 * HOUR }
    expect(DeletionRule.missingSince(readable, resumed, null)).toBe(10 * HOUR)
  })

  it("since now if the clock has been set back to before the first miss", () => {
    expect(DeletionRule.missingSince(readable, scanAt(2, 2), 26 * HOUR)).toBe(2 * HOUR)
    expect(DeletionRule.missingSince(unreadable, scanAt(2, 2), 26 * HOUR)).toBe(null)
  })

  it("since now if the clock was put forward after the first miss", () => {
    const steady = { ...scanAt(2, 26), steadySince: 25 * HOUR }
    expect(DeletionRule.missingSince(readable, steady, HOUR)).toBe(26 * HOUR)
    expect(DeletionRule.missingSince(unreadable, steady, HOUR)).toBe(null)
    expect(DeletionRule.missingSince(readable, steady, 25.5 * HOUR)).toBe(25.5 * HOUR)
  })
})

describe("A record is proven to be gone", () => {
  const isProven = (evidence: DeletionRule.Evidence, scan: DeletionRule.ScanTimes, miss: DeletionRule.Miss) =>
    DeletionRule.isWithin(DeletionRule.provenBy(guard, evidence, scan), miss)
  const first: DeletionRule.Miss = { firstScan: 1, since: HOUR }

  const cases: ReadonlyArray<readonly [title: string, scan: DeletionRule.ScanTimes, isProven: boolean]> = [
    ["not by the scan that misses it first", scanAt(1, 1), false],
    ["not by a scan 300 ms later", { number: 2, startedAt: HOUR + 300, openedAt: HOUR + 300 }, false],
    ["not by the hundredth scan within the hour", scanAt(100, 1.99), false],
    ["by a scan that begins an hour later", scanAt(2, 2), true],
    [
      "not by a scan that began within the hour and was resumed after it",
      { number: 2, startedAt: 1.5 * HOUR, openedAt: 9 * HOUR },
      false
    ]
  ]
  it.each(cases)("%s", (_, scan, expected) => {
    expect(isProven(readable, scan, first)).toBe(expected)
  })

  it("by the first scan with a total that proves it", () => {
    expect(isProven(confirmed, scanAt(1, 1), first)).toBe(true)
  })

  it("not while it may just be hidden by unreadable rows", () => {
    expect(isProven(readable, scanAt(9, 9), { firstScan: 1, since: null })).toBe(false)
  })

  it("by a later scan even if the minimum distance is zero seconds, but never by the first scan", () => {
    const { firstScan, since } = DeletionRule.provenBy({ ...guard, evidenceSecs: 0 }, readable, scanAt(1, 1))
    expect(DeletionRule.isWithin({ firstScan, since }, first)).toBe(false)
  })

  it("at the earliest when the planned scan begins", () => {
    expect(DeletionRule.provableAt(guard, HOUR)).toBe(2 * HOUR)
    const kinds = [{ plannedSince: 3 * HOUR }, { plannedSince: null }, { plannedSince: HOUR }]
    expect(DeletionRule.confirmAt(guard, kinds)).toBe(2 * HOUR)
    expect(DeletionRule.confirmAt(guard, [{ plannedSince: null }])).toBe(null)
  })
})

describe("The parents of a relation", () => {
  const { IdpApplicationAssignment, IdpGroup, IdpGroupMembership, IdpGroupNesting, IdpUser } = RecordKind
  it("are the rows that the extractor reads, or the records that have the members", () => {
    const users = { column: "source_id", kind: "idp_user" }
    const groups = { column: "target_id", kind: "idp_group" }
    expect(DeletionRule.parentEndOf([IdpGroup, IdpGroupMembership], IdpGroupMembership)).toEqual(groups)
    expect(DeletionRule.parentEndOf([IdpUser, IdpGroupMembership], IdpGroupMembership)).toEqual(users)
    expect(DeletionRule.parentEndOf([IdpUser, IdpApplicationAssignment], IdpApplicationAssignment)).toEqual(users)
    expect(DeletionRule.parentEndOf([IdpGroupMembership], IdpGroupMembership)).toEqual(groups)
    expect(DeletionRule.parentEndOf([IdpGroup, IdpGroupNesting], IdpGroupNesting)).toEqual(groups)
    expect(DeletionRule.parentEndOf([IdpUser], IdpUser)).toBe(null)
  })

  const tally = (live: number, unseen: number) => ({ live, unseen, released: 0, due: unseen })
  const reasonOf = (of: DeletionRule.Tally, parents: DeletionRule.Parents) => {
    const verdict = DeletionRule.decide(guard, { evidence: readable, parents, scan: scanAt(2, 2), tally: of })
    return verdict._tag === "Hold" ? verdict.reason : null
  }
  type Case = readonly [title: string, tally: DeletionRule.Tally, parents: DeletionRule.Parents, reason: string | null]
  const cases: ReadonlyArray<Case> = [
    ["one group with all memberships is emptied", tally(200, 200), { all: 1, emptied: 1, members: 200 }, null],
    ["one group with most memberships is emptied", tally(300, 200), { all: 9, emptied: 1, members: 200 }, null],
    ["19 of 100 groups are emptied", tally(300, 190), { all: 100, emptied: 19, members: 190 }, null],
    ["20 of 200 groups are emptied, a tenth", tally(2_000, 200), { all: 200, emptied: 20, members: 200 }, null],
    ["21 of 200 groups are emptied", tally(2_000, 210), { all: 200, emptied: 21, members: 210 }, "EMPTIED_PARENTS"],
    ["all of 20 groups are emptied", tally(60, 60), { all: 20, emptied: 20, members: 60 }, "EMPTIED_PARENTS"],
    ["both groups are emptied", tally(60, 60), { all: 2, emptied: 2, members: 60 }, "EVERYTHING"],
    ["all groups with members are gone", tally(60, 60), { all: 0, emptied: 0, members: 60 }, null],
    ["half of the members of each group are gone", tally(300, 150), { all: 9, emptied: 0, members: 0 }, "LARGE_SHARE"],
    ["half of those outside an emptied group are gone", tally(300, 150), { all: 9, emptied: 1, members: 100 }, null],
    [
      "most of those outside an emptied group are gone",
      tally(300, 250),
      { all: 9, emptied: 1, members: 100 },
      "LARGE_SHARE"
    ]
  ]
  it.each(cases)("decide if %s", (_, of, parents, reason) => {
    expect(reasonOf(of, parents)).toBe(reason)
  })

  it("are counted only if the verdict can depend on them", () => {
    expect(DeletionRule.needsParents(guard, readable, tally(100, 19))).toBe(false)
    expect(DeletionRule.needsParents(guard, readable, tally(100, 20))).toBe(true)
    expect(DeletionRule.needsParents(guard, readable, tally(5, 5))).toBe(true)
    expect(DeletionRule.needsParents(guard, readable, { ...tally(100, 90), due: 0 })).toBe(false)
    expect(DeletionRule.needsParents(guard, unreadable, tally(100, 90))).toBe(false)
  })
})

describe("The sweep guard", () => {
  type Case = readonly [
    live: number,
    unseen: number,
    released: number,
    due: number,
    reason: "EVERYTHING" | "LARGE_SHARE" | null
  ]
  const cases: ReadonlyArray<Case> = [
    [0, 0, 0, 0, null],
    [1, 1, 0, 1, null],
    [2, 2, 0, 2, "EVERYTHING"],
    [99, 98, 0, 98, null],
    [100, 49, 0, 49, null],
    [100, 50, 0, 50, "LARGE_SHARE"],
    [100, 100, 0, 100, "EVERYTHING"],
    // Nothing is due yet, so there is nothing to hold back.
    [100, 100, 0, 0, null],
    // What is missing for the first time makes the answer as suspicious as what was missing before.
    [100, 60, 0, 1, "LARGE_SHARE"],
    [100, 100, 100, 0, null],
    [1_000, 610, 600, 10, null],
    [1_000, 900, 600, 300, "LARGE_SHARE"],
    [1_000, 1_000, 600, 400, "EVERYTHING"]
  ]
  it.each(cases)("of %i live records, %i unseen, %i released, %i due: %s", (live, unseen, released, due, reason) => {
    const verdict = DeletionRule.decide(guard, {
      evidence: readable,
      parents: DeletionRule.noParents,
      scan: scanAt(2, 2),
      tally: { live, unseen, released, due }
    })
    const bound = { firstScan: 1, since: HOUR }
    expect(verdict).toEqual(reason === null ? { _tag: "Delete" } : { _tag: "Hold", reason, bound, count: due })
  })

  const weights: ReadonlyArray<readonly [live: number, unseen: number, released: number, isConfirmed: boolean]> = [
    [90, 89, 0, false],
    [90, 46, 0, false],
    [90, 45, 0, true],
    // Deletions that an operator has confirmed are not suspicious.
    [90, 89, 88, true],
    // The guard holds them back.
    [1_000, 501, 0, true]
  ]
  it.each(weights)(
    "decides, for %i live records, %i unseen and %i released, whether a total suffices: %s",
    (live, unseen, released, isConfirmed) => {
      const tally = { live, unseen, released, due: unseen - released }
      expect(DeletionRule.weighed(guard, confirmed, tally)).toEqual({ ...confirmed, isConfirmed })
    }
  )

  it("holds back all unseen records that are not released if rows could not be read", () => {
    const tally = { live: 10, unseen: 3, released: 1, due: 1 }
    const judged = { evidence: unreadable, parents: DeletionRule.noParents, scan: scanAt(2, 2), tally }
    expect(DeletionRule.decide(guard, judged)).toEqual({
      _tag: "Hold",
      reason: "UNREADABLE_ROWS",
      bound: { firstScan: 2, since: null },
      count: 2
    })
    expect(DeletionRule.decide(guard, { ...judged, tally: { ...tally, released: 3 } })._tag).toBe("Delete")
  })
})
