import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import * as ConsentLink from "../../../src/store/consent/ConsentLink.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"

const newVault = Effect.suspend(() => Effect.map(MasterKeys.parse(MasterKeys.generate()), Vault.make))

const CONNECTION = "11111111-2222-4333-8444-555555555555"

const queryIn = (link: string) => new URL(link, "https://us.example").searchParams

describe("The link of a consent", () => {
  it.effect("says its connection, its number and its end, until that comes", () =>
    Effect.gen(function* () {
      const vault = yield* newVault
      const query = queryIn(ConsentLink.of(vault, CONNECTION, { link: 3, expires: 1_000 }))
      const read = ConsentLink.read(vault, query, 999_999)
      expect(read).toMatchObject({ connectionId: CONNECTION, link: 3, expires: 1_000 })
      expect(read === null ? "" : ConsentLink.queryOf(read)).toBe(query.toString())
      expect(ConsentLink.read(vault, query, 1_000_000)).toBeNull()
    })
  )

  it.effect("is not read if anything of it was changed, is missing, or was signed with another key", () =>
    Effect.gen(function* () {
      const vault = yield* newVault
      const link = ConsentLink.of(vault, CONNECTION, { link: 3, expires: 1_000 })
      const changes = [
        ["connection_id", "11111111-2222-4333-8444-555555555556"],
        ["link", "4"],
        ["expires", "1001"],
        ["expires", "never"],
        ["signature", "A".repeat(43)],
        ["signature", "short"],
        ["signature", ""]
      ] as const
      for (const [name, value] of changes) {
        const query = queryIn(link)
        query.set(name, value)
        expect([name, value, ConsentLink.read(vault, query, 0)]).toEqual([name, value, null])
      }
      for (const name of ["connection_id", "link", "expires", "signature"]) {
        const query = queryIn(link)
        query.delete(name)
        expect([name, ConsentLink.read(vault, query, 0)]).toEqual([name, null])
      }
      expect(ConsentLink.read(yield* newVault, queryIn(link), 0)).toBeNull()
    })
  )
})
