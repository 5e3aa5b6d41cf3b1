import { type Connector, NormalizedRecord, type VendorHttp } from "@tributary/core"
import { Effect, ParseResult, Redacted, Schema } from "effect"
import { CommandFailure } from "../../CommandFailure.js"
import type { Secrets } from "../Secrets.js"
import type { FormField } from "./CredentialForm.js"
import type { Entered } from "./EnteredCredentials.js"

/** What is wrong with the credentials, without their values: the full text of a parse error quotes them. */
const refusal = ({ credentials, vendor }: Connector.Connector, error: ParseResult.ParseError): CommandFailure => {
  const issues = ParseResult.ArrayFormatter.formatErrorSync(error).map((issue) => {
    const path = issue.path.map(String).join(".")
    const expected = NormalizedRecord.expected(issue, error.issue.actual)
    return issue._tag === "Unexpected"
      ? `${path}: is no credential of ${vendor}, which has ${Object.keys(credentials.fields).join(", ")}`
      : `${path}: ${expected}`
  })
  return new CommandFailure({
    reason: "WRONG_USAGE",
    message: [`These are no credentials of ${vendor}:`, ...issues.map((issue) => `  ${issue}`)].join("\n")
  })
}

/** Everything inside a value that is secret. */
const secretsIn = (value: unknown): ReadonlyArray<string> => {
  if (Redacted.isRedacted(value)) return [String(Redacted.value(value))]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(secretsIn) : []
}

/** Decodes the credentials and opens the connector with them; their secrets are hidden from then on. */
export const accept = (
  connector: Connector.Connector,
  fields: ReadonlyArray<FormField>,
  entered: Entered,
  secrets: Secrets
): Effect.Effect<VendorHttp.VendorHttpSettings, CommandFailure> =>
  Effect.gen(function* () {
    for (const { name, type } of fields) if (type === "secret") secrets.add(entered[name]?.trim() ?? "")
    const credentials = yield* Schema.decodeUnknown(connector.credentials)(entered, {
      errors: "all",
      onExcessProperty: "error"
    }).pipe(Effect.mapError((error) => refusal(connector, error)))
    const settings = yield* Effect.try({
      try: () => connector.http(credentials),
      catch: (error) =>
        new CommandFailure({
          reason: "FAILED",
          message: secrets.hide(
            `The http settings of ${connector.vendor} threw ${error instanceof Error ? `${error.name}: ${error.message}` : "a value"}. Correct the function http of the connector.`
          )
        })
    })
    for (const secret of secretsIn([settings.headers, settings.auth?.form, settings.auth?.headers])) {
      secrets.add(secret)
      // A header carries it after a word, such as `Bearer`.
      secrets.add(secret.split(" ").at(-1) ?? "")
    }
    return settings
  })
