import { Extractor, Lookup, Pagination, RecordKind, Row } from "@tributary/core"
import type { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { replies } from "./Acme.js"

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
export const batchedGroups = (more: More = { fields: ["types"] }) =>
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

/** A row of the list. */
export const group = (id: string, tag: string) => ({ id, name: `Group ${id}`, tag })
/** A definition. */
export const tag = (id: string) => ({ id, label: `label ${id}` })

export const batchedReplies: ConnectorTest.Replies = {
  ...replies,
  "GET /groups": { body: { items: [group("a", "1"), group("b", "2"), group("c", "3")], next: "2" } },
  "GET /groups?next=2": { body: { items: [group("d", "1")], next: null } },
  "GET /tags": { body: { tags: [tag("1"), tag("2"), tag("3")] } }
}
