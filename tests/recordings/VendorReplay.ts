import { type ChildProcess, spawn } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Material from "../support/Material.js"

/** Recorded answers of real vendors, and the server that replays them. */
export const material = Material.find("TEST_VENDOR_DATA", "replay.mjs")

const folder = material.folder ?? ""

/** One request that the replay server saw. */
export interface JournalEntry {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly how: string
}

/** What answers in the place of a recording: to the paths that fit, for ever unless it says how often. */
export interface Answer {
  /** A regular expression. */
  readonly path: string
  readonly method?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Drops the connection instead. */
  readonly drop?: boolean
  readonly times?: number
}

/** A server that answers as a real vendor once did, and fails on demand. */
export interface VendorReplay {
  readonly url: string
  readonly journal: () => Promise<ReadonlyArray<JournalEntry>>
  /** Puts these answers before all others from now on, none of the ones before, and forgets the journal. */
  readonly arm: (answers: ReadonlyArray<Answer>) => Promise<void>
  readonly stop: () => void
}

const listening = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The replay server ended with code ${code}.`)))
    child.stdout?.setEncoding("utf8").once("data", (line: string) => resolve(JSON.parse(line).listening))
  })

/** An answer as it was recorded. */
export interface Recorded {
  readonly method: string
  readonly path: string
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads into the body as into any JSON
  readonly body: any
}

const filesOf = (recordings: string): ReadonlyArray<string> =>
  readdirSync(join(folder, "recordings", recordings))
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(folder, "recordings", recordings, name))

/** The recorded answers of a vendor, for those whose form a replay does not fit. */
export const recorded = (recordings: string): ReadonlyArray<Recorded> =>
  filesOf(recordings).flatMap((file) =>
    JSON.parse(readFileSync(file, "utf8")).exchanges.map(
      ({ request, response }: { readonly request: Recorded; readonly response: Recorded }) => ({
        method: request.method,
        path: request.path,
        status: response.status,
        body: response.body
      })
    )
  )

/** As often as a test can ask. */
const ALWAYS = 1_000_000

/** Starts the replay of one vendor, `page` records a page; `stand` answers what was not recorded. */
export const start = async (
  profile: string,
  recordings: string,
  page: number,
  stand: ReadonlyArray<Answer> = []
): Promise<VendorReplay> => {
  const data = filesOf(recordings)
  const args = [join(folder, "replay.mjs"), "--profile", profile, "--data", ...data, "--page", String(page)]
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  const url = await listening(child)
  const arm = async (answers: ReadonlyArray<Answer>) => {
    const faults = [...answers, ...stand].map((answer) => ({ status: 200, times: ALWAYS, ...answer }))
    await fetch(`${url}/__ctl`, { method: "POST", body: JSON.stringify({ faults, reset: true }) })
  }
  await arm([])
  return {
    url,
    journal: async () => (await fetch(`${url}/__journal`)).json() as Promise<ReadonlyArray<JournalEntry>>,
    arm,
    stop: () => child.kill()
  }
}
