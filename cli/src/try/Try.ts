// try: reads a connector's lists from its vendor without a runtime and a database, and shows what they become.
import type { FileSystem, Terminal } from "@effect/platform"
import { Connector, Failures, Problem } from "@tributary/core"
import { Effect } from "effect"
import { CommandFailure } from "../CommandFailure.js"
import type * as BrowserConsent from "./consent/BrowserConsent.js"
import * as Output from "./Output.js"
import * as Preparation from "./Preparation.js"
import * as Findings from "./report/Findings.js"
import * as MappingText from "./report/MappingText.js"
import * as ProgressView from "./report/ProgressView.js"
import { counted } from "./report/Words.js"
import * as CurrentExtractor from "./run/CurrentExtractor.js"
import * as ExchangeFile from "./run/ExchangeFile.js"
import * as RecordFile from "./run/RecordFile.js"
import * as SinceRun from "./run/SinceRun.js"
import * as TryRun from "./run/TryRun.js"
import type { TryOptions } from "./TryOptions.js"
import * as TriedVendor from "./vendor/TriedVendor.js"

/** The reasons after which no list can be read either. */
const HOPELESS: ReadonlyArray<Problem.ProblemReason> = [
  "CREDENTIALS_REFUSED",
  "CONSENT_REQUIRED",
  "CONSENT_ENDED",
  "ADDRESS_INVALID"
]

/** Sends the connector's cheapest request; fails if no list can be read for the same reason. */
const checkCredentials = (
  connector: Connector.Connector,
  { http, provide }: TriedVendor.TriedVendor,
  output: Output.Output
): Effect.Effect<void, CommandFailure> => {
  // Sent once: somebody is waiting, and the lists are read with all retries anyway.
  const request = { ...Connector.checkOf(connector), isRepeatable: false }
  return http.send(request).pipe(
    provide,
    Effect.matchEffect({
      onSuccess: () => output.status(`The credentials are accepted (${request.endpoint}).`),
      onFailure: (error) => {
        const failure = Failures.ofCheck(error)
        const message = output.hide(Problem.sentence("author", connector, [failure]))
        return HOPELESS.includes(failure.reason)
          ? new CommandFailure({ reason: "FAILED", message })
          : output.status(message)
      }
    })
  )
}

/** Reads a connector's lists once and shows what they become; fails if a list could not be read. */
export const run = (
  options: TryOptions,
  {
    consents,
    folder,
    screen
  }: {
    /** Asks for consents, and keeps them for further runs. */
    readonly consents: BrowserConsent.BrowserConsent
    /** Where the connector is looked for. */
    readonly folder: string
    /** What decides how the output looks. */
    readonly screen: Output.Screen
  }
): Effect.Effect<void, CommandFailure, FileSystem.FileSystem | Terminal.Terminal> =>
  Effect.gen(function* () {
    const { isOnePage, record, samples, since } = options
    const { connector, consent, open, origin, secrets } = yield* Preparation.make(options, {
      folder,
      hasPerson: screen.hasPerson
    })
    const output = Output.make(secrets, screen)
    const view = yield* ProgressView.make(connector, output)
    const current = CurrentExtractor.make(view)
    const keepsAll = record !== null
    const made = yield* RecordFile.open(options.out, secrets)
    if (record !== null) yield* ExchangeFile.check(record)
    const given = consent === null ? null : yield* consents.ask(consent, secrets, output)
    const { entered, ownBaseUrl, settings } = yield* open(given?.facts ?? {})
    const held = given?.held ?? null
    yield* output.status(`${connector.name} at ${origin ?? settings.baseUrl}`)
    const vendor = yield* TriedVendor.open(settings, { held, keepsAll, origin, secrets, listener: current.listener })
    const exchanges = () => ExchangeFile.redacted(vendor.recorder.exchanges(), secrets, ownBaseUrl)
    // What was exchanged until a failure, or until Ctrl-C, is worth keeping too.
    if (record !== null) {
      yield* Effect.addFinalizer(() =>
        ExchangeFile.write(record, connector, exchanges()).pipe(
          Effect.matchEffect({
            onFailure: ({ message }) => output.status(message),
            onSuccess: () =>
              output.status(
                `${record} has ${counted(exchanges().length, "exchange")} without credentials. The rows are as the vendor sent them: publish only the recording of a test account.`
              )
          })
        )
      )
    }

    yield* checkCredentials(connector, vendor, output)
    const [time, result] = yield* TryRun.timed(
      TryRun.run(connector, vendor, {
        begins: (progress) => {
          vendor.recorder.begin()
          current.set(progress)
          return view.begins(progress)
        },
        ends: view.ends,
        made
      })
    )
    // Of the full scans alone: what a delta brings are the same rows.
    const mapping = yield* MappingText.make(connector, { ended: result.ended, exchanges: exchanges(), entered })
    const changes = since === null ? [] : yield* SinceRun.run(connector, result, vendor, since)
    yield* Findings.show(connector, { result, time, mapping, samples, isOnePage, since, changes }, output)
  }).pipe(Effect.scoped)
