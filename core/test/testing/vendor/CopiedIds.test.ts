import { describe, expect, it } from "@effect/vitest"
import * as CopiedIds from "../../../src/testing/vendor/CopiedIds.js"

const HEX = "0123456789abcdef01234567"
const UUID = "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f"

describe("The ids of copies", () => {
  it.each([
    ["a short id", { id: "g1" }, { id: "g1-c3" }],
    ["a number", { id: 7 }, { id: 3_000_000_007 }],
    ["an e-mail address", { login: "ada@acme.example" }, { login: "copy3.ada@acme.example" }],
    ["an id behind a path", { id: "gid://acme/Issue/7" }, { id: "gid://acme/Issue/3000000007" }],
    ["another field", { title: "g1" }, { title: "g1" }],
    [
      "the address of the next page",
      { next: "https://a.example/groups/g1/users?page=7" },
      { next: "https://a.example/groups/g1-c3/users?page=7" }
    ],
    [
      "a Link header",
      { link: '</groups/g1/users?after=g1>; rel="next"' },
      { link: '</groups/g1-c3/users?after=g1-c3>; rel="next"' }
    ],
    [
      "several ids of one text",
      { text: "of ada@acme.example and ada@acme.example" },
      { text: "of copy3.ada@acme.example and copy3.ada@acme.example" }
    ]
  ])("replace %s", (_, row, expected) => {
    const ids = CopiedIds.make(["g1", "7", "ada@acme.example", "gid://acme/Issue/7"])
    expect(ids.translated(row, 3)).toEqual(expected)
  })

  it("keep the form of hexadecimal ids", () => {
    const ids = CopiedIds.make([HEX, UUID])
    const { hex, uuid } = ids.translated({ hex: HEX, uuid: UUID }, 2) as Record<"hex" | "uuid", string>
    expect(hex).toMatch(/^[0-9a-f]{24}$/)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect([hex, uuid].map(ids.originalOf)).toEqual([
      { id: HEX, copy: 2 },
      { id: UUID, copy: 2 }
    ])
  })

  it.each([
    ["numbers", [1_234_567_890, 234_567_890, 9_007_199_254_740_990, 9_007_199_254_740_991]],
    ["texts of digits", ["1234567890", "234567890", "12345678901234567890"]],
    ["a longer id of which a shorter one is the beginning", ["acme-group", "acme-group-1"]]
  ])("differ for each id and copy: %s", (_, originals) => {
    const ids = CopiedIds.make(originals.map(String))
    const made = originals.flatMap((id) => Array.from({ length: 20 }, (_, copy) => ids.translated(id, copy)))
    expect(new Set(made.map(String)).size).toBe(originals.length * 20)
    for (const [at, id] of made.entries()) {
      expect(ids.originalOf(id)).toEqual({ id: originals[Math.floor(at / 20)], copy: at % 20 })
    }
  })
})
