import { describe, expect, it } from "@effect/vitest"
import { Child, Extractor, Mention, Pagination, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import * as DeletionRule from "../../../src/store/write/DeletionRule.js"

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
    ["is not confirmed beside unreadable rows", "idp_user", { total: 7, seen: 7, unreadable: ["idp_group"] }, readable],
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

describe("The misses of a record", () => {
  it("count readable scans in a row, of which a confirmed one suffices", () => {
    expect(DeletionRule.missesAfter(readable, null)).toBe(1)
    expect(DeletionRule.missesAfter(readable, 1)).toBe(2)
    expect(DeletionRule.missesAfter(unreadable, 1)).toBe(0)
    expect(DeletionRule.missesAfter(readable, 0)).toBe(1)
    expect([DeletionRule.missesNeeded(confirmed), DeletionRule.missesNeeded(readable)]).toEqual([1, 2])
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
    const verdict = DeletionRule.decide(DeletionRule.defaultGuard, readable, { live, unseen, released, due })
    expect(verdict).toEqual(reason === null ? { _tag: "Delete" } : { _tag: "Hold", reason, misses: 2, count: due })
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
    "of %i live records, %i unseen and %i released, a total suffices: %s",
    (live, unseen, released, isConfirmed) => {
      const tally = { live, unseen, released, due: unseen - released }
      expect(DeletionRule.weighed(DeletionRule.defaultGuard, confirmed, tally)).toEqual({ ...confirmed, isConfirmed })
    }
  )

  it("holds back everything unseen that is not released if rows could not be read", () => {
    const tally = { live: 10, unseen: 3, released: 1, due: 1 }
    expect(DeletionRule.decide(DeletionRule.defaultGuard, unreadable, tally)).toEqual({
      _tag: "Hold",
      reason: "UNREADABLE_ROWS",
      misses: 0,
      count: 2
    })
    expect(DeletionRule.decide(DeletionRule.defaultGuard, unreadable, { ...tally, released: 3 })._tag).toBe("Delete")
  })
})
