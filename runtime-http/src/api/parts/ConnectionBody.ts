import { Schema } from "effect"

/** Control characters and unpaired surrogates: no name contains them, and Postgres rejects some of them. */
const unfit = /[\p{Cc}\p{Cs}]/u

const MAX_LENGTH = 500

const expected = `Expected a string of 1 to ${MAX_LENGTH} characters without control characters`

/** A name or reference that the caller chooses; surrounding spaces are removed. */
export const Label = Schema.Trim.annotations({ message: () => ({ message: expected, override: true }) })
  .pipe(
    Schema.filter((text) => text.length > 0 && text.length <= MAX_LENGTH && !unfit.test(text), {
      message: () => expected
    })
  )
  .annotations({ jsonSchema: { type: "string", minLength: 1, maxLength: MAX_LENGTH } })

/** One year. */
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

/** Credentials are never shown, logged or quoted in an error. */
const Credentials = Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
  message: () => ({
    message: "Expected an object with the fields that GET /v1/connectors lists in credentials_params",
    override: true
  }),
  description: credentialsDescription,
  jsonSchema: { type: "object", additionalProperties: true, description: credentialsDescription }
})

/** A request body. It rejects unknown keys, so that a misspelt key is reported instead of ignored. */
const body = <Fields extends Schema.Struct.Fields>(identifier: string, fields: Fields) =>
  Schema.Struct(fields).annotations({ identifier, parseOptions: { errors: "all", onExcessProperty: "error" } })

/** The body of `POST .../connections`. */
export const CreateConnection = body("CreateConnection", {
  vendor: Schema.String.annotations({
    message: () => ({
      message: "Expected a vendor such as OKTA. GET /v1/connectors lists the supported ones.",
      override: true
    }),
    description: "A `vendor` of the catalogue, such as `OKTA`.",
    jsonSchema: { type: "string", description: "A `vendor` of the catalogue, such as `OKTA`." }
  }),
  credentials: Credentials,
  ...settings
})
export interface CreateConnection extends Schema.Schema.Type<typeof CreateConnection> {}

/** The body of `PATCH .../connections/{connection_id}`; an absent key leaves its value unchanged. */
export const UpdateConnection = body("UpdateConnection", {
  credentials: optional(Credentials),
  ...settings,
  state: optional(
    Schema.Literal("ACTIVE", "PAUSED").annotations({
      message: () => ({ message: "Expected ACTIVE or PAUSED", override: true }),
      description: "`PAUSED` stops the runs and keeps the data readable."
    })
  )
})
export interface UpdateConnection extends Schema.Schema.Type<typeof UpdateConnection> {}

/** The body of `POST /provisioning/organizations`. */
export const CreateOrganization = body("CreateOrganization", {
  name: Label,
  identifier: settings.identifier
})
export interface CreateOrganization extends Schema.Schema.Type<typeof CreateOrganization> {}
