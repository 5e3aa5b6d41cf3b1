import { spawn } from "node:child_process"
import { mkdir, readdir, writeFile } from "node:fs/promises"
import { dirname, join, relative, resolve } from "node:path"
import * as Template from "./Template.js"
import * as VendorName from "./VendorName.js"

/** The package cannot be made; the message says what to do. */
export class ScaffoldError extends Error {
  override readonly name = "ScaffoldError"
}

/** What a person asks for. */
export interface ScaffoldOptions {
  /** The name of the vendor, such as `acme-corp` or `Acme Corp`. */
  readonly vendor: string
  /** The folder of the package; `tributary-connector-<vendor>` in `cwd` by default. */
  readonly folder?: string | undefined
  /** Where relative folders begin. */
  readonly cwd: string
  /** The program that installs what the package needs; null for none. */
  readonly manager: string | null
  /** Prints a line. */
  readonly print: (line: string) => void
}

/** The package managers that a package can be made with, by the first word of `npm_config_user_agent`. */
const MANAGERS: ReadonlyArray<string> = ["npm", "pnpm", "yarn", "bun"]

/** The package manager that runs this process; npm if none does. */
export const managerOf = (env: Readonly<Record<string, string | undefined>>): string => {
  const [name = ""] = (env["npm_config_user_agent"] ?? "").split("/")
  return MANAGERS.includes(name) ? name : "npm"
}

const isUsed = async (folder: string): Promise<boolean> =>
  (await readdir(folder).catch(() => [])).some((entry) => entry !== ".git")

const install = (manager: string, cwd: string): Promise<void> =>
  new Promise((done, reject) => {
    const child = spawn(manager, ["install"], { cwd, stdio: "inherit", shell: process.platform === "win32" })
    const failed = (why: string) => reject(new ScaffoldError(`${manager} install ${why}. Run it again in ${cwd}.`))
    child.once("error", ({ message }) => failed(`did not start (${message})`))
    child.once("exit", (code) => (code === 0 ? done() : failed(`ended with code ${code}`)))
  })

/** Writes the package of a new connector, and installs what it needs. Returns its folder. */
export const make = async ({ cwd, folder, manager, print, vendor }: ScaffoldOptions): Promise<string> => {
  const name = VendorName.read(vendor)
  if (typeof name === "string") throw new ScaffoldError(name)
  const target = resolve(cwd, folder ?? `tributary-connector-${name.slug}`)
  if (await isUsed(target)) {
    throw new ScaffoldError(`The folder ${target} is not empty: name another one with --folder, or empty it.`)
  }
  for (const [path, text] of Object.entries(Template.render(name))) {
    const file = join(target, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  const shown = relative(cwd, target) || "."
  print(`The connector for ${name.title} is in ${shown}.`)
  if (manager !== null) await install(manager, target)
  const steps = [...(shown === "." ? [] : [`cd ${shown}`]), ...(manager === null ? ["npm install"] : []), "npm test"]
  print(`\nNext:\n\n${steps.map((step) => `  ${step}`).join("\n")}\n\nThen write src/index.ts; README.md says how.`)
  return target
}
