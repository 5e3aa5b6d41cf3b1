import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

/*
 * Durations come from `MonotonicTime`, because a clock that somebody sets would stretch or end them. Each file here reads the clock of the
 * machine for an instant: something that is shown, stored or sent, or that is compared with an instant of somebody else.
 */
const INSTANTS: Readonly<Record<string, string>> = {
  "cli/src/try/report/LiveRegion.ts": "the time until the instant of a wait, for a person who sees the clock",
  "cli/src/try/report/ProgressView.ts": "the time until the instant of a wait, for a person who sees the clock",
  "core/src/extract/list/EventLog.ts": "the instant from which the first scan of a log reads",
  "core/src/extract/walk/RequiredBody.ts": "when the vendor wants to be asked again, for errors and the schedule",
  "core/src/http/Authentication.ts": "the expiry that a vendor names as an instant becomes a lifetime when it arrives",
  "core/src/http/rate/Retry.ts": "until when a request waits, for the status",
  "core/src/http/rate/RateLimiter.ts": "until when a limit is used up, for errors and the status",
  "core/src/http/Transport.ts":
    "signatures; instants in a vendor's headers become durations when they arrive; until when a pause lasts, for the status",
  "core/src/oauth2/OAuth2Protocol.ts": "instants in the headers of a token endpoint become durations when they arrive",
  "core/src/oauth2/TokensInMemory.ts": "when a token endpoint may be asked again, for whoever reads the error",
  "core/src/testing/vendor/VirtualTime.ts": "a clock of its own",
  "runtime-http/src/cli/remote/ConnectionCommands.ts":
    "for how long a problem has been there, beside an instant of the server",
  "runtime-http/src/cli/remote/ServiceCommands.ts":
    "for how long ago a job began and ended, beside instants of the server",
  "runtime-http/src/cli/KeyOptions.ts":
    "whether the instant at which a key is to expire is in the future and not too far away",
  "runtime-http/src/http/consent/ConsentFlow.ts": "whether a link has expired, which says when it does",
  "runtime-http/src/http/parts/ConnectionRequests.ts": "since when a problem exists, for the answer",
  "runtime-http/src/http/server/response/ResponsePipeline.ts": "when a line was logged",
  "runtime-http/src/store/ExpiredEvents.ts": "which events are too old, beside the clock of the database",
  "runtime-http/src/store/jobs/Jobs.ts":
    "since when fields cannot be read, if the database does not say what time it is",
  "runtime-http/src/sync/pull/JobMetrics.ts": "how long a wait is going to be whose end is an instant",
  "runtime-http/src/sync/pull/JobRunner.ts":
    "how far away the end of a limit is that the progress of the job has stored as an instant",
  "runtime-http/src/sync/pull/JobWaits.ts": "since when a request waits",
  "runtime-http/src/vendor/CredentialTest.ts": "since when a problem exists, for the answer",
  "runtime-http/src/vendor/oauth2/ConsentTokens.ts":
    "until when a token endpoint is not asked, for errors and the status"
}

/** Ways to read the clock of the machine. `new Date(x)` and `performance.now()` are none. */
const CLOCK = /\bDate\.now\b|\bnew Date\(\)|[cC]urrentTimeMillis|\bDateTime\.(?:now|unsafeNow|nowInCurrentZone)/

/** What Effect measures by the clock of the machine, although it is a duration. */
const LIBRARY =
  /\bcachedWithTTL\b|\btimeToLive\b|\bmakeWithTTL\b|\bidleTimeToLive\b|Schedule\.(?:recurUpTo|upTo|elapsed|fixed|windowed|during)\b/

const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm

const folders = [
  "core/src",
  "cli/src",
  "client/src",
  "create/src",
  "runtime-http/src",
  ...readdirSync("connectors").map((name) => `connectors/${name}/src`)
]

const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((file) => {
    const path = `${folder}/${file}`
    // Comments may name what the code must not use.
    return file.endsWith(".ts") ? [{ path, text: readFileSync(path, "utf8").replaceAll(COMMENT, "") }] : []
  })
)

it("only the files in the table read the machine's clock, because durations come from the monotonic clock", () => {
  expect(files.length).toBeGreaterThan(400)
  expect(
    files
      .filter(({ text }) => CLOCK.test(text))
      .map(({ path }) => path)
      .toSorted()
  ).toEqual(Object.keys(INSTANTS).toSorted())
})

it("no source uses a part of Effect that measures durations by the machine's clock", () => {
  expect(files.filter(({ text }) => LIBRARY.test(text)).map(({ path }) => path)).toEqual([])
})
