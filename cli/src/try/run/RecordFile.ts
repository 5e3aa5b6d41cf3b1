import { FileSystem } from "@effect/platform"
import type { NormalizedRecord } from "@tributary/core"
import { Effect, type Scope } from "effect"
import type { CommandFailure } from "../../CommandFailure.js"
import type { Secrets } from "../Secrets.js"
import { toRecord } from "./KindTally.js"
import * as OutputFile from "./OutputFile.js"

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
    yield* OutputFile.prepare("--out", file)
    const opened = yield* Effect.mapError(files.open(file, { flag: "w" }), OutputFile.unwritable("--out", file))
    const write: Write = (kind, records) => {
      const lines = records.map((record) => `${JSON.stringify({ kind, record: toRecord(record) })}\n`).join("")
      return lines === "" ? Effect.void : Effect.orDie(opened.writeAll(new TextEncoder().encode(secrets.hide(lines))))
    }
    return write
  })
