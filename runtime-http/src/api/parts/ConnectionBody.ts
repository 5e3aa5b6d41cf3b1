import { Schema } from "effect"

/** Characters that no name holds and that Postgres refuses: controls and halves of surrogate pairs. */
const unfit = /[\p{Cc}\p{Cs}]/u

const MAX_LENGTH = 500

const expected = `Expected a text of 1 to ${MAX_LENGTH} characters without control characters`

/** A name or reference that a caller chooses. */
export const Label = Schema.Trim.annotations({ message: () => ({ message: expected, override: true }) })
  .pipe(
    Schema.filter((text) => text.length > 0 && text.length <= MAX_LENGTH && !unfit.test(text), {
      message: () => expected
    })
  )
  .annotations({ jsonSchema: { type: "string", minLength: 1, maxLength: MAX_LENGTH } })

/** A year of seconds. */
const MAX_SECONDS = 31_536_000

const seconds = (description: string) =>
  Schema.Int.annotations({ message: () => ({ message: secondsExpected, override: true }) })
    .pipe(Schema.between(1, MAX_SECONDS, { message: () => secondsExpected }))
    .annotations({ description, jsonSchema: { type: "integer", minimum: 1, maximum: MAX_SECONDS, description } })

const secondsExpected = `Expected an integer from 1 to ${MAX_SECONDS}`

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const settings = {
  identifier: optional(
    Schema.NullOr(Label).annotations({
      message: () => ({ message: `${expected}, or null`, override: true }),
      description: "The caller's own reference.",
      jsonSchema: {
        type: ["string", "null"],
        minLength: 1,
        maxLength: MAX_LENGTH,
        description: "The caller's own reference."
      }
    })
  ),
  refresh_interval_secs: optional(
    seconds("Seconds between two runs; the connector's default where absent, 14400 for most.")
  ),
  timeout_secs: optional(seconds("Seconds that a run may take; the connector's default where absent, 3600 for most."))
}

const credentialsDescription =
  "The fields that the connector lists in `credentials_params`. They are checked with the vendor, and never shown again."

/** Never shown, logged or quoted in an error. */
const Credentials = Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
  message: () => ({ message: "Expected an object of the connector's credential fields", override: true }),
  description: credentialsDescription,
  jsonSchema: { type: "object", additionalProperties: true, description: credentialsDescription }
})

/** Strict, so that a misspelt key is told and not passed over. */
const body = <Fields extends Schema.Struct.Fields>(identifier: string, fields: Fields) =>
  Schema.Struct(fields).annotations({ identifier, parseOptions: { errors: "all", onExcessProperty: "error" } })

/** `POST .../connections` */
export const CreateConnection = body("CreateConnection", {
  vendor: Schema.String.annotations({
    message: () => ({ message: "Expected a vendor of the catalogue, such as OKTA", override: true }),
    description: "A `vendor` of the catalogue, such as `OKTA`.",
    jsonSchema: { type: "string", description: "A `vendor` of the catalogue, such as `OKTA`." }
  }),
  credentials: Credentials,
  ...settings
})
export interface CreateConnection extends Schema.Schema.Type<typeof CreateConnection> {}

/** `PATCH .../connections/{connection_id}`: an absent key changes nothing. */
export const UpdateConnection = body("UpdateConnection", {
  credentials: optional(Credentials),
  ...settings,
  state: optional(
    Schema.Literal("ACTIVE", "PAUSED").annotations({
      message: () => ({ message: "Expected one of ACTIVE, PAUSED", override: true }),
      description: "`PAUSED` stops the runs and keeps the data readable."
    })
  )
})
export interface UpdateConnection extends Schema.Schema.Type<typeof UpdateConnection> {}

/** `POST /provisioning/organizations` */
export const CreateOrganization = body("CreateOrganization", {
  name: Label,
  identifier: settings.identifier
})
export interface CreateOrganization extends Schema.Schema.Type<typeof CreateOrganization> {}
