import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("../../../../shared/vendor-data", import.meta.url))

/** Recorded answers of real vendors lie beside some checkouts only. */
export const isAvailable = existsSync(join(folder, "replay.mjs"))

/** One request that the replay server saw. */
export interface JournalEntry {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly how: string
}

/** A server that answers as a real vendor once did, and fails on demand. */
export interface VendorReplay {
  readonly url: string
  readonly journal: () => Promise<ReadonlyArray<JournalEntry>>
  /** Arms faults; without any it disarms them and forgets the journal. */
  readonly arm: (faults: ReadonlyArray<object>) => Promise<void>
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

/** Starts the replay of one vendor, `page` records a page. */
export const start = async (profile: string, recordings: string, page: number): Promise<VendorReplay> => {
  const data = filesOf(recordings)
  const args = [join(folder, "replay.mjs"), "--profile", profile, "--data", ...data, "--page", String(page)]
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  const url = await listening(child)
  return {
    url,
    journal: async () => (await fetch(`${url}/__journal`)).json() as Promise<ReadonlyArray<JournalEntry>>,
    arm: async (faults) => {
      const body = JSON.stringify({ faults, reset: true })
      await fetch(`${url}/__ctl`, { method: "POST", body })
    },
    stop: () => child.kill()
  }
}
