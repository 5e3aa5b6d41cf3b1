// Removes from an installed folder what a server on Postgres never loads, and prints how much that was: node slim.mjs [folder]
import { lstat, readdir, readFile, rm, rmdir, stat } from "node:fs/promises"
import { join, resolve } from "node:path"
import { argv } from "node:process"

/** Packages that only the embedded database and compilers load. With DATABASE_URL, nothing imports them. */
const UNUSED_PACKAGES = ["@electric-sql", "@types"]

/** What stays although its name says that it is unused: the guides, which the runtime serves at /v1/docs, and the manual that its messages name. */
const KEPT = [join("@tributary", "runtime-http", "guides"), join("@tributary", "runtime-http", "README.md")]

/** Source maps, sources and typings in TypeScript, and documents. Licences have no such ending, or say so in their name. */
const UNUSED_FILE = /\.(?:map|[cm]?ts|tsx|md|markdown|flow)$/i
const LICENCE = /^(?:licen[cs]e|copying|notice)/i

const mib = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`

/** All files below a folder. Links are not followed: what they lead to is counted where it is. */
async function* files(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* files(path)
    else if (entry.isFile()) yield { path, name: entry.name, bytes: (await lstat(path)).size }
  }
}

const sizeOf = async (folder) => {
  let bytes = 0
  for await (const file of files(folder)) bytes += file.bytes
  return bytes
}

const leadsNowhere = (link) =>
  stat(link).then(
    () => false,
    () => true
  )

/** Removes links to files that are gone, and folders that have become empty; returns whether this one has. */
const prune = async (folder) => {
  let isEmpty = true
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink() && (await leadsNowhere(path))) await rm(path)
    else if (!(entry.isDirectory() && (await prune(path)))) isEmpty = false
  }
  if (isEmpty) await rmdir(folder)
  return isEmpty
}

const app = resolve(argv[2] ?? ".")
const modules = join(app, "node_modules")

// A folder of somebody's sources, where this would delete their work, has no such pair.
const manifest = JSON.parse(await readFile(join(app, "package.json"), "utf8"))
if (manifest.dependencies?.["@tributary/runtime-http"] === undefined) {
  throw new Error(
    `${app} is no application that depends on @tributary/runtime-http: name the folder of its package.json.`
  )
}

const before = await sizeOf(modules)
for (const name of UNUSED_PACKAGES) await rm(join(modules, name), { recursive: true, force: true })
for await (const { name, path } of files(modules)) {
  const isKept = KEPT.some((kept) => path.startsWith(join(modules, kept)))
  if (UNUSED_FILE.test(name) && !LICENCE.test(name) && !isKept) await rm(path)
}
await prune(modules)
const after = await sizeOf(modules)

console.log(`node_modules: ${mib(before)} before, ${mib(after)} after; ${mib(before - after)} removed.`)
