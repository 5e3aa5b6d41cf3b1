import { randomBytes } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Either } from "effect"
import type * as RuntimeConfig from "../src/RuntimeConfig.js"
import * as RuntimeVault from "../src/RuntimeVault.js"
import { Vault } from "../src/store/secrets/Vault.js"
import * as Settings from "./Settings.js"
import * as TransitServer from "./store/secrets/TransitServer.js"
import { TestDatabase } from "./TestDatabase.js"

const standIn = Effect.acquireRelease(
  Effect.promise(() => TransitServer.start()),
  ({ stop }) => Effect.promise(stop)
)

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "tributary-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

/** The ids of the keys that a process with these settings has; the first seals. */
const keyIds = (config: RuntimeConfig.RuntimeConfig) =>
  Effect.provide(
    Effect.map(Vault, (vault) => vault.keyIds),
    RuntimeVault.layer(config)
  )

layer(TestDatabase.layer)("The vault of an embedded database", (it) => {
  it.scoped("seals with the key file of its data as long as the key service only opens", () =>
    Effect.gen(function* () {
      const server = yield* standIn
      const dataDir = yield* folder
      const configOf = (values: Readonly<Record<string, string>>) => ({
        ...Either.getOrThrow(Settings.load(values)),
        dataDir,
        databaseUrl: null
      })
      const own = yield* keyIds(configOf({}))
      expect(readFileSync(join(dataDir, "master.key"), "utf8").startsWith(`${own[0]}:`)).toBe(true)
      const withService = { TRIBUTARY_KEY_SERVICE_URL: server.url, TRIBUTARY_KEY_SERVICE_TOKEN: server.token }
      const opening = configOf({ ...withService, TRIBUTARY_KEY_SERVICE_SEALS: "false" })
      expect(yield* keyIds(opening)).toEqual([...own, "transit/tributary"])
      expect(yield* keyIds(configOf(withService))).toEqual(["transit/tributary", ...own])
    })
  )

  it.effect("is the only one that gets a key without settings", () =>
    Effect.gen(function* () {
      const service = {
        TRIBUTARY_KEY_SERVICE_URL: "https://vault.example/v1/transit/keys/tributary",
        TRIBUTARY_KEY_SERVICE_SEALS: "false"
      }
      for (const [values, problem] of [
        [service, "so that nothing seals"],
        [{}, "needs a key that outlives this process"]
      ] as const) {
        const config = Either.getOrThrow(Settings.load({ ...values, DATABASE_URL: "postgres://127.0.0.1/db" }))
        expect((yield* Effect.flip(RuntimeVault.check(config))).message).toContain(problem)
      }
    })
  )
})

layer(TestDatabase.layer)("The vault of a process that starts beside others", (it) => {
  it.effect(
    "refuses to seal with a key that one of them does not have, and may have it behind the one that seals",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`insert into runner (name, master_keys) values ('host:1/x', '{k1}')`
        const [former, fresh] = ["k1", "k2"].map((id) => `${id}:${randomBytes(32).toString("base64")}`)
        const configOf = (keys: string) =>
          Either.getOrThrow(Settings.load({ DATABASE_URL: "postgres://127.0.0.1/db", TRIBUTARY_MASTER_KEY: keys }))
        expect(yield* keyIds(configOf(`${former},${fresh}`))).toEqual(["k1", "k2"])
        const error = yield* Effect.flip(keyIds(configOf(`${fresh},${former}`)))
        expect(error.message).toContain('These processes do not have the master key "k2"')
        expect(error.message).toContain("host:1/x. Add it there first")
      })
  )
})
