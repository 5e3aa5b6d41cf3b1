import { Authentication, type Connector, Credentials, type VendorHttp } from "@tributary/core"
import { Effect, Redacted } from "effect"
import { CommandFailure } from "../../CommandFailure.js"
import type { Secrets } from "../Secrets.js"
import type { FormField } from "./CredentialForm.js"
import type { Entered } from "./EnteredCredentials.js"

const refusal = (
  { credentials, vendor }: Connector.Connector,
  { problems }: Credentials.InvalidCredentials
): CommandFailure => {
  const issues = problems.map(({ expected, isUnknown, path }) =>
    isUnknown
      ? `${path.join(".")}: is no credential of ${vendor}, which has ${Object.keys(credentials.fields).join(", ")}`
      : `${path.join(".")}: ${expected}`
  )
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
    const credentials = yield* Credentials.decode(connector.credentials, entered, { unknownFields: "refuse" }).pipe(
      Effect.mapError((invalid) => refusal(connector, invalid))
    )
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
    const { auth, headers, path, query } = settings
    const ofToken = auth === undefined ? [] : Authentication.secretsOf(auth)
    for (const secret of [...secretsIn([headers, path, query]), ...ofToken]) {
      secrets.add(secret)
      // A header carries it after a word, such as `Bearer`.
      secrets.add(secret.split(" ").at(-1) ?? "")
    }
    return settings
  })
