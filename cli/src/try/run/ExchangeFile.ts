import { FileSystem } from "@effect/platform"
import type { Connector } from "@tributary/core"
import { Exchange, Redaction } from "@tributary/core/replay"
import { Effect } from "effect"
import { CommandFailure } from "../../CommandFailure.js"
import type { Secrets } from "../Secrets.js"

/** The exchanges without credentials and, if the address is the customer's own, without it. */
export const redacted = (
  exchanges: ReadonlyArray<Exchange.Exchange>,
  secrets: Secrets,
  ownBaseUrl: string | null
): ReadonlyArray<Exchange.Exchange> => {
  const secrecy = { secrets: secrets.forms(), ...(ownBaseUrl === null ? {} : { baseUrl: ownBaseUrl }) }
  return exchanges.map((exchange) => Redaction.redact(exchange, secrecy))
}

const unwritable = (file: string) =>
  new CommandFailure({
    reason: "WRONG_USAGE",
    message: `The file ${file} of --record cannot be written. Name a file in a folder that exists, and that may be written.`
  })

/** Fails if the file cannot be written, before anything is read in vain; keeps what the file has. */
export const check = (file: string): Effect.Effect<void, CommandFailure, FileSystem.FileSystem> =>
  Effect.flatMap(FileSystem.FileSystem, (files) => files.writeFileString(file, "", { flag: "a" })).pipe(
    Effect.mapError(() => unwritable(file))
  )

/** Writes the exchanges, which have no credentials any more, as `ConnectorTest.replay` reads them. */
export const write = (
  file: string,
  { vendor }: Connector.Connector,
  exchanges: ReadonlyArray<Exchange.Exchange>
): Effect.Effect<void, CommandFailure, FileSystem.FileSystem> =>
  Effect.flatMap(FileSystem.FileSystem, (files) =>
    files.writeFileString(file, Exchange.stringify({ vendor, exchanges }))
  ).pipe(Effect.mapError(() => unwritable(file)))
