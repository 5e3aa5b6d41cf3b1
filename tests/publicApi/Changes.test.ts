import { expect, it } from "vitest"
import * as Changes from "./Changes.js"

const released = `# What a package exports

passed in: List.Options
interface List.Options
List.Options.path: string
List.Options.limit?: number
interface List.Page
List.Page.rows: ReadonlyArray<unknown>
List.make: (options: List.Options) => List.Page
List.walk: (settings) =>
List.walk(settings).pages: number
passed in: Kind
Kind<0>.id: typeof Schema.String
`

const changed = (from: string, to: string): string => {
  expect(released).toContain(from)
  return released.replace(from, to)
}

it.each([
  ["nothing", released, "none", "none"],
  ["lines in another order", released.split("\n").toReversed().join("\n"), "none", "none"],
  ["a function is removed", changed("List.make: (options: List.Options) => List.Page\n", ""), "minor", "major"],
  ["a result changes", changed("=> List.Page", "=> List.Page | null"), "minor", "major"],
  ["an option becomes required", changed("limit?", "limit"), "minor", "major"],
  [
    "a new option is required",
    changed("List.Options.path", "List.Options.name: string\nList.Options.path"),
    "minor",
    "major"
  ],
  [
    "a new option in place is required",
    changed("List.walk(settings).", "List.walk(settings).size: number\nList.walk(settings)."),
    "minor",
    "major"
  ],
  [
    "a field of a schema that others fill is new",
    changed("Kind<0>.id", "Kind<0>.name: typeof Schema.String\nKind<0>.id"),
    "minor",
    "major"
  ],
  [
    "such a field may be absent",
    changed("Kind<0>.id", "Kind<0>.name: Schema.optionalWith<typeof Schema.String>\nKind<0>.id"),
    "patch",
    "minor"
  ],
  [
    "a new option may be absent",
    changed("List.Options.path", "List.Options.name?: string\nList.Options.path"),
    "patch",
    "minor"
  ],
  [
    "a result has one more member",
    changed("List.Page.rows", "List.Page.total: number\nList.Page.rows"),
    "patch",
    "minor"
  ],
  ["an export is new", `${released}List.other: number\n`, "patch", "minor"],
  ["a type that others write is new", `${released}passed in: New\ninterface New\nNew.path: string\n`, "patch", "minor"]
] as const)("%s: needs a %3$s release, or a %2$s release below 1.0", (_, current, below, stable) => {
  const changes = Changes.between(released, current)
  expect([Changes.neededFor(changes, "0.4.0"), Changes.neededFor(changes, "1.0.0")]).toEqual([below, stable])
})

it("says which lines break something, and which changeset they need", () => {
  const changes = Changes.between(released, changed("=> List.Page", "=> List.Page | null"))
  expect(Changes.problemOf("@tributary/core", "0.4.0", changes, "minor")).toBeNull()
  expect(Changes.problemOf("@tributary/core", "0.4.0", changes, "patch")).toBe(
    [
      "The public API of @tributary/core breaks what others have written for 0.4.0, so its next release must be a minor one, but the changesets plan a patch one.",
      "Run `npx -y pnpm@10 changeset`, choose minor for @tributary/core and say in one sentence what its users notice, or restore these lines:",
      "  - List.make: (options: List.Options) => List.Page"
    ].join("\n")
  )
})
