import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const NAME = "@tributary/runtime-http"

const isRoot = (folder: string): boolean => {
  const manifest = join(folder, "package.json")
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).name === NAME
}

/** The nearest folder at or above `folder` that is this package: sources and the built package lie at different depths. */
const rootAbove = (folder: string): string => {
  if (isRoot(folder)) return folder
  const parent = dirname(folder)
  if (parent !== folder) return rootAbove(parent)
  throw new Error(
    `The folder of ${NAME} was not found. A program that bundles the package must run from a folder within it.`
  )
}

/** The path of a file or folder of this package. */
export const path = (...segments: ReadonlyArray<string>): string =>
  join(rootAbove(dirname(fileURLToPath(import.meta.url))), ...segments)
