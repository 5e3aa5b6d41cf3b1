import { FileSystem } from "@effect/platform"
import type { NormalizedRecord } from "@tributary/core"
import { Effect, type Scope } from "effect"
import { CommandFailure } from "../../CommandFailure.js"
import type { Secrets } from "../Secrets.js"
import { toRecord } from "./KindTally.js"

/** Writes records somewhere. */
export type Write = (kind: string, records: ReadonlyArray<NormalizedRecord.NormalizedRecord>) => Effect.Effect<void>

/** Records go into this file as lines such as `{"kind":"idp_user","record":{...}}`; nowhere if it is null. */
export const open = (
  file: string | null,
  secrets: Secrets
): Effect.Effect<Write, CommandFailure, FileSystem.FileSystem | Scope.Scope> =>
  Effect.gen(function* () {
    if (file === null) return () => Effect.void
    const files = yield* FileSystem.FileSystem
    const opened = yield* Effect.mapError(
      files.open(file, { flag: "w" }),
      () =>
        new CommandFailure({
          reason: "WRONG_USAGE",
          message: `The file ${file} of --out cannot be written. Name a file in a folder that exists, and that may be written.`
        })
    )
    const write: Write = (kind, records) => {
      const lines = records.map((record) => `${JSON.stringify({ kind, record: toRecord(record) })}\n`).join("")
      return lines === "" ? Effect.void : Effect.orDie(opened.writeAll(new TextEncoder().encode(secrets.hide(lines))))
    }
    return write
  })
