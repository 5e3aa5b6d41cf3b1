import { spawnSync } from "node:child_process"
import { type Browser, chromium } from "playwright-core"

const PROGRAMS = ["chromium", "chromium-browser", "google-chrome"]

const pathOf = (name: string): string =>
  spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim()

/** The browser of this machine; undefined if it has none. */
export const program = PROGRAMS.map(pathOf).find((path) => path !== "")

/** The title of tests in a browser, which says why they are skipped if they are. */
export const titled = (title: string): string =>
  program === undefined ? `${title} (skipped: this machine has no Chromium)` : title

/** Replaces the features that Playwright switches off, among which is that frames have a storage for each site around them. */
const PARTITIONED = "--disable-features=HttpsUpgrades,MediaRouter,OptimizationHints"

/** Starts the browser without a window. With `isPartitioned`, a frame in another site has a storage of its own, as in the browsers of customers. */
export const launch = ({ isPartitioned = false } = {}): Promise<Browser> =>
  chromium.launch({ executablePath: program ?? "", args: ["--no-sandbox", ...(isPartitioned ? [PARTITIONED] : [])] })
