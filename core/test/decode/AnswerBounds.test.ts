import { describe, expect, it } from "@effect/vitest"
import { type Decode, Pagination } from "@tributary/core"
import { Cause, Effect, Exit, Option } from "effect"
import * as PageWalk from "../../src/extract/walk/PageWalk.js"
import { type Answer, converse } from "../FakeVendor.js"

const walk: PageWalk.Walk = {
  endpoint: "/rows",
  url: "/rows",
  pagination: Pagination.none({ items: "rows" }),
  queries: [{}]
}

const MIB = 1_048_576

const bounds: Decode.Bounds = {
  bytes: { max: 16 * MIB, setting: "SETTING_OF_BYTES" },
  rows: { max: 30_000, setting: "SETTING_OF_ROWS" }
}

/** A body that arrives in parts, and how many of them were asked for. */
const arriving = (parts: Iterable<string>) => {
  const iterator = parts[Symbol.iterator]()
  const encoder = new TextEncoder()
  let count = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const next = iterator.next()
      if (next.done === true) return controller.close()
      count += 1
      return controller.enqueue(encoder.encode(next.value))
    }
  })
  return { body, count: () => count }
}

const readList = async (answer: () => Answer, within = bounds) => {
  const { exit, received } = await converse(
    answer,
    PageWalk.collect(walk, ({ rows }) => Effect.succeed(rows)),
    {},
    within
  )
  const failure = Exit.isSuccess(exit) ? null : Option.getOrThrow(Cause.failureOption(exit.cause))
  return { failure, requests: received.length, found: Exit.isSuccess(exit) ? exit.value : [] }
}

function* repeated(start: string, part: string, times: number, end: string) {
  yield start
  for (let index = 0; index < times; index += 1) yield part
  yield end
}

describe("The bounds of an answer", () => {
  it("refuse 3,000,000 empty rows while they arrive, name the bound and its setting, and cause no second request", async () => {
    const page = arriving(repeated('{"rows":[{}', ",{}".repeat(10_000), 300, "]}"))
    const { failure, requests } = await readList(() => page)
    expect(failure).toMatchObject({
      _tag: "AnswerTooLarge",
      endpoint: "/rows",
      detail: "a list in the answer has more than 30,000 rows (SETTING_OF_ROWS)"
    })
    expect(requests).toBe(1)
    expect(page.count()).toBeLessThan(8)
  })

  it("allow a page of as many rows as the setting says", async () => {
    const row = { id: "1", name: 'Ada "[{,}]" \\', tags: ["a", "b"], at: null, nested: { list: [[1, 2], [3]] } }
    const rows = Array.from({ length: 30_000 }, () => row)
    const { failure, found } = await readList(() => ({ body: { rows } }))
    expect([failure, found.length, found.at(-1)]).toEqual([null, 30_000, row])
  })

  it("refuse an answer that never ends, soon after the bound", async () => {
    const page = arriving(repeated('{"rows":["', `${"x".repeat(65_533)}","`, Number.POSITIVE_INFINITY, ""))
    const { failure, requests } = await readList(() => page)
    expect(failure?.detail).toBe("the answer is larger than 16 MiB (SETTING_OF_BYTES)")
    expect([requests, page.count() < 262]).toEqual([1, true])
  })

  it("refuse rows that have a great many values each", async () => {
    const page = arriving(repeated('{"rows":[0', `,{"a":[${"0,".repeat(9_999)}0]}`, 1_000, "]}"))
    const { failure } = await readList(() => page)
    expect(failure?.detail).toBe(
      "the answer has more than 1,500,000 values, 50 for each row that a list may have (SETTING_OF_ROWS)"
    )
  })

  it("do not prevent the status of an error from being read", async () => {
    const page = () => arriving(repeated('{"rows":[{}', ",{}".repeat(10_000), 300, "]}"))
    const { failure } = await readList(() => ({ status: 403, ...page() }))
    expect(failure).toMatchObject({ _tag: "Unauthorized", status: 403 })
  })
})
