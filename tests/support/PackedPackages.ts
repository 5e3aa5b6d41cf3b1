import { type ChildProcess, execFile, spawn } from "node:child_process"
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const run = promisify(execFile)

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Output of a failing compiler or test run, all of which is needed to understand it. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024

const pnpm = ["npx", "-y", "pnpm@10"]

/** The environment without what the surrounding `npm` or `pnpm` run says of itself, which describes another project, and without settings of a server. */
export const cleanEnv = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_|pnpm_|vitest|node_options$|tributary_|database_url)/i.test(name)
    )
  )

/** A package as it would be published. */
export interface Packed {
  /** Its name, such as `@tributary/core`. */
  readonly name: string
  /** The path of its archive. */
  readonly archive: string
}

/** The packages to pack, by their folder in the workspace. */
const all = [
  "core",
  "cli",
  "runtime-http",
  "console",
  "client",
  "connect",
  "create",
  "connectors/okta",
  "connectors/tenable",
  "connectors/jira"
]

/** Packs the built packages; `pnpm` replaces the versions that only the workspace knows, as it does when it publishes. */
export const pack = async (folder: string, folders: ReadonlyArray<string> = all): Promise<ReadonlyArray<Packed>> => {
  const filters = folders.map((each) => `--filter=./${each}`)
  const [command = "", ...args] = [...pnpm, "--recursive", ...filters, "pack", "--json", "--pack-destination", folder]
  const { stdout } = await run(command, args, { cwd: root, maxBuffer: MAX_OUTPUT_BYTES })
  const packed = JSON.parse(stdout) as ReadonlyArray<{ readonly filename: string; readonly name: string }>
  return packed.map(({ filename, name }) => ({ name, archive: filename }))
}

/** A package manager, and how it installs what `package.json` names. */
export const managers = {
  npm: ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"],
  pnpm: [...pnpm, "install", "--ignore-scripts", "--prefer-offline"]
} as const

/** An application outside the workspace that uses the packages. */
export interface Application {
  readonly folder: string
  /** Copies a folder of the workspace, without what is installed or built in it. */
  readonly copy: (from: string, to: string, parts: ReadonlyArray<string>) => Promise<void>
  readonly write: (file: string, text: string) => Promise<void>
  /** Runs a program of an installed package; returns what it prints, also if it fails. */
  readonly program: (
    name: string,
    args: ReadonlyArray<string>,
    env?: Readonly<Record<string, string>>
  ) => Promise<string>
  /** Starts a file with Node. */
  readonly start: (file: string, env: Readonly<Record<string, string>>) => ChildProcess
}

/** The version of the catalog, so that a newer release of another package does not fail a test here. */
const versionOf = async (name: string, range: string): Promise<string> => {
  const workspace = await readFile(join(root, "pnpm-workspace.yaml"), "utf8")
  const line = workspace.split("\n").find((each) => each.trim().replaceAll('"', "").startsWith(`${name}: `))
  const version = line?.split(": ")[1] ?? "no version"
  if (!`${version}.`.startsWith(`${range}.`)) {
    throw new Error(`A README installs ${name}@${range}, but the catalog of pnpm-workspace.yaml has ${version}.`)
  }
  return version
}

/** What `npm install` lines of the READMEs install, without the packages of the workspace. */
const companions = async (): Promise<ReadonlyArray<readonly [name: string, version: string]>> => {
  const readmes = await Promise.all(
    ["core", "runtime-http"].map((folder) => readFile(join(root, folder, "README.md"), "utf8"))
  )
  const named = readmes
    .flatMap((readme) => [...readme.matchAll(/^npm install (.*)$/gm)])
    .flatMap(([, words = ""]) => words.split(" "))
    .filter((word) => !word.startsWith("-") && !word.startsWith("@tributary/"))
  return Promise.all(
    [...new Set(named)].map(async (word) => {
      const at = word.lastIndexOf("@")
      const name = word.slice(0, at)
      return [name, await versionOf(name, word.slice(at + 1))] as const
    })
  )
}

/** The packages that others bring along: npm finds the archive that the application names, and pnpm asks a registry, which has none of them. */
const BROUGHT_ALONG = ["@tributary/console"]

/** How an application is installed; every field has a default. */
export interface Installing {
  /** The other packages that it names, with the beginnings of their versions, such as 3.22; by default what the READMEs say. */
  readonly beside?: Readonly<Record<string, string>>
  /** Further arguments for the package manager. */
  readonly flags?: ReadonlyArray<string>
}

/** Installs the packages in a new folder. */
export const install = async (
  folder: string,
  manager: keyof typeof managers,
  packages: ReadonlyArray<Packed>,
  { beside, flags = [] }: Installing = {}
): Promise<Application> => {
  const app = join(folder, manager)
  await mkdir(app)
  const named =
    beside === undefined
      ? await companions()
      : await Promise.all(
          Object.entries(beside).map(async ([name, range]) => [name, await versionOf(name, range)] as const)
        )
  const archives = packages.map(({ archive, name }) => [name, `file:${archive}`] as const)
  const dependencies = { ...Object.fromEntries(named), ...Object.fromEntries(archives) }
  const overrides = Object.fromEntries(archives.filter(([name]) => BROUGHT_ALONG.includes(name)))
  const manifest = { name: "application", version: "1.0.0", private: true, type: "module", dependencies }
  await writeFile(join(app, "package.json"), JSON.stringify({ ...manifest, pnpm: { overrides } }, null, 2))
  const [command, ...args] = managers[manager]
  await run(command, [...args, ...flags], { cwd: app, env: cleanEnv(), maxBuffer: MAX_OUTPUT_BYTES })
  return {
    folder: app,
    copy: async (from, to, parts) => {
      for (const part of parts) await cp(join(root, from, part), join(app, to, part), { recursive: true })
    },
    write: (file, text) => writeFile(join(app, file), text),
    program: (name, programArgs, env = {}) =>
      run(join(app, "node_modules/.bin", name), programArgs, {
        cwd: app,
        env: { ...cleanEnv(), ...env },
        maxBuffer: MAX_OUTPUT_BYTES
      }).then(
        ({ stdout }) => stdout,
        ({ stderr, stdout }: { readonly stderr: string; readonly stdout: string }) => `${stdout}${stderr}`
      ),
    start: (file, env) =>
      spawn(process.execPath, [join(app, file)], {
        cwd: app,
        env: { ...cleanEnv(), ...env } as NodeJS.ProcessEnv,
        stdio: ["ignore", "pipe", "inherit"]
      })
  }
}

/** A folder for archives and applications, outside the workspace. */
export const makeFolder = async (): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), "tributary-packages-"))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
