import { dirname } from "node:path"
import { FileSystem } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Effect } from "effect"
import { CommandFailure } from "../../CommandFailure.js"

/** Why an option's file cannot be written, as a sentence with what to do. */
export const refusal = (option: string, file: string, reason: string): CommandFailure =>
  new CommandFailure({ reason: "WRONG_USAGE", message: `The file ${file} of ${option} cannot be written: ${reason}.` })

/** Makes the folder of an option's file, with those above it; fails with one sentence if the file cannot be there. */
export const prepare = (option: string, file: string): Effect.Effect<void, CommandFailure, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const above = dirname(file)
    yield* Effect.mapError(files.makeDirectory(above, { recursive: true }), () =>
      refusal(option, file, `${above} is no folder, and cannot become one; name a file in another folder`)
    )
    const found = yield* Effect.option(files.stat(file))
    if (found._tag === "Some" && found.value.type === "Directory") {
      return yield* refusal(option, file, "it is a folder; name a file in it")
    }
  })

/** Says that the file's place is there, and that the system refuses to write it. */
export const unwritable = (option: string, file: string) => (_: PlatformError) =>
  refusal(option, file, "the system refuses it; name a file that may be written")
