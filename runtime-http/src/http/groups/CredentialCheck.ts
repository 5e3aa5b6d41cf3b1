import type { Connector, VendorError } from "@tributary/core"
import { Effect, type Redacted } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import { CredentialTest, type MalformedCredentials } from "../../vendor/CredentialTest.js"
import { inBody } from "../server/ValidationErrors.js"

const malformed = ({ issues }: MalformedCredentials): Errors.ApiError =>
  Errors.make("InvalidParameter", {
    detail: issues.map(({ path, message }) =>
      inBody({ path: ["credentials", ...path], msg: message, type: "credentials_malformed" })
    )
  })

const rejected = (connector: Connector.Connector): Errors.ApiError =>
  Errors.make("InvalidParameter", {
    detail: [
      inBody({
        path: ["credentials"],
        msg: `${connector.name} refuses these credentials, or what they may read is not enough`,
        type: "credentials_rejected"
      })
    ]
  })

const fromVendor = (connector: Connector.Connector, error: VendorError.VendorError) =>
  error._tag === "Unauthorized"
    ? Effect.fail(rejected(connector))
    : Effect.zipRight(
        // The message of a vendor's error holds no credential.
        Effect.logWarning(`The credentials of ${connector.vendor} could not be checked: ${error.message}`),
        Effect.fail(Errors.make("VendorUnavailable"))
      )

/** Proves credentials with the vendor; gives what to store. */
export const run = (
  connector: Connector.Connector,
  credentials: unknown
): Effect.Effect<Redacted.Redacted, Errors.ApiError, CredentialTest> =>
  Effect.flatMap(CredentialTest, (probe) => probe.check(connector, credentials)).pipe(
    Effect.catchAll((error) =>
      error._tag === "MalformedCredentials" ? Effect.fail(malformed(error)) : fromVendor(connector, error)
    )
  )
