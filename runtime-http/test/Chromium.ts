import { accessSync, constants } from "node:fs"
import { join } from "node:path"
import { type Browser, chromium, type LaunchOptions } from "playwright-core"

const PROGRAMS = ["chromium", "chromium-browser", "google-chrome"]

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The browser of this machine; undefined if it has none. */
export const program: string | undefined = PROGRAMS.flatMap((name) =>
  (process.env["PATH"] ?? "").split(":").map((folder) => join(folder, name))
).find(isProgram)

/** The title of tests that need a browser; it says why they are skipped without one. */
export const titled = (title: string): string =>
  program === undefined ? `${title} (skipped: this machine has no Chromium)` : title

/** Starts the browser without a window. */
export const launch = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    ...(program === undefined ? {} : { executablePath: program }),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
    ...options
  })
