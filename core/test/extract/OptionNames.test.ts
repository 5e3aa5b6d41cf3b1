import { describe, expect, it } from "@effect/vitest"
import { Child, Extractor, Lookup, Pagination, RecordKind } from "@tributary/core"
import { Schema } from "effect"

const Group = Schema.Struct({ id: Schema.String })
type Group = Schema.Schema.Type<typeof Group>

const list = { endpoint: "/groups", row: Group, pagination: Pagination.none(), permissions: [] }
const groups = { ...list, record: RecordKind.DeviceGroup, toRecord: ({ id }: Group) => ({ name: id, vendor_id: id }) }

/** The sentence about a declaration that an author of JavaScript, or of a test that checks no types, has written. */
const refusal = (declare: (options: never) => unknown, options: object): string => {
  try {
    declare(options as never)
    return "none"
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
  }
}

const without = (options: object, name: string) =>
  Object.fromEntries(Object.entries(options).filter(([each]) => each !== name))

describe("A declaration", () => {
  it.each([
    ["a list", Extractor.make, groups, "Extractor.make, /groups"],
    ["a list above others", Extractor.below, { ...list, child: {} }, "Extractor.below, /groups"],
    ["a list below a row", Child.of<Group>(), groups, "Child.of, /groups"],
    ["a lookup", Lookup.of<Group>(), list, "The lookup at /groups"],
    ["a joined lookup", Lookup.joined<Group>(), { ...list, key: String, matches: String }, "The lookup at /groups"]
  ])("of %s names the required option that it lacks, and the one that does not exist", (_, declare, options, what) => {
    const misspelt = { ...without(options, "permissions"), permission: [] }
    expect(refusal(declare, misspelt)).toContain(
      `${what}: the declaration lacks permissions, and has no option permission. Its options are `
    )
  })

  it("is refused for an option that does not exist, and for one that is missing, each alone", () => {
    expect(refusal(Extractor.make, { ...groups, lookbackSec: 60 })).toContain(
      "has no option lookbackSec. Its options are name, "
    )
    expect(refusal(Extractor.make, without(groups, "toRecord"))).toContain("the declaration lacks toRecord. ")
    expect(refusal(Extractor.make, groups)).toBe("none")
  })
})
