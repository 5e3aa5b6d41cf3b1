import { existsSync, statSync } from "node:fs"
import { join, resolve } from "node:path"

/** Where a connector may be: files, or names of packages, in the order in which they are tried. */
export interface Place {
  /** Absolute paths of files, or names of packages. */
  readonly candidates: ReadonlyArray<string>
  /** The name of the module's export; null if the module has only one connector. */
  readonly exportName: string | null
  /** The package that a short name such as `okta` most likely stands for; null for a path or a full name. */
  readonly suggestion: string | null
}

/** The names of files with code. */
export const SOURCE_FILE = /\.[cm]?[jt]sx?$/

const SHORT_NAME = /^[a-z0-9][a-z0-9_-]*$/i

/** The file that a folder stands for. */
const ENTRIES = ["src/index.ts", "index.ts", "src/index.js", "index.js", "index.mjs"]

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

const splitExport = (name: string): readonly [module: string, exportName: string | null] => {
  const at = name.lastIndexOf("#")
  return at < 0 ? [name, null] : [name.slice(0, at), name.slice(at + 1)]
}

/**
 * Reads the name of a connector as a person types it in this folder: a path (`./src/index.ts`, `connectors/okta`), a
 * package (`@acme/connector-shelf`), or a short name (`okta`, `MS_ENTRA`), each with `#name` of an export if there are
 * several.
 */
export const read = (typed: string, folder: string): Place => {
  const [name, exportName] = splitExport(typed)
  const path = resolve(folder, name)
  const files = isFolder(path) ? ENTRIES.map((entry) => join(path, entry)) : []
  if (name.startsWith(".") || name.startsWith("/") || SOURCE_FILE.test(name)) {
    return { candidates: files.length > 0 ? files : [path], exportName, suggestion: null }
  }
  if (!SHORT_NAME.test(name)) return { candidates: [name, ...files], exportName, suggestion: null }
  const slug = name.toLowerCase().replaceAll("_", "-")
  const suggestion = `@tributary/connector-${slug}`
  return { candidates: [suggestion, `tributary-connector-${slug}`, name, ...files], exportName, suggestion }
}
