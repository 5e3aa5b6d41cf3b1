import { copyFile, rm } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { bundleFiles } from "../../runtime-http/test/bundleFiles.mjs"
import * as Child from "../../runtime-http/test/Child.js"

const main = fileURLToPath(new URL("../../cli/src/main.ts", import.meta.url))
const runtime = new URL("../../runtime-http/", import.meta.url)
/** Within the runtime, from where the embedded database and jiti are found. */
const cache = fileURLToPath(new URL("node_modules/.cache/tributary/", runtime))
const embedded = fileURLToPath(new URL("src/store/postgres/EmbeddedPostgresProcess.ts", runtime))

/** The command `tributary`, bundled from the sources. */
export interface CommandLine {
  /** The file that Node runs. */
  readonly file: string
  /** Starts it with these arguments and variables. */
  readonly start: (args: ReadonlyArray<string>, env?: Readonly<Record<string, string>>) => Child.Child
  readonly remove: () => Promise<void>
}

/** Bundles everything but jiti, which loads parts of itself from its own folder. */
export const build = async (): Promise<CommandLine> => {
  const folder = `${cache}command-${process.pid}`
  await bundleFiles({ tributary: main }, folder, { noExternal: [/^(?!jiti$)/], external: ["jiti"] })
  await copyFile(embedded, `${folder}/EmbeddedPostgresProcess.js`)
  const file = `${folder}/tributary.js`
  return {
    file,
    start: (args, env = {}) => Child.spawn(file, { args, env: { NO_COLOR: "1", ...env } }),
    remove: () => rm(folder, { recursive: true, force: true })
  }
}
