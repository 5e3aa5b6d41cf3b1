import { describe, expect, it } from "@effect/vitest"
import { Batch, Extractor, RecordKind, Result } from "@tributary/core"
import { Effect, Option, Stream } from "effect"
import * as Scan from "../../../src/store/write/Scan.js"
import * as Fixture from "../RecordFixture.js"

const { IdpUser } = RecordKind

describe("CompleteScan", () => {
  it("can be created only by storing every page", () => {
    const made = Reflect.ownKeys(Scan).filter((name) => typeof name === "string")
    const others = ["addByKind", "addCounts", "noCounts", "noKindCounts", "partsOf", "plusOfKind", "sizeOf", "totalOf"]
    expect(made.sort()).toEqual([...others, "storePages"].sort())
    expect(Extractor).not.toHaveProperty("CompleteScan")
  })

  it.effect("is made by reading exactly one page ahead of the one that is being stored", () =>
    Effect.gen(function* () {
      const read: Array<number> = []
      const pages = Stream.unfoldEffect(1, (number) =>
        // As an answer of a vendor would, this comes later.
        Effect.as(Effect.yieldNow(), number > 4 ? Option.none() : Option.some([number, number + 1] as const))
      ).pipe(
        Stream.tap((number) => Effect.sync(() => read.push(number))),
        Stream.map((number) => Fixture.page([], { next: `p${number}` }))
      )
      const stored: Array<ReadonlyArray<number>> = []
      const slowly = Effect.gen(function* () {
        for (let turn = 0; turn < 100; turn += 1) yield* Effect.yieldNow()
        stored.push([...read])
      })
      yield* Scan.storePages({} as Scan.Scan, pages, () => slowly)
      expect(stored).toEqual([
        [1, 2],
        [1, 2, 3],
        [1, 2, 3, 4],
        [1, 2, 3, 4]
      ])
    })
  )

  it.effect("is made by writing every page in pieces, so that readers wait for at most one piece", () =>
    Effect.gen(function* () {
      const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "OKTA" }
      const batch = Batch.make(IdpUser, owner, Fixture.users(1_500).map(Result.succeed))
      const scan = {} as Scan.Scan
      const written: Array<number> = []
      const pages = Stream.make(Fixture.page([batch]), Fixture.page([], null, 1_500))
      const proof = yield* Scan.storePages(scan, pages, ({ batches }) =>
        Effect.sync(() => written.push(batches.reduce((sum, { records }) => sum + records.length, 0)))
      )
      expect(written).toEqual([1_000, 500, 0])
      expect(proof.total).toBe(1_500)
    })
  )
})
