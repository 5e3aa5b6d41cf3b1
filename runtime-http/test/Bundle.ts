import { rm } from "node:fs/promises"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect, type Scope } from "effect"
import { bundleFiles } from "./bundleFiles.mjs"

/** Bundles a program from the sources, so that it can run in its own process without building the packages. */
export const bundle = (source: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(build(source), (file) => Effect.promise(() => rm(file, { force: true })))

/** Bundles the program `name` beside a test file; `test` is that file's `import.meta.url`. */
export const bundleBeside = (test: string, name: string): Effect.Effect<string, never, Scope.Scope> =>
  bundle(fileURLToPath(new URL(`./${name}.ts`, test)))

const build = (source: string): Effect.Effect<string> =>
  Effect.promise(async () => {
    const folder = fileURLToPath(new URL("../node_modules/.cache/tributary", import.meta.url))
    const entry = `${basename(source, ".ts")}-${process.pid}`
    await bundleFiles({ [entry]: source }, folder)
    return `${folder}/${entry}.js`
  })
