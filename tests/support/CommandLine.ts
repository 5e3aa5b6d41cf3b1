import { rm } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { bundleFiles } from "../../runtime-http/test/bundleFiles.mjs"
import * as Child from "../../runtime-http/test/Child.js"

const main = fileURLToPath(new URL("../../cli/src/main.ts", import.meta.url))
const cache = fileURLToPath(new URL("../../cli/node_modules/.cache/tributary/", import.meta.url))

/** The command `tributary`, bundled from the sources. */
export interface CommandLine {
  /** Starts it with these arguments and variables. */
  readonly start: (args: ReadonlyArray<string>, env?: Readonly<Record<string, string>>) => Child.Child
  readonly remove: () => Promise<void>
}

/** Bundles everything but jiti, which loads parts of itself from its own folder. */
export const build = async (): Promise<CommandLine> => {
  const folder = `${cache}command-${process.pid}`
  await bundleFiles({ tributary: main }, folder, { noExternal: [/^(?!jiti$)/], external: ["jiti"] })
  return {
    start: (args, env = {}) => Child.spawn(`${folder}/tributary.js`, { args, env: { NO_COLOR: "1", ...env } }),
    remove: () => rm(folder, { recursive: true, force: true })
  }
}
