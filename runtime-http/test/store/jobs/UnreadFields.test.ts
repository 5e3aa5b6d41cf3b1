import { describe, expect, it } from "@effect/vitest"
import * as UnreadFields from "../../../src/store/jobs/UnreadFields.js"

const roles = (...fields: ReadonlyArray<string>) => ({
  record_kind: "idp_user",
  fields,
  endpoint: "/roles",
  permissions: ["roles.read"],
  reason: "answered 403"
})
const tags = { ...roles("types"), record_kind: "idp_group", endpoint: "/tags" }

const KINDS = ["idp_user", "idp_group"]

describe("UnreadFields.after", () => {
  it.each([
    ["keeps what was known after a job that read only changes", [], [tags, roles("is_admin")]],
    ["forgets what was known of a kind that was read anew", ["idp_user"], [tags]]
  ])("%s", (_, readAnew, expected) => {
    const before = [tags, roles("is_admin")]
    expect(UnreadFields.after(before, { found: [], readAnew, kinds: KINDS })).toEqual(expected)
  })

  it("adds what a job found to what was known of the same endpoint, with the later reason", () => {
    const found = [{ ...roles("is_mfa_enabled"), reason: "answered 404" }]
    expect(UnreadFields.after([roles("is_admin")], { found, readAnew: [], kinds: KINDS })).toEqual([
      { ...roles("is_admin", "is_mfa_enabled"), reason: "answered 404" }
    ])
    expect(UnreadFields.after([roles("is_admin")], { found, readAnew: KINDS, kinds: KINDS })).toEqual(found)
  })

  it("forgets kinds that the connector no longer reads, unless the job could not start", () => {
    expect(UnreadFields.after([tags], { found: [], readAnew: [], kinds: ["idp_user"] })).toEqual([])
    expect(UnreadFields.after([tags], UnreadFields.nothing)).toEqual([tags])
  })
})
