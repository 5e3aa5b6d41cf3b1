import { describe, expect, it, vi } from "@effect/vitest"
import {
  AnswerMemory,
  AttemptListener,
  Authentication,
  Decode,
  Pagination,
  RateBudget,
  VendorError,
  VendorHttp,
  WaitListener
} from "@tributary/core"
import { Cause, Clock, Effect, Exit, Option, Redacted, Stream } from "effect"
import * as PageWalk from "../../../src/extract/walk/PageWalk.js"
import { type Answer, BASE_URL, converse } from "../../FakeVendor.js"

const MIB = 1_048_576
const ROWS = 6_000

const walk: PageWalk.Walk = {
  endpoint: "/rows",
  url: "/rows",
  pagination: Pagination.cursor({ items: "rows", from: "next", param: "cursor" }),
  queries: [{}],
  isTopLevel: true
}

const page = (name: string, next: string | null): Answer => {
  const rows = Array.from({ length: ROWS }, (_, index) => ({ id: `${name}${index}`, text: "x".repeat(900) }))
  return { body: JSON.stringify({ rows, next }) }
}

const idsOf = (rows: ReadonlyArray<unknown>) => rows.map((row) => (row as { readonly id: string }).id)

/** Memory that says what happens to it. */
const watched = (events: Array<string>, isFull: () => boolean = () => false): AnswerMemory.AnswerMemory["Type"] => {
  const roomOf = (what: string): AnswerMemory.Room => {
    const say = (verb: string, bytes: number) => events.push(`${verb} ${(bytes / MIB).toFixed(0)} MiB for ${what}`)
    const known = new Set<AnswerMemory.Held>()
    const take = (bytes: number, held: AnswerMemory.Held) => {
      say("takes", bytes)
      if (known.has(held)) return
      known.add(held)
      held.add(() => {
        known.delete(held)
        events.push("releases")
      })
    }
    return {
      take: (bytes, held) => Effect.sync(() => take(bytes, held)),
      takeNow: (bytes, held) => {
        if (isFull()) return false
        take(bytes, held)
        return true
      },
      keep: (bytes) => void say("keeps", bytes)
    }
  }
  return () => ({ pages: roomOf("a page"), others: roomOf("an answer") })
}

const run = (
  answer: (index: number) => Answer,
  memory: AnswerMemory.AnswerMemory["Type"],
  seen: (piece: PageWalk.WalkedPage) => void,
  changes: Partial<PageWalk.Walk> = {}
) =>
  converse(
    (_, index) => answer(index),
    Stream.runForEach(PageWalk.pages({ ...walk, ...changes }, null), (piece) => Effect.sync(() => seen(piece))),
    {},
    null,
    memory
  )

/** Reads the list while another one of the account has all memory that the account may have. */
const whileFull = <A, E>(effect: Effect.Effect<A, E, VendorHttp.VendorHttp>, answer = () => page("a", null)) => {
  const memory = AnswerMemory.make(256 * MIB)
  memory("").pages.keep(64 * MIB, new AnswerMemory.Held())
  return converse(answer, effect, {}, null, memory)
}

describe("A long page", () => {
  it("is parsed again piece by piece, each when the one before it has been taken", async () => {
    const parse = vi.spyOn(JSON, "parse")
    const parsed: Array<number> = []
    const ids: Array<string> = []
    try {
      await run(
        () => page("a", null),
        watched([]),
        ({ rows }) => {
          expect(rows.length).toBeLessThanOrEqual(500)
          ids.push(...idsOf(rows))
          parsed.push(parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0))
        }
      )
    } finally {
      parse.mockRestore()
    }
    expect(ids).toEqual(Array.from({ length: ROWS }, (_, index) => `a${index}`))
    // With the first piece, only the check of the whole page and the fingerprint of some rows are behind it.
    expect((parsed.at(-1) ?? 0) - (parsed[0] ?? 0)).toBeGreaterThan(4 * MIB)
  })

  it("holds its memory until the piece behind its last one is asked for, and then its memory is taken before the request", async () => {
    const events: Array<string> = []
    await run(
      (index) => {
        events.push(`asks ${index}`)
        return index === 0 ? page("a", "2") : page("b", null)
      },
      watched(events),
      ({ rows }) => {
        if (idsOf(rows).includes(`a${ROWS - 1}`)) events.push("has the last row")
      }
    )
    expect(events).toEqual([
      "asks 0",
      "takes 11 MiB for a page",
      "keeps 5 MiB for a page",
      "has the last row",
      "releases",
      "takes 7 MiB for a page",
      "asks 1",
      "keeps 5 MiB for a page",
      "releases"
    ])
  })

  it("of a list below a row is parsed as a whole and holds its memory no longer, because it would wait for the page of the row", async () => {
    const events: Array<string> = []
    await run(
      () => page("a", null),
      watched(events),
      () => void events.push("piece"),
      { isTopLevel: false }
    )
    expect(events.slice(0, 4)).toEqual([
      "takes 42 MiB for an answer",
      "keeps 21 MiB for an answer",
      "releases",
      "piece"
    ])
  })

  it("releases its memory if its run ends in the middle", async () => {
    const events: Array<string> = []
    await converse(() => page("a", null), Stream.runHead(PageWalk.pages(walk, null)), {}, null, watched(events))
    expect(events.at(-1)).toBe("releases")
  })

  it("closes its connection at once if there is no memory, and is asked for again when there is some", async () => {
    const isFirst = [true]
    const ids: Array<string> = []
    const { body } = page("a", null) as { readonly body: string }
    /** The vendor sends nothing more behind this. */
    const crawling = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(body.slice(0, 5 * MIB)))
    })
    const { received, seconds } = await run(
      (index) => ({ body: index === 0 ? crawling : body }),
      watched([], () => isFirst.pop() ?? false),
      ({ rows }) => ids.push(...idsOf(rows))
    )
    expect([received.length, seconds, ids.length]).toEqual([2, 0, ROWS])
  })

  it("fails its list as something of this server if it waited for memory too long, and is not asked for again", async () => {
    const told: Array<unknown> = []
    const { exit, received, seconds } = await whileFull(
      Stream.runDrain(PageWalk.pages(walk, null)).pipe(
        Effect.provideService(WaitListener.WaitListener, {
          waits: (_, wait) => Effect.sync(() => told.push(wait)),
          ended: () => Effect.void
        })
      )
    )
    expect([received.length, seconds, told]).toEqual([1, 300, []])
    const error = Exit.isFailure(exit) ? Option.getOrNull(Cause.failureOption(exit.cause)) : null
    expect(error).toMatchObject({ _tag: "AnswerTooLarge", endpoint: "/rows", detail: expect.stringContaining("busy") })
    expect(VendorError.reasonOf(error as VendorError.VendorError)).toBe("INTERNAL")
  })

  it("waits for no vendor while it waits for memory", async () => {
    const pending = new Set<object>()
    const { exit } = await whileFull(
      Stream.runDrain(PageWalk.pages(walk, null)).pipe(
        Effect.timeout("1 minute"),
        Effect.provideService(AttemptListener.AttemptListener, {
          sent: (request) => void pending.add(request),
          failed: () => undefined,
          ended: (request) => void pending.delete(request)
        })
      )
    )
    expect([Exit.isFailure(exit), pending.size]).toEqual([true, 0])
  })

  it("has room beside other long pages of its account, and for what it turns out to need", async () => {
    const memory = AnswerMemory.make(256 * MIB)
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: `b${index}`, text: "x".repeat(900) }))
    const slow = Stream.runForEach(
      PageWalk.pages({ ...walk, endpoint: "/slow", url: "/slow" }, null),
      () => Effect.never
    )
    const { exit, received, seconds } = await converse(
      ({ url }) => (url.endsWith("/slow") ? page("a", null) : { body: JSON.stringify({ rows, next: null }) }),
      Effect.gen(function* () {
        yield* Effect.fork(slow)
        yield* Effect.sleep("1 second")
        return yield* Stream.runFold(PageWalk.pages(walk, null), 0, (sum, piece) => sum + piece.rows.length)
      }),
      {},
      null,
      memory
    )
    expect([exit, received.length, seconds]).toEqual([Exit.succeed(20_000), 2, 1])
  })

  it("takes as much as the vendor announces, unless the answer is packed", async () => {
    const taken = async (headers: Readonly<Record<string, string>>) => {
      const events: Array<string> = []
      await run(
        () => ({ ...(page("a", null) as object), headers }),
        watched(events),
        () => undefined
      )
      return events[0]
    }
    expect(await taken({ "content-length": String(6 * MIB) })).toBe("takes 6 MiB for a page")
    expect(await taken({ "content-length": String(6 * MIB), "content-encoding": "gzip" })).toBe(
      "takes 11 MiB for a page"
    )
  })

  it("takes its memory before its turn in the rate limit, which those that have waited for memory would exceed together", async () => {
    const times: Array<number> = []
    let takings = 0
    // Only the first answer finds memory at once.
    const told = watched([], () => ++takings > 1)
    const timed: AnswerMemory.AnswerMemory["Type"] = (share) => {
      const { others, pages } = told(share)
      const take: AnswerMemory.Room["take"] = (bytes, held) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          times.push(now)
          return pages.take(bytes, held)
        })
      return { others, pages: { ...pages, take } }
    }
    const { seconds } = await converse(
      (_, index) => (index === 0 ? page("a", "2") : page("b", null)),
      Stream.runDrain(PageWalk.pages(walk, null)),
      { rate: (_, now) => ({ limit: 1, remaining: 0, resetAt: now + 30_000 }) },
      null,
      timed
    )
    expect([times, seconds]).toEqual([[0], 30])
  })

  it("is asked for at its first address again, because one to which it was redirected may be void by then", async () => {
    let isFull = true
    const ids: Array<string> = []
    const { received } = await run(
      (index) => {
        if (index % 2 === 0) return { status: 307, headers: { location: "/file" } }
        return page("a", null)
      },
      watched([], () => {
        const before = isFull
        isFull = false
        return before
      }),
      ({ rows }) => ids.push(...idsOf(rows))
    )
    const paths = received.map(({ url }) => new URL(url).pathname)
    expect([paths, ids.length]).toEqual([["/rows", "/file", "/rows", "/file"], ROWS])
  })

  it("of a scroll is asked for only once, because the vendor returns it only once", async () => {
    const { pagination } = {
      pagination: Pagination.scroll({ items: "rows", from: "next", param: "cursor", total: "total" })
    }
    const ids: Array<string> = []
    const { exit, received } = await run(
      () => ({
        body: JSON.stringify({ ...JSON.parse((page("a", null) as { readonly body: string }).body), total: ROWS })
      }),
      watched([], () => true),
      ({ rows }) => ids.push(...idsOf(rows)),
      { pagination }
    )
    expect([Exit.isSuccess(exit), received.length, ids.length]).toEqual([true, 1, ROWS])
  })

  it("counts rows that are kept parsed eight times, because they have long arrays or their text is no UTF-8", async () => {
    const kept = async (body: unknown) => {
      const events: Array<string> = []
      await run(
        () => ({ body }),
        watched(events),
        () => undefined
      )
      return events[1]
    }
    const rows = Array.from({ length: 15 }, (_, id) => ({ id, values: Array(400).fill("x".repeat(1_000)) }))
    expect(await kept(JSON.stringify({ rows, next: null }))).toBe("keeps 52 MiB for a page")
    const utf16 = Buffer.from(`\ufeff${(page("a", null) as { readonly body: string }).body}`, "utf16le")
    expect(await kept(new Blob([utf16]).stream())).toBe("keeps 95 MiB for a page")
  })

  it("waits for the memory that a packed answer needs when it is unpacked", async () => {
    const rows = Array.from({ length: ROWS }, (_, index) => ({ id: `a${index}`, text: "x".repeat(900) }))
    const packed = Decode.gunzip(Decode.ndjson).write(rows)
    const events: Array<string> = []
    const packedList = {
      decode: Decode.gunzip(Decode.ndjson),
      pagination: Pagination.none()
    }
    await run(
      () => ({ body: new Blob([packed]).stream() }),
      watched(events),
      () => void events.push("piece"),
      packedList
    )
    expect(events.slice(0, 2)).toEqual(["takes 21 MiB for a page", "piece"])
    expect(events.at(-1)).toBe("releases")

    const { exit } = await whileFull(Stream.runDrain(PageWalk.pages({ ...walk, ...packedList }, null)), () => ({
      body: new Blob([packed]).stream()
    }))
    const error = Exit.isFailure(exit) ? Option.getOrNull(Cause.failureOption(exit.cause)) : null
    expect(error).toMatchObject({ _tag: "AnswerTooLarge", isOfServer: true, detail: expect.stringContaining("busy") })
  })

  it("waits for memory for seconds only if a person waits for it", async () => {
    const { seconds } = await whileFull(
      Effect.provideService(Stream.runDrain(PageWalk.pages(walk, null)), RateBudget.Urgency, "interactive")
    )
    expect(seconds).toBe(5)
  })

  it("does not keep its memory from the token that its request needs", async () => {
    const events: Array<string> = []
    const auth = Authentication.clientCredentials({
      url: `${BASE_URL}/token`,
      clientId: "id",
      clientSecret: Redacted.make("secret")
    })
    const token = JSON.stringify({ access_token: "t", expires_in: 3_600, text: Array(6_000).fill("x".repeat(900)) })
    await converse(
      ({ url }) => (url.endsWith("/token") ? { body: token } : page("a", null)),
      Stream.runDrain(PageWalk.pages(walk, null)),
      { auth },
      null,
      watched(events)
    )
    expect(events).toEqual([
      "takes 41 MiB for an answer",
      "keeps 21 MiB for an answer",
      "releases",
      "takes 11 MiB for a page",
      "keeps 5 MiB for a page",
      "releases"
    ])
  })

  it("is read without memory if its request must not be sent twice", async () => {
    const { exit, received } = await converse(
      () => page("a", null),
      Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send({ method: "POST", url: "/rows", endpoint: "/rows" })),
      {},
      null,
      watched([], () => true)
    )
    expect([exit._tag, received.length]).toEqual(["Success", 1])
  })

  it("leaves out the rows that the customer did not choose", async () => {
    const ids: Array<string> = []
    await converse(
      () => page("a", null),
      Stream.runForEach(PageWalk.pages(walk, null), ({ rows }) => Effect.sync(() => ids.push(...idsOf(rows)))),
      { chooses: (_, row) => (row as { readonly id: string }).id.endsWith("7") }
    )
    expect(ids).toEqual(Array.from({ length: ROWS / 10 }, (_, index) => `a${index * 10 + 7}`))
  })
})
