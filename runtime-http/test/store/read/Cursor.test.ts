import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, Redacted } from "effect"
import * as fc from "fast-check"
import { Cursor, type CursorBinding, CursorInvalid, type CursorPosition } from "../../../src/store/read/Cursor.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"

const key = Buffer.alloc(32, 1)
const cursor = Cursor.make([key])

const binding: CursorBinding = {
  connectionId: "c1",
  kind: "idp_user",
  filters: "a=1"
}
const place: CursorPosition = { direction: "After", position: 42, updatedSince: "2024-01-01T00:00:00+02:00" }
const token = cursor.encode({ ...binding, ...place })
const invalid = Either.left(new CursorInvalid())

const places: fc.Arbitrary<CursorPosition> = fc.record({
  direction: fc.constantFrom("After", "Before"),
  position: fc.maxSafeInteger(),
  updatedSince: fc.option(fc.string({ unit: "grapheme", maxLength: 20 }))
})

describe("Cursor", () => {
  it("decodes to what it was encoded from", () => {
    fc.assert(
      fc.property(places, (given) => {
        const decoded = cursor.decode(cursor.encode({ ...binding, ...given }), binding)
        expect(decoded).toEqual(
          Either.right({
            start: { _tag: given.direction, position: given.position },
            updatedSince: given.updatedSince
          })
        )
      })
    )
  })

  it("refuses a token with any character changed, added or removed [contract: cursor-is-opaque]", () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/. \n"
    const edits = fc.tuple(
      places,
      fc.nat(),
      fc.constantFrom(...alphabet),
      fc.constantFrom<"replace" | "insert" | "delete" | "cut">("replace", "insert", "delete", "cut")
    )
    fc.assert(
      fc.property(edits, ([given, at, character, edit]) => {
        const original = cursor.encode({ ...binding, ...given })
        const index = at % (original.length + 1)
        const [head, tail] = [original.slice(0, index), original.slice(index)]
        const edited = {
          replace: head + character + tail.slice(1),
          insert: head + character + tail,
          delete: head + tail.slice(1),
          cut: head
        }[edit]
        fc.pre(edited !== original)
        expect(cursor.decode(edited, binding)).toEqual(invalid)
      }),
      { numRuns: 2_000 }
    )
  })

  it("refuses garbage without throwing", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => Either.isLeft(cursor.decode(text, binding))))
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) =>
        Either.isLeft(cursor.decode(Buffer.from(bytes).toString("base64url"), binding))
      )
    )
    expect(cursor.decode("A".repeat(100_000), binding)).toEqual(invalid)
  })

  it("refuses a token of another connection, kind or set of filters [contract: cursor-is-opaque]", () => {
    expect(Either.isRight(cursor.decode(token, binding))).toBe(true)
    const others: ReadonlyArray<Partial<CursorBinding>> = [
      { connectionId: "c2" },
      { kind: "idp_group" },
      { filters: "a=2" },
      { filters: "" },
      { kind: 'idp_user","a=1', filters: "" }
    ]
    for (const other of others) expect(cursor.decode(token, { ...binding, ...other })).toEqual(invalid)
  })

  it("refuses a token made with another key, and accepts one made with an older key", () => {
    const other = Buffer.alloc(32, 2)
    expect(Cursor.make([other]).decode(token, binding)).toEqual(invalid)
    expect(Either.isRight(Cursor.make([other, key]).decode(token, binding))).toBe(true)
  })

  it.effect("takes its keys from the vault", () =>
    Effect.gen(function* () {
      const keys = yield* MasterKeys.parse(Redacted.make(`a:${Buffer.alloc(32, 3).toString("base64")}`))
      const made = Effect.provide(Cursor, Cursor.layer)
      const [first, second] = [
        yield* Effect.provide(made, Vault.layer(keys)),
        yield* Effect.provide(made, Vault.layer(keys))
      ]
      expect(Either.isRight(second.decode(first.encode({ ...binding, ...place }), binding))).toBe(true)
      expect(cursor.decode(first.encode({ ...binding, ...place }), binding)).toEqual(invalid)
    })
  )
})
