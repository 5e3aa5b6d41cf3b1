import { existsSync } from "node:fs"
import { join } from "node:path"

/** Files that lie outside the repository; an environment variable names their folder. */
export interface Material {
  /** Null if the variable is not set; then the tests that need the material are skipped. */
  readonly folder: string | null
  /** What the title of a skipped test adds: ` (skipped: set TEST_...)`, else nothing. */
  readonly reason: string
}

/** Finds the material that a variable names. Throws if the folder lacks `file`, because a wrong variable must not skip tests. */
export const find = (variable: string, file: string): Material => {
  const folder = process.env[variable]
  if (folder === undefined || folder === "") return { folder: null, reason: ` (skipped: set ${variable})` }
  if (!existsSync(join(folder, file))) throw new Error(`${variable} names ${folder}, but there is no ${file} in it.`)
  return { folder, reason: "" }
}
