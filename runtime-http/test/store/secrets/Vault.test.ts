import { statSync, writeFileSync } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as MasterKeyFile from "../../../src/store/secrets/MasterKeyFile.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"

const keyText = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString("base64")}`
const vaultOf = (...keys: ReadonlyArray<string>) =>
  Effect.map(MasterKeys.parse(Redacted.make(keys.join(","))), Vault.make)
const secret = "token-ä-∑-1234567890"

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "tributary-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

describe("Vault", () => {
  it.effect("opens what it sealed, for the same connection", () =>
    Effect.gen(function* () {
      const vault = yield* vaultOf(keyText("a", 1))
      const sealed = yield* vault.seal("c1", Redacted.make(secret))
      expect(Redacted.value(yield* vault.open("c1", sealed))).toBe(secret)
      expect(Buffer.from(sealed).includes("1234567890")).toBe(false)
      expect(yield* vault.seal("c1", Redacted.make(secret))).not.toEqual(sealed)
    })
  )

  it.effect("seals the empty value", () =>
    Effect.gen(function* () {
      const vault = yield* vaultOf(keyText("a", 1))
      expect(Redacted.value(yield* vault.open("c1", yield* vault.seal("c1", Redacted.make(""))))).toBe("")
    })
  )

  it.effect("refuses a value of another connection", () =>
    Effect.gen(function* () {
      const vault = yield* vaultOf(keyText("a", 1))
      const error = yield* Effect.flip(vault.open("c2", yield* vault.seal("c1", Redacted.make(secret))))
      expect(error).toMatchObject({ _tag: "VaultError", reason: "NotAuthentic", connectionId: "c2" })
      expect(error.message).toContain("connection c2")
    })
  )

  it.effect("refuses any single flipped bit and any shortened value, without quoting it", () =>
    Effect.gen(function* () {
      const vault = yield* vaultOf(keyText("a", 1))
      const sealed = yield* vault.seal("c1", Redacted.make(secret))
      for (let bit = 0; bit < sealed.length * 8; bit++) {
        const changed = Uint8Array.from(sealed)
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const error = yield* Effect.flip(vault.open("c1", changed))
        expect(inspect(error)).not.toContain("1234567890")
      }
      for (let length = 0; length < sealed.length; length++) {
        expect((yield* Effect.flip(vault.open("c1", sealed.slice(0, length))))._tag).toBe("VaultError")
      }
    })
  )

  it.effect("opens with an older key after a rotation, and seals with the new one", () =>
    Effect.gen(function* () {
      const before = yield* vaultOf(keyText("old", 1))
      const rotated = yield* vaultOf(keyText("new", 2), keyText("old", 1))
      const after = yield* vaultOf(keyText("new", 2))
      const old = yield* before.seal("c1", Redacted.make(secret))
      expect(Redacted.value(yield* rotated.open("c1", old))).toBe(secret)
      const fresh = yield* rotated.seal("c1", Redacted.make(secret))
      expect(Redacted.value(yield* after.open("c1", fresh))).toBe(secret)
      const unknown = yield* Effect.flip(after.open("c1", old))
      expect(unknown.reason).toBe("UnknownKey")
      expect(unknown.message).toContain('"old"')
    })
  )

  it.effect("reports a key that has the right id but a different value", () =>
    Effect.gen(function* () {
      const sealed = yield* (yield* vaultOf(keyText("a", 1))).seal("c1", Redacted.make(secret))
      const error = yield* Effect.flip((yield* vaultOf(keyText("a", 2))).open("c1", sealed))
      expect(error.reason).toBe("NotAuthentic")
    })
  )

  it.effect("derives one key per purpose and master key", () =>
    Effect.gen(function* () {
      const vault = yield* vaultOf(keyText("a", 1), keyText("b", 2))
      expect(vault.derive("cursor")).toHaveLength(32)
      expect(vault.derive("cursor")).toEqual((yield* vaultOf(keyText("other", 1))).derive("cursor"))
      expect(vault.derive("cursor")).not.toEqual(vault.derive("session"))
      expect(vault.deriveAll("cursor")).toEqual([
        vault.derive("cursor"),
        (yield* vaultOf(keyText("b", 2))).derive("cursor")
      ])
    })
  )
})

describe("MasterKeys", () => {
  const refused = (setting: string) => Effect.flip(MasterKeys.parse(Redacted.make(setting)))

  it.effect("reports what is wrong with a setting, but never the key", () =>
    Effect.gen(function* () {
      const good = Buffer.alloc(32, 7).toString("base64")
      expect((yield* refused(`a:${good},a:${good}`)).message).toContain('id "a"')
      expect((yield* refused(`a:${Buffer.alloc(31).toString("base64")}`)).message).toContain("31 bytes instead of 32")
      expect((yield* refused(`a:${good.slice(1)}!`)).message).toContain("not valid base64")
      expect((yield* refused(`a:${good}, `)).message).toContain("Master key 2")
      expect((yield* refused(good)).message).toContain("<id>:<base64 of 32 bytes>")
      expect((yield* refused("")).message).toContain("Master key 1")
      for (const setting of [`a:${good}x`, good, `a b:${good}`, `a:${good},a:${good}`]) {
        expect(inspect(yield* refused(setting), { depth: 9 })).not.toContain(good.slice(0, 8))
      }
      const keys = yield* MasterKeys.parse(Redacted.make(`a:${good}`))
      expect(inspect(keys, { depth: 9 })).not.toContain(good.slice(0, 8))
    })
  )

  it.scoped("generates the key of a folder once, readable by its owner only", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "data")
      const keys = yield* Effect.all([MasterKeyFile.read(folder), MasterKeyFile.read(folder)], { concurrency: 2 })
      const file = join(folder, "master.key")
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(keys[0][0].id).toBe(keys[1][0].id)
      const text = yield* Effect.promise(() => readFile(file, "utf8"))
      expect(text.startsWith(`${keys[0][0].id}:`)).toBe(true)
      writeFileSync(file, "")
      const error = yield* Effect.flip(MasterKeyFile.read(folder))
      expect(error.message).toContain(file)
    })
  )
})
