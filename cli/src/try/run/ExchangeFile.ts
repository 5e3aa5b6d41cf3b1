import { FileSystem } from "@effect/platform"
import type { Connector } from "@tributary/core"
import { Exchange, Redaction } from "@tributary/core/replay"
import { Effect } from "effect"
import type { CommandFailure } from "../../CommandFailure.js"
import type { Secrets } from "../Secrets.js"
import * as OutputFile from "./OutputFile.js"

/** The exchanges without credentials and, if the address is the customer's own, without it. */
export const redacted = (
  exchanges: ReadonlyArray<Exchange.Exchange>,
  secrets: Secrets,
  ownBaseUrl: string | null
): ReadonlyArray<Exchange.Exchange> => {
  const secrecy = { secrets: secrets.forms(), ...(ownBaseUrl === null ? {} : { baseUrl: ownBaseUrl }) }
  return exchanges.map((exchange) => Redaction.redact(exchange, secrecy))
}

const OPTION = "--record"

/** Makes the file's folder, and fails if the file cannot be written, before anything is read in vain; keeps what the file has. */
export const check = (file: string): Effect.Effect<void, CommandFailure, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    yield* OutputFile.prepare(OPTION, file)
    yield* Effect.mapError(files.writeFileString(file, "", { flag: "a" }), OutputFile.unwritable(OPTION, file))
  })

/** Writes the exchanges, which have no credentials any more, as `ConnectorTest.replay` reads them. */
export const write = (
  file: string,
  { vendor }: Connector.Connector,
  exchanges: ReadonlyArray<Exchange.Exchange>
): Effect.Effect<void, CommandFailure, FileSystem.FileSystem> =>
  Effect.flatMap(FileSystem.FileSystem, (files) =>
    files.writeFileString(file, Exchange.stringify({ vendor, exchanges }))
  ).pipe(Effect.mapError(OutputFile.unwritable(OPTION, file)))
