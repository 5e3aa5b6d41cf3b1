import { type Connector, Failures, Problem, type VendorError } from "@tributary/core"
import { Duration, Effect } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import type { TenantChanged } from "../../store/accounts/Connections.js"
import * as TenantFingerprint from "../../TenantFingerprint.js"
import type { CheckFailure } from "../../vendor/CredentialTest.js"
import type { AddressInvalid, MalformedCredentials } from "../../vendor/VendorSession.js"
import { inBody } from "../server/request/ValidationErrors.js"

/** Who reads why credentials were not accepted: the customer who entered them or consented, or whoever holds the key of an account. */
export type Reader = "customer" | "caller"

/** What a customer can do about another tenant. */
export const SAME_TENANT =
  "Use the same tenant as before, or ask for a link with which you can connect the other one as well."

/** What each reader is told. */
const sentences: Readonly<
  Record<
    Reader,
    {
      /** A vendor could not tell. */
      readonly unchecked: (connector: Connector.Connector, failure: Problem.Failure) => string
      /** A vendor allows no more requests for some seconds. */
      readonly limited: (connector: Connector.Connector, secs: number) => string
      /** What to do about credentials of another tenant. */
      readonly tenant: string
    }
  >
> = {
  caller: {
    unchecked: (connector, failure) => {
      const { cause, remedy } = Errors.table.VendorUnavailable
      return `${cause} ${Problem.sentence("operator", connector, [failure])} ${remedy}`
    },
    limited: () => Errors.table.VendorLimited.message,
    tenant:
      "Send credentials of the same tenant, create a connection for the other one, or send replace_tenant: true, which replaces the stored data."
  },
  customer: {
    unchecked: ({ name }, { reason }) => {
      const next = Problem.table[reason].mayPass
        ? "try again later"
        : "the operator of this service has to look into it"
      return `${name} did not answer as it should, so nothing could be checked. Nothing was changed; ${next}.`
    },
    limited: ({ name }, secs) =>
      `${name} allows no more requests for now, so nothing could be checked. Nothing was changed; try again in ${secs} ${secs === 1 ? "second" : "seconds"}.`,
    tenant: SAME_TENANT
  }
}

const malformed = ({ issues }: MalformedCredentials): Errors.ApiError =>
  Errors.make("CredentialsMalformed", {
    detail: issues.map(({ path, message }) =>
      inBody({ path: ["credentials", ...path], msg: message, type: "credentials_malformed" })
    )
  })

const misdirected = ({ issues }: AddressInvalid): Errors.ApiError =>
  Errors.make("AddressInvalid", {
    detail: issues.map(({ path, message }) =>
      inBody({ path: ["credentials", ...path], msg: message, type: "address_invalid" })
    )
  })

/** What the failure table says about refused credentials, or about a missing permission. */
const rejected = (connector: Connector.Connector, failure: Problem.Failure): Errors.ApiError => {
  const msg = Problem.sentence("customer", connector, [failure])
  return Errors.make("CredentialsRejected", {
    detail: [inBody({ path: ["credentials"], msg, type: "credentials_rejected" })]
  })
}

/** What the failure table says about a vendor that could not tell. */
const unchecked = (
  reader: Reader,
  connector: Connector.Connector,
  error: VendorError.VendorError,
  failure: Problem.Failure
): Errors.ApiError => {
  const wait = error._tag === "RateLimited" ? error.retryAfter : null
  if (wait === null) {
    return Errors.make("VendorUnavailable", { message: sentences[reader].unchecked(connector, failure) })
  }
  const retryAfterSecs = Math.max(1, Math.ceil(Duration.toSeconds(wait)))
  return Errors.make("VendorLimited", {
    retryAfterSecs,
    message: sentences[reader].limited(connector, retryAfterSecs)
  })
}

/** Says which tenant the data is of and to which the credentials lead; neither name is a secret. */
export const ofTenant = (
  reader: Reader,
  connector: Connector.Connector,
  { from, to }: TenantChanged
): Errors.ApiError =>
  Errors.make("TenantChanged", {
    detail: [
      inBody({
        path: ["credentials"],
        msg:
          `These credentials lead to another tenant of ${connector.name}: the stored data is of ${TenantFingerprint.nameOf(from)}, they are of ` +
          `${TenantFingerprint.nameOf(to)}. ${sentences[reader].tenant}`,
        type: "tenant_changed",
        ctx: { from: TenantFingerprint.nameOf(from), to: TenantFingerprint.nameOf(to) }
      })
    ]
  })

/** Converts a failed credential check into an API error: 422 when the credentials are wrong, 502 when the vendor cannot tell. */
export const toApiError =
  (reader: Reader, connector: Connector.Connector) =>
  (error: CheckFailure): Effect.Effect<never, Errors.ApiError> => {
    if (error._tag === "MalformedCredentials") return Effect.fail(malformed(error))
    if (error._tag === "AddressInvalid") return Effect.fail(misdirected(error))
    const failure = Failures.ofCheck(error)
    if (error._tag === "Unauthorized") return Effect.fail(rejected(connector, failure))
    return Effect.zipRight(
      Effect.logWarning(`Could not check credentials with ${connector.vendor}: ${error.message}`),
      Effect.fail(unchecked(reader, connector, error, failure))
    )
  }
