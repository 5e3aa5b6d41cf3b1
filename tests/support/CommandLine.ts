import { type ChildProcess, spawn } from "node:child_process"
import { rm } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import * as tsup from "tsup"

const main = fileURLToPath(new URL("../../cli/src/main.ts", import.meta.url))
const cache = fileURLToPath(new URL("../../cli/node_modules/.cache/tributary/", import.meta.url))

/** The command `tributary`, bundled from the sources. */
export interface CommandLine {
  /** Starts it with these arguments and variables. */
  readonly start: (args: ReadonlyArray<string>, env?: Readonly<Record<string, string>>) => Run
  readonly remove: () => Promise<void>
}

/** A run of the command. */
export interface Run {
  readonly process: ChildProcess
  readonly out: () => string
  readonly err: () => string
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>
}

/** Bundles everything but jiti, which loads parts of itself from its own folder. */
export const build = async (): Promise<CommandLine> => {
  const folder = `${cache}command-${process.pid}`
  await tsup.build({
    config: false,
    silent: true,
    entry: { tributary: main },
    outDir: folder,
    format: "esm",
    target: "node20",
    noExternal: [/^(?!jiti$)/],
    external: ["jiti"],
    // Some bundled packages are CommonJS.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);'
    },
    esbuildOptions: (options) => {
      options.conditions = ["@tributary/source"]
    }
  })
  return {
    start: (args, env = {}) => {
      const child = spawn(process.execPath, [`${folder}/tributary.js`, ...args], {
        env: { ...process.env, NO_COLOR: "1", ...env },
        stdio: ["ignore", "pipe", "pipe"]
      })
      let out = ""
      let err = ""
      child.stdout.on("data", (data) => {
        out += String(data)
      })
      child.stderr.on("data", (data) => {
        err += String(data)
      })
      const ended = new Promise<number | string | null>((resolve) => {
        child.once("close", (code, signal) => resolve(code ?? signal))
      })
      return { process: child, out: () => out, err: () => err, ended }
    },
    remove: () => rm(folder, { recursive: true, force: true })
  }
}
