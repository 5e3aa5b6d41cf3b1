import { existsSync } from "node:fs"
import { join } from "node:path"

/** Files that lie outside the repository; an environment variable names their folder. */
export interface Material {
  /** Null if the variable is not set; then the tests that need the material are skipped. */
  readonly folder: string | null
  /** Ends the title of the tests that need it: ` (skipped: set TEST_...)` if they are skipped, else nothing. */
  readonly reason: string
}

/** Finds the material that a variable names. Throws if the folder lacks `file`, because a wrong variable must not skip tests. */
export const find = (variable: string, file: string): Material => {
  const folder = process.env[variable]
  if (folder === undefined || folder === "") {
    // The default reporter prints no titles of skipped tests.
    console.log(`Skipped, because ${variable} is not set: the tests that read ${file}.`)
    return { folder: null, reason: ` (skipped: set ${variable})` }
  }
  if (!existsSync(join(folder, file))) throw new Error(`${variable} names ${folder}, but there is no ${file} in it.`)
  return { folder, reason: "" }
}
