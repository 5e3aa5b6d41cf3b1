import type { Connector, VendorError } from "@tributary/core"
import { Effect } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import type { MalformedCredentials } from "../../vendor/VendorSession.js"
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

/** The 422 or 502 of credentials that could not be proven with the vendor. */
export const toApiError =
  (connector: Connector.Connector) =>
  (error: MalformedCredentials | VendorError.VendorError): Effect.Effect<never, Errors.ApiError> => {
    if (error._tag === "MalformedCredentials") return Effect.fail(malformed(error))
    if (error._tag === "Unauthorized") return Effect.fail(rejected(connector))
    return Effect.zipRight(
      // The message of a vendor's error holds no credential.
      Effect.logWarning(`The credentials of ${connector.vendor} could not be checked: ${error.message}`),
      Effect.fail(Errors.make("VendorUnavailable"))
    )
  }
