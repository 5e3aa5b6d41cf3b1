import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import ts from "typescript"

const run = promisify(execFile)

/** The root of the repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url))

/** What a package lets others import. */
export interface Entry {
  /** The folder of the package, such as `runtime-http`. */
  readonly folder: string
  /** What follows the package's name in an import: `index`, or the subpath, such as `testing`. */
  readonly name: string
  /** What others import, such as `@tributary/core/testing`. */
  readonly specifier: string
  /** The entry's source file, from the root of the repository. */
  readonly source: string
}

const SOURCE = "@tributary/source"

/** The entries that a `package.json` exports, apart from data such as `./openapi.json`. */
export const entriesOf = (folder: string): ReadonlyArray<Entry> => {
  const text = readFileSync(`${root}${folder}/package.json`, "utf8")
  const { exports, name } = JSON.parse(text) as {
    readonly name: string
    readonly exports: Readonly<Record<string, string | null | { readonly [SOURCE]?: string }>>
  }
  return Object.entries(exports).flatMap(([path, target]) => {
    const source = typeof target === "object" ? target?.[SOURCE] : undefined
    if (source === undefined) return []
    return [
      {
        folder,
        name: path === "." ? "index" : path.slice(2),
        specifier: path === "." ? name : `${name}${path.slice(1)}`,
        source: `${folder}/${source.slice(2)}`
      }
    ]
  })
}

/** What the compiler declared the last time is kept here: it then reads only what has changed. */
const CACHE = `${root}node_modules/.cache/public-api`

/** Lets the compiler declare the sources of the entries, and all that they import, in a process of its own. */
const declare = async (entries: ReadonlyArray<Entry>): Promise<void> => {
  const settings = {
    extends: `${root}tsconfig.json`,
    compilerOptions: {
      noEmit: false,
      emitDeclarationOnly: true,
      declaration: true,
      removeComments: true,
      rootDir: root,
      outDir: CACHE,
      tsBuildInfoFile: `${CACHE}/.tsbuildinfo`
    },
    include: [],
    files: entries.map(({ source }) => root + source)
  }
  await mkdir(CACHE, { recursive: true })
  await writeFile(`${CACHE}/tsconfig.json`, JSON.stringify(settings))
  await run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", CACHE]).catch(
    ({ stdout }: { readonly stdout: string }) => {
      throw new Error(`The packages do not compile:\n${stdout}`)
    }
  )
}

/** The file of an entry's declarations. */
export const declarationsOf = ({ source }: Entry): string => `${CACHE}/${source.replace(/\.ts$/, ".d.ts")}`

/** A program of the declarations of these entries alone: what other packages declare is not read. */
export const programOf = async (entries: ReadonlyArray<Entry>): Promise<ts.Program> => {
  await declare(entries)
  const settings: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noLib: true,
    types: [],
    paths: Object.fromEntries(entries.map((entry) => [entry.specifier, [declarationsOf(entry)]]))
  }
  const isDeclared = (path: string): boolean => path.startsWith(`${CACHE}/`)
  const host = ts.createCompilerHost(settings, true)
  return ts.createProgram(entries.map(declarationsOf), settings, {
    ...host,
    fileExists: (file) => isDeclared(file) && host.fileExists(file),
    directoryExists: isDeclared
  })
}
