import { describe, expect, it } from "vitest"
import { acme } from "../Acme.js"
import { batchedGroups, batchedReplies, group, tag } from "../AcmeBatches.js"
import { failing } from "../FailingChecks.js"

const WITHOUT = "/tags: an answer without the row of one key loses no record, and no value that was read before"

describe("the kit, with batched lookups", () => {
  it("finds nothing wrong with a sound connector whose lookup is required, optional or may lack keys", async () => {
    for (const more of [{}, { isOptional: true }, { mayBeMissing: true }]) {
      const connector = acme({ groups: batchedGroups({ ...more, fields: ["types"] }) })
      expect(await failing(connector, batchedReplies)).toEqual([])
    }
  }, 120_000)

  it("catches a mapping that replaces what was read before if the row of a key is missing", async () => {
    const connector = acme({ groups: batchedGroups({ sharedFields: ["types"] }) })
    expect(await failing(connector, batchedReplies, /^\/tags/)).toEqual([WITHOUT])
  })

  it("requires an answer with two rows", async () => {
    const one = { ...batchedReplies, "GET /tags": { body: { tags: [tag("1")] } } }
    const all = { ...one, "GET /groups": { body: { items: [group("a", "1"), group("b", "1")], next: "2" } } }
    expect(await failing(acme({ groups: batchedGroups() }), all, /^\/tags/)).toEqual([WITHOUT])
  })
})
