import { describe, expect, it } from "@effect/vitest"
import { Extractor } from "@tributary/core"
import { userList } from "../../testing/Acme.js"
import { extract } from "../extract.js"

const users = Extractor.make(userList)
const user = (id: string) => ({ id, name: id })

describe("RejectionLimit", () => {
  it("tolerates a few unreadable rows, and fails if there are too many", async () => {
    const rows = (good: number, bad: number) => [
      ...Array.from({ length: good }, (_, index) => user(`u${index}`)),
      ...Array.from({ length: bad }, () => ({ id: 7 }))
    ]
    const few = await extract(users, () => ({ body: rows(28, 9) }))
    expect(few.failure).toBeNull()
    expect(few.batches[0]?.rejections).toHaveLength(9)
    const many = await extract(users, () => ({ body: rows(28, 10) }))
    expect(many.failure).toMatchObject({ _tag: "BadPayload", detail: "10 of 38 rows could not be read" })
    expect(many.pages).toEqual([])
    const all = await extract(users, () => ({ body: rows(0, 1) }))
    expect(all.failure).toMatchObject({ _tag: "BadPayload", detail: "1 of 1 rows could not be read" })
  })

  it("does not fail a delta whose only row is unreadable", async () => {
    const delta = await extract(users, () => ({ body: [{ id: 7 }] }), { since: "2024-05-01T00:00:00.000Z" })
    expect(delta.failure).toBeNull()
    expect(delta.batches[0]?.rejections).toHaveLength(1)
  })
})
