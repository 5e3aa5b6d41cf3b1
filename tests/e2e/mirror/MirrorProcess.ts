import { spawnSync } from "node:child_process"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Child from "../../../runtime-http/test/Child.js"

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The sources of the mirrors, and of what sets their clocks wrong. */
export const typescript = fileOf("../../../examples/client/src/mirror.ts")
const python = fileOf("../../../examples/client/python/mirror.py")
const clock = fileOf("./clock")

const hasPython = spawnSync("python3", ["--version"]).status === 0

/** All mirrors of `examples/client`. */
export const names = ["TypeScript", "Python"] as const

/** Whether this machine can run the mirror. */
export const has = (name: (typeof names)[number]): boolean => name === "TypeScript" || hasPython

/** The title of the tests of a mirror; says why they are skipped if they are. */
export const titleOf = (name: (typeof names)[number]): string =>
  `in ${name}${has(name) ? "" : " (skipped: python3 is not installed)"}`

/** How to start a mirror. */
export interface Mirror {
  readonly name: (typeof names)[number]
  readonly program: string
  readonly file: string
}

/** The mirrors of `examples/client` that can run on this machine; `bundle` is the bundled one in TypeScript. */
export const all = (bundle: string): ReadonlyArray<Mirror> => [
  { name: "TypeScript", program: process.execPath, file: bundle },
  ...(hasPython ? [{ name: "Python" as const, program: "python3", file: python }] : [])
]

/** Starts a mirror that polls until it is killed. */
export const start = (
  { file, program }: Mirror,
  env: Readonly<Record<string, string>>,
  ...args: ReadonlyArray<string>
): Child.Child =>
  Child.spawn(file, {
    program,
    args,
    env: { NODE_OPTIONS: `--import ${pathToFileURL(`${clock}/ahead.mjs`).href}`, PYTHONPATH: clock, ...env }
  })

/** Runs a mirror to its end; returns what it printed. */
export const run = async (mirror: Mirror, env: Readonly<Record<string, string>>, argument: string): Promise<string> => {
  const { ended, output } = start(mirror, env, argument)
  const code = await ended
  if (code !== 0) throw new Error(`The mirror in ${mirror.name} ended with ${code}: ${output()}`)
  return output()
}
