import { Authentication, type Connector, Credentials, type VendorHttp } from "@tributary/core"
import { Effect, Redacted } from "effect"
import { CommandFailure, thrown } from "../../CommandFailure.js"
import type { Secrets } from "../Secrets.js"
import type { FormField } from "./CredentialForm.js"
import type { Entered } from "./EnteredCredentials.js"

/** Credentials as the function `http` of a connector takes them. */
export type Decoded = Readonly<Record<string, unknown>>

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

/** Decodes the credentials; their secrets are hidden from then on. */
export const decode = (
  connector: Connector.Connector,
  fields: ReadonlyArray<FormField>,
  entered: Entered,
  secrets: Secrets
): Effect.Effect<Decoded, CommandFailure> => {
  for (const { name, type } of fields) if (type === "secret") secrets.add(entered[name]?.trim() ?? "")
  return Effect.mapError(Credentials.decode(connector.credentials, entered, { unknownFields: "refuse" }), (invalid) =>
    refusal(connector, invalid)
  )
}

/** The first setting that must be an address but is not, with its name; null if every such setting is one. */
const wrongAddressIn = ({ auth, baseUrl, furtherBaseUrls = [], hosts = [] }: VendorHttp.VendorHttpSettings) => {
  const addresses: ReadonlyArray<readonly [name: string, value: string, address: string]> = [
    ["baseUrl", baseUrl, baseUrl],
    ...furtherBaseUrls.map((url) => ["furtherBaseUrls", url, url] as const),
    ...(auth === undefined ? [] : [["auth.url", auth.url, auth.url] as const]),
    ...hosts.map((host) => ["hosts", host, `https://${host}`] as const)
  ]
  return addresses.find(([, , address]) => !URL.canParse(address)) ?? null
}

/** Opens the connector with credentials; whatever is secret in its settings is hidden from then on. */
export const open = (
  connector: Connector.Connector,
  credentials: Decoded,
  secrets: Secrets
): Effect.Effect<VendorHttp.VendorHttpSettings, CommandFailure> =>
  Effect.gen(function* () {
    const failed = (what: string) =>
      new CommandFailure({
        reason: "FAILED",
        message: secrets.hide(
          `The http settings of ${connector.vendor} ${what}. Correct the function http of the connector.`
        )
      })
    const { settings, wrong } = yield* Effect.try({
      try: () => {
        const settings = connector.http(credentials)
        return { settings, wrong: wrongAddressIn(settings) }
      },
      catch: (cause) => failed(thrown(cause))
    })
    if (wrong !== null) return yield* failed(`have ${wrong[0]} ${JSON.stringify(wrong[1])}, which is no address`)
    const { auth, headers, path, query } = settings
    const ofToken = auth === undefined ? [] : Authentication.secretsOf(auth)
    for (const secret of [...secretsIn([headers, path, query]), ...ofToken]) {
      secrets.add(secret)
      // A header carries it after a word, such as `Bearer`.
      secrets.add(secret.split(" ").at(-1) ?? "")
    }
    return settings
  })
