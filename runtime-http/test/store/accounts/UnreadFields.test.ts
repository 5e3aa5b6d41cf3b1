import { describe, expect, it } from "@effect/vitest"
import * as UnreadFields from "../../../src/store/accounts/UnreadFields.js"

const roles = (...fields: ReadonlyArray<string>) => ({
  record_kind: "idp_user",
  fields,
  endpoint: "/roles",
  permissions: ["roles.read"],
  problem: "PERMISSION_MISSING" as const,
  reason: "answered 403",
  accepted_from: null
})
const before = "2026-01-01T00:00:00.000Z"
const tags = { ...roles("types"), record_kind: "idp_group", endpoint: "/tags", since: before }
const now = "2026-01-02T00:00:00.000Z"
const KINDS = ["idp_user", "idp_group"]

describe("UnreadFields.after", () => {
  it.each([
    ["keeps what was known after a job that read only changes", [], [tags, { ...roles("is_admin"), since: before }]],
    ["forgets what was known of a kind that was read in full", ["idp_user"], [tags]]
  ])("%s", (_, readAnew, expected) => {
    const known = [tags, { ...roles("is_admin"), since: before }]
    expect(UnreadFields.after(known, { found: [], settled: [], readAnew, kinds: KINDS }, now)).toEqual(expected)
  })

  it("adds what a job found to what was known of the same endpoint, with the later reason", () => {
    const found = [{ ...roles("is_mfa_enabled"), reason: "answered 404" }]
    const known = [{ ...roles("is_admin"), since: before }]
    expect(UnreadFields.after(known, { found, settled: [], readAnew: [], kinds: KINDS }, now)).toMatchObject([
      { ...roles("is_admin", "is_mfa_enabled"), reason: "answered 404" }
    ])
    expect(UnreadFields.after(known, { found, settled: [], readAnew: KINDS, kinds: KINDS }, now)).toMatchObject(found)
  })

  it("keeps the instant since when fields are unread, even if they were read in full since", () => {
    const found = [roles("is_admin"), { ...roles("types"), endpoint: "/tags" }]
    const known = [{ ...roles("is_admin"), since: before }]
    expect(
      UnreadFields.after(known, { found, settled: [], readAnew: KINDS, kinds: KINDS }, now).map(({ since }) => since)
    ).toEqual([before, now])
  })

  it("keeps fields that are not believed until a job reaches the end of the kind, however the job began", () => {
    const emptied = { ...roles("is_admin"), endpoint: "/users", accepted_from: now, since: before }
    const job = { found: [], readAnew: KINDS, kinds: KINDS }
    expect(UnreadFields.after([emptied], { ...job, settled: [] }, now)).toEqual([emptied])
    expect(UnreadFields.after([emptied], { ...job, readAnew: [], settled: ["idp_user"] }, now)).toEqual([])
  })

  it("forgets kinds that the connector no longer reads, unless the job could not start", () => {
    expect(UnreadFields.after([tags], { found: [], settled: [], readAnew: [], kinds: ["idp_user"] }, now)).toEqual([])
    expect(UnreadFields.after([tags], UnreadFields.nothing, now)).toEqual([tags])
  })
})
