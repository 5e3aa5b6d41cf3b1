import { type Batch, RecordKind } from "@tributary/core"
import { expect, it } from "vitest"
import * as SeenRule from "../../../src/store/write/rules/SeenRule.js"

it("finds the winners of a batch in a single pass over its records", () => {
  let reads = 0
  const row = (number: number, name: string) => ({
    get id() {
      reads += 1
      return `id ${number}`
    },
    value: { name },
    onRequest: null,
    unread: []
  })
  const numbers = Array.from({ length: 1_000 }, (_, number) => number)
  const batch = {
    kind: RecordKind.IdpUser,
    records: numbers.map((number) => row(number, "winner")),
    duplicates: numbers.map((number) => row(number, "loser"))
  } as unknown as Batch.Batch
  const found = SeenRule.duplicatesWithin(batch)
  expect(found).toHaveLength(1_000)
  expect(found[999]?.sample).toMatchObject({ id: "id 999", fields: ["name"] })
  expect(reads).toBeLessThanOrEqual(4_000)
})
