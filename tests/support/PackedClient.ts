import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { build } from "tsup"
import config from "../../client/tsup.config.js"

const run = promisify(execFile)

const root = fileURLToPath(new URL("../..", import.meta.url))
const source = join(root, "client")

/** A folder outside the workspace in which the packed client is installed. */
export interface PackedClient {
  /** The files of the package. */
  readonly files: ReadonlyArray<string>
  /** What `npm install` put beside the package: nothing but the package, as it has no dependencies. */
  readonly installed: ReadonlyArray<string>
  /** Links packages of the workspace, which a user would install as peers. */
  readonly link: (packages: ReadonlyArray<string>) => Promise<void>
  /** Bundles a program for browsers, and returns it with the files that it is made of. */
  readonly bundle: (program: string) => Promise<{ readonly code: string; readonly inputs: ReadonlyArray<string> }>
  /** Type-checks programs against the published declarations, and returns what the compiler says. */
  readonly check: (programs: ReadonlyArray<string>) => Promise<string>
  readonly remove: () => Promise<void>
}

/** What `pnpm build` makes, in another folder. */
const buildInto = async (folder: string): Promise<void> => {
  const entry = { index: join(source, "src/index.ts"), "effect/index": join(source, "src/effect/index.ts") }
  await build({ ...config, config: false, entry, outDir: join(folder, "dist"), clean: false })
  await run(process.execPath, [
    join(root, "node_modules/typescript/bin/tsc"),
    ...["-p", source, "--outDir", join(folder, "dist"), "--tsBuildInfoFile", join(folder, "..", "types.tsbuildinfo")]
  ])
  for (const file of ["package.json", "README.md", "src"]) {
    await cp(join(source, file), join(folder, file), { recursive: true })
  }
}

/** Builds the client, packs it, and installs the package in an empty folder. */
export const make = async (): Promise<PackedClient> => {
  const folder = await mkdtemp(join(tmpdir(), "tributary-packed-"))
  const staged = join(folder, "staged")
  const app = join(folder, "app")
  await mkdir(app)
  await buildInto(staged)
  const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
    cwd: staged
  })
  const packed = Object.values(
    JSON.parse(stdout) as Record<string, { filename: string; files: Array<{ path: string }> }>
  )
  const [{ filename, files } = { filename: "", files: [] }] = packed
  await writeFile(join(app, "package.json"), JSON.stringify({ name: "app", private: true, type: "module" }))
  const options = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--omit=optional"]
  await run("npm", ["install", ...options, join(folder, filename)], { cwd: app })
  const modules = join(app, "node_modules")
  const installed = (await readdir(modules)).filter((name) => !name.startsWith("."))

  const write = async (name: string, program: string) => {
    const file = join(app, name)
    await writeFile(file, program)
    return file
  }

  return {
    files: files.map(({ path }) => path),
    installed,
    link: async (packages) => {
      for (const name of packages) {
        await mkdir(join(modules, name, ".."), { recursive: true })
        await symlink(join(source, "node_modules", name), join(modules, name))
      }
    },
    bundle: async (program) => {
      const entry = await write("program.js", program)
      const outDir = join(folder, "bundle")
      await build({
        config: false,
        silent: true,
        entry: { program: entry },
        outDir,
        format: "iife",
        globalName: "program",
        platform: "browser",
        target: "es2022",
        noExternal: [/./],
        minify: true,
        metafile: true
      })
      const meta = JSON.parse(await readFile(join(outDir, "metafile-iife.json"), "utf8")) as { inputs: object }
      return { code: await readFile(join(outDir, "program.global.js"), "utf8"), inputs: Object.keys(meta.inputs) }
    },
    check: async (programs) => {
      const all = await Promise.all(programs.map((program, index) => write(`program${index}.ts`, program)))
      const settings = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom"]
      const modules = ["--module", "nodenext", "--moduleResolution", "nodenext"]
      return run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...settings, ...modules, ...all], {
        cwd: app
      }).then(
        ({ stdout: said }) => said,
        ({ stdout: said }: { stdout: string }) => said
      )
    },
    remove: () => rm(folder, { recursive: true, force: true })
  }
}
