import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import * as Child from "../../runtime-http/test/Child.js"
import * as Material from "../support/Material.js"
import { until } from "../support/Wait.js"

/** Recorded answers of real vendors, and the server that replays them. */
export const material = Material.find("TEST_VENDOR_DATA", "replay.mjs")

const folder = material.folder ?? ""

/** One request that the replay server saw. */
export interface JournalEntry {
  readonly method: string
  /** The path with its query. */
  readonly url: string
  readonly status: number
  /** `unmatched` if no recording and no other answer fits. */
  readonly how: string
}

/** An answer that the replay server gives instead of a recorded one. */
export interface Answer {
  /** A regular expression for the path. */
  readonly path: string
  readonly method?: string
  /** 200 by default. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** How often it is given; by default every time. */
  readonly times?: number
}

/** Which vendor to replay, and how. */
export interface Settings {
  /** How the vendor pages and looks up: a name in the server's `profiles.json`. */
  readonly profile: string
  /** The folder of the recorded answers. */
  readonly recordings: string
  /** How many records a page has. */
  readonly page: number
  /** Answers to requests that nobody recorded. */
  readonly stand?: ReadonlyArray<Answer>
}

/** A server that answers as a real vendor once did, and fails on demand. */
export interface VendorReplay {
  readonly url: string
  /** The requests since `arm` was last called. */
  readonly journal: () => Promise<ReadonlyArray<JournalEntry>>
  /** Replaces the answers of the last call by these, and empties the journal. */
  readonly arm: (answers: ReadonlyArray<Answer>) => Promise<void>
  readonly stop: () => Promise<void>
}

/** A recorded answer, and the request that it answered. */
export interface Recorded {
  /** The name of its file, without ending. */
  readonly file: string
  readonly method: string
  readonly path: string
  /** The query as text, empty if there was none. */
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads into the body as into any JSON
  readonly body: any
  /** The body of an answer that is not JSON. */
  readonly bodyText?: string
}

const filesOf = (recordings: string): ReadonlyArray<string> =>
  readdirSync(join(folder, "recordings", recordings))
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(folder, "recordings", recordings, name))

const queryOf = (query: unknown): string =>
  typeof query === "string" ? query : new URLSearchParams((query ?? {}) as Record<string, string>).toString()

/** The recorded answers of a vendor; empty without the material. */
export const recorded = (recordings: string): ReadonlyArray<Recorded> =>
  material.folder === null
    ? []
    : filesOf(recordings).flatMap((path) =>
        JSON.parse(readFileSync(path, "utf8")).exchanges.map(
          ({ request, response }: { readonly request: Recorded; readonly response: Recorded }) => ({
            file: basename(path, ".json"),
            method: request.method,
            path: request.path,
            query: queryOf(request.query),
            status: response.status,
            headers: response.headers,
            body: response.body,
            ...(response.bodyText === undefined ? {} : { bodyText: response.bodyText })
          })
        )
      )

/** The first row that was recorded at a path; without fields without the material. */
export const firstRow = (recordings: string, path: RegExp): Recorded["body"] =>
  recorded(recordings)
    .filter((answer) => answer.status === 200 && path.test(answer.path))
    .flatMap(({ body }) => (Array.isArray(body) ? body : Object.values(body).filter(Array.isArray).flat()))[0] ?? {}

/** More often than a test asks. */
const EVERY_TIME = 1_000_000

/** Starts the replay of one vendor. */
export const start = async ({ profile, recordings, page, stand = [] }: Settings): Promise<VendorReplay> => {
  const data = filesOf(recordings)
  const args = ["--profile", profile, "--data", ...data, "--page", String(page)]
  const { hasEnded, output, release, out } = Child.spawn(join(folder, "replay.mjs"), { args })
  // Its first line says where it listens.
  const url: string = await until(async () => {
    if (hasEnded()) throw new Error(`The replay server ended:\n${output()}`)
    return out().includes("\n") ? JSON.parse(out().split("\n")[0] ?? "").listening : null
  })
  const arm = async (answers: ReadonlyArray<Answer>) => {
    const faults = [...answers, ...stand].map((answer) => ({ status: 200, times: EVERY_TIME, ...answer }))
    await fetch(`${url}/__ctl`, { method: "POST", body: JSON.stringify({ faults, reset: true }) })
  }
  await arm([])
  return {
    url,
    journal: async () => (await fetch(`${url}/__journal`)).json() as Promise<ReadonlyArray<JournalEntry>>,
    arm,
    stop: release
  }
}
