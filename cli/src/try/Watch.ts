import { dirname, isAbsolute } from "node:path"
import { PlainText } from "@tributary/core"
import { watch } from "chokidar"
import { Console, Effect, Stream } from "effect"
import type { CommandFailure } from "../CommandFailure.js"
import * as ModuleName from "./module/ModuleName.js"

/** Files that an editor does not save, or that a build writes. */
const IGNORED = /[/\\](?:node_modules|dist|\.git)(?:[/\\]|$)/

/** Several files that are saved at once start one run. */
const QUIET = "150 millis"

/** Where the files of the connector are; the folder itself for a package. */
const watchedBy = (module: string, folder: string): string => {
  const file = ModuleName.read(module, folder).candidates.find((each) => isAbsolute(each))
  return file === undefined ? folder : dirname(file)
}

/** Emits whenever a file with code has changed in the folder: a recording or the records may be written there, too. */
const changesIn = (folder: string): Stream.Stream<void> =>
  Stream.asyncScoped<void>((emit) => {
    const ignored = (path: string) => IGNORED.test(path.slice(folder.length))
    const start = Effect.sync(() =>
      watch(folder, { ignored, ignoreInitial: true }).on("all", (_, path) => {
        if (ModuleName.SOURCE_FILE.test(path)) emit.single(undefined)
      })
    )
    return Effect.acquireRelease(start, (watcher) => Effect.promise(() => watcher.close()))
  })

/** Carries out the attempt, and again after each change; a change ends the attempt that runs. A failure is printed and does not end it. */
export const repeat = <R>(
  attempt: Effect.Effect<void, CommandFailure, R>,
  { folder, module }: { readonly folder: string; readonly module: string }
): Effect.Effect<void, never, R> => {
  const watched = watchedBy(module, folder)
  const once = attempt.pipe(
    Effect.catchAll(({ message }) => Console.error(PlainText.escaped(message))),
    Effect.andThen(Console.error(`\nWaiting for a change in ${watched}. Ctrl-C ends.`))
  )
  return Stream.make(undefined).pipe(
    Stream.concat(Stream.debounce(changesIn(watched), QUIET)),
    Stream.flatMap(() => Stream.fromEffect(once), { switch: true }),
    Stream.runDrain
  )
}
