import { Extractor, Lookup, Pagination, RecordKind, Row } from "@tributary/core"
import type { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { acme, replies } from "../Acme.js"
import { failing } from "../FailingChecks.js"

const AcmeGroup = Schema.Struct({ id: Schema.String, name: Schema.String, tag: Row.nullish(Schema.String) })
const AcmeTag = Schema.Struct({ id: Schema.String, label: Row.nullish(Schema.String) })

/** What a test can change about the lookup. */
interface More {
  readonly fields?: ReadonlyArray<"types">
  readonly sharedFields?: ReadonlyArray<"types">
  readonly isOptional?: boolean
  readonly mayBeMissing?: boolean
}

/** Groups whose tags are looked up by their ids, two at once. */
const groups = (more: More = { fields: ["types"] }) =>
  Extractor.make({
    record: RecordKind.IdpGroup,
    endpoint: "/groups",
    row: AcmeGroup,
    pagination: Pagination.cursor({ items: "items", from: "next", param: "next" }),
    permissions: ["groups.read"],
    lookups: {
      tags: Lookup.batched<typeof AcmeGroup.Type>()({
        endpoint: "/tags",
        row: AcmeTag,
        pagination: Pagination.none({ items: "tags" }),
        permissions: ["tags.read"],
        batch: 2,
        query: (ids) => ({ ids: ids.join(",") }),
        key: ({ id }) => id,
        keys: ({ tag }) => tag,
        ...more
      })
    },
    toRecord: ({ id, name }, { tags }) => ({
      types: (tags ?? []).flatMap(({ label }) => label ?? []),
      description: "",
      name,
      vendor_id: id,
      vendor_created_at: "2024-05-01T08:30:00Z"
    })
  })

const group = (id: string, tag: string) => ({ id, name: `Group ${id}`, tag })
const tag = (id: string) => ({ id, label: `label ${id}` })

const scripted: ConnectorTest.Replies = {
  ...replies,
  "GET /groups": { body: { items: [group("a", "1"), group("b", "2"), group("c", "3")], next: "2" } },
  "GET /groups?next=2": { body: { items: [group("d", "1")], next: null } },
  "GET /tags": { body: { tags: [tag("1"), tag("2"), tag("3")] } }
}

const WITHOUT = "/tags: an answer without the row of one key loses no record, and no value that was read before"

describe("the kit, about lookups in batches", () => {
  it("finds nothing wrong with a sound connector, required, optional, or with keys that may be missing", async () => {
    for (const more of [{}, { isOptional: true }, { mayBeMissing: true }]) {
      const connector = acme({ groups: groups({ ...more, fields: ["types"] }) })
      expect(await failing(connector, scripted)).toEqual([])
    }
  }, 120_000)

  it("finds a mapping that replaces what was read before if the row of a key is missing", async () => {
    const connector = acme({ groups: groups({ sharedFields: ["types"] }) })
    expect(await failing(connector, scripted, /^\/tags/)).toEqual([WITHOUT])
  })

  it("asks for an answer with two rows", async () => {
    const one = { ...scripted, "GET /tags": { body: { tags: [tag("1")] } } }
    const all = { ...one, "GET /groups": { body: { items: [group("a", "1"), group("b", "1")], next: "2" } } }
    expect(await failing(acme({ groups: groups() }), all, /^\/tags/)).toEqual([WITHOUT])
  })
})
