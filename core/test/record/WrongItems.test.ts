import { describe, expect, it } from "@effect/vitest"
import { Result, Row } from "@tributary/core"
import { Schema } from "effect"
import { valueOf } from "../Results.js"

const MANY = 10_000

/** The schema of an item, and how many items it has looked at. */
const counted = () => {
  let looks = 0
  const Even = Schema.Number.pipe(
    Schema.filter((value) => {
      looks += 1
      return value % 2 === 0
    })
  )
  return { Even, looks: () => looks }
}

describe("a row with a long list", () => {
  it("takes few looks at its items if most of them are wrong", () => {
    const { Even, looks } = counted()
    const items = Array.from({ length: MANY }, () => 1)
    const nullable = Row.decode(Schema.Struct({ items: Row.nullish(Schema.Array(Even)) })).readable({ items })
    expect(valueOf(nullable)).toEqual({
      value: { items: null },
      lost: [{ path: ["items"], issue: "items: Expected at most 20 wrong items" }]
    })
    const required = Row.decode(Schema.Struct({ items: Schema.Array(Even) })).readable({ items })
    expect(required).toEqual(Result.fail(["items: Expected at most 20 wrong items"]))
    expect(looks()).toBeLessThan(200)
  })

  it("loses only the wrong items if there are few of them, wherever they are", () => {
    const { Even } = counted()
    const items = Array.from({ length: MANY }, (_, index) => (index % 999 === 1 ? 1 : 2))
    const reader = Row.decode(Schema.Struct({ items: Schema.Array(Schema.NullOr(Even)) }))
    const { lost, value } = valueOf(reader.readable({ items }))
    expect(lost.map(({ path }) => path[1])).toEqual(items.flatMap((item, index) => (item === 1 ? [index] : [])))
    expect(value.items).toEqual(items.map((item) => (item === 1 ? null : item)))
  })

  it("still reports what is wrong inside the items and next to the list", () => {
    const { Even } = counted()
    const Item = Schema.Struct({ even: Row.nullish(Even), name: Schema.String })
    const reader = Row.decode(Schema.Struct({ items: Schema.Array(Item), name: Schema.String }))
    const items = Array.from({ length: MANY }, () => ({ even: 2, name: "a" }))
    expect(reader({ items, name: 1 })).toEqual(Result.fail(["name: Expected string"]))
    expect(reader({ items: [...items, { even: 2, name: 2 }], name: 1 })).toEqual(
      Result.fail(["items.10000.name: Expected string", "name: Expected string"])
    )
  })

  it("is neither printed nor searched if it is in the place of a text", () => {
    let looks = 0
    const item = {
      toJSON: () => {
        looks += 1
        return "a"
      },
      get name() {
        looks += 1
        return "a"
      }
    }
    const reader = Row.decode(Schema.Struct({ name: Schema.String }))
    const read = reader({ name: Array.from({ length: MANY }, () => item) })
    expect(read).toEqual(Result.fail(["name: Expected a different value"]))
    expect(reader({ name: [1, 2, 3] })).toEqual(Result.fail(["name: Expected string"]))
    expect(looks).toBeLessThan(2_000)
  })
})
