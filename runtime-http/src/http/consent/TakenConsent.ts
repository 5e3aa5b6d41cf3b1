import { Authentication, Connector, Consent as ConsentField } from "@tributary/core"
import { OAuth2Protocol, ProvenFacts } from "@tributary/core/oauth2"
import { Data, Duration, Effect, Redacted } from "effect"
import type * as Errors from "../../api/parts/Errors.js"
import type { SqlError } from "../../Sql.js"
import { Connections } from "../../store/accounts/Connections.js"
import { scopeOf, type Untokened } from "../../store/consent/ConsentRow.js"
import { Consents } from "../../store/consent/Consents.js"
import * as TenantFingerprint from "../../TenantFingerprint.js"
import { CredentialTest } from "../../vendor/CredentialTest.js"
import * as StoredCredentials from "../../vendor/StoredCredentials.js"
import { VendorAccount } from "../../vendor/VendorAccount.js"
import * as CredentialFailure from "../parts/CredentialFailure.js"
import type { OfferedConsent } from "./OfferedConsent.js"

/** What a browser has come back with. */
export interface Returned extends Pick<OAuth2Protocol.Visit, "code" | "verifier"> {
  /** What it brought before the sign-in. */
  readonly brought: Readonly<Record<string, string>>
}

/** No connection came of a consent. */
export class Unconnected extends Data.TaggedError("Unconnected")<{
  /** Why, and what to do, for the customer. */
  readonly text: string
  /** The same for the product, without the names that only the customer may read; `text` by default. */
  readonly withoutNames?: string
}> {}

/**
 * How long a consent may be exchanged and tested. The requests have limits of their own, but a connector decides how many there are: a proof that
 * reads ten pages and the role takes 110 seconds of a vendor that needs ten for each answer, the code and the keys of the identity 20, and the
 * check with the tenant 35. So 165 seconds are a slow vendor, and whatever takes longer would not end. `BUSY_SECS` leaves two minutes more, in which
 * what is good is stored: the key service may take eight seconds to seal the tokens, and each of some fifteen statements five.
 */
const LIMIT = Duration.minutes(3)

/** What the API would say of credentials that are not accepted. */
const unconnected = ({ detail, message }: Errors.ApiError) =>
  new Unconnected({ text: detail.length === 0 ? message : detail.map(({ msg }) => msg).join(" ") })

/** The same with the permissions that the customer has left out, which may be why. */
const withLacking = ({ text, withoutNames = text }: Unconnected, lacking: ReadonlyArray<string>) => {
  const more = lacking.length === 0 ? "" : ` The consent leaves out what was asked for: ${lacking.join(", ")}.`
  return new Unconnected({ text: `${text}${more}`, withoutNames: `${withoutNames}${more}` })
}

/** Takes consents: the code becomes tokens, which are tested as entered credentials are, and stored if they are good. */
export const make = Effect.gen(function* () {
  const connections = yield* Connections
  const consents = yield* Consents
  const credentialTest = yield* CredentialTest
  const protocol = yield* OAuth2Protocol.OAuth2Protocol
  const proven = ProvenFacts.of(protocol)

  const exchange = (
    { accountId, vendor }: Untokened,
    { client, connector: { name }, field, redirectUri }: OfferedConsent,
    { code, verifier }: Returned
  ) =>
    protocol.exchange({ oauth2: field.options, client }, { code, redirectUri, verifier }).pipe(
      Effect.provideService(VendorAccount, accountId),
      Effect.catchTags({
        GrantRefused: () => new Unconnected({ text: `${name} did not accept its own code. Try again.` }),
        TokensUnavailable: ({ detail, isOfServer }) =>
          Effect.zipRight(
            Effect.logWarning(`The token endpoint of ${vendor} ${detail}.`),
            new Unconnected({
              text: isOfServer
                ? `This service cannot get tokens from ${name}: its token endpoint ${detail}. The operator of the service has to act.`
                : `${name} gave no tokens: its token endpoint ${detail}. Try again later.`
            })
          )
      })
    )

  /** Tests what a visit gave as entered credentials are; the effect that it returns stores it, and ends the visit with it. */
  const tested = (
    consent: Untokened,
    { connector, field }: OfferedConsent,
    { brought, claims, tokens }: Pick<OAuth2Protocol.Grant, "claims" | "tokens"> & Pick<Returned, "brought">,
    end: Effect.Effect<void, SqlError>
  ) =>
    Effect.gen(function* () {
      const scope = scopeOf(consent)
      const { accountId } = consent
      const { name } = connector
      const current = yield* connections.get(scope, consent.organizationId, consent.connectionId)
      // No field but the consent is secret, so a lost master key keeps nobody from connecting again.
      const entered = {
        ...StoredCredentials.stillShown(connector, current.credentials),
        ...(JSON.parse(consent.nextFields ?? "{}") as Record<string, unknown>)
      }
      const facts = yield* proven(field.options, { brought, claims, tokens, fields: entered, name }).pipe(
        Effect.provideService(VendorAccount, accountId),
        Effect.mapError(({ text, withoutNames = text }) => new Unconnected({ text, withoutNames }))
      )
      const header = Redacted.make(`Bearer ${Redacted.value(tokens.access)}`)
      const held = () => ({ header: Effect.succeed(header), forget: () => Effect.void })
      const checked = yield* credentialTest
        .check(Connector.reading(connector, current.data_export_types), {
          ...entered,
          ...facts,
          [field.name]: ConsentField.heldAs(consent.id)
        })
        .pipe(
          Effect.provideService(Authentication.HeldTokens, held),
          Effect.provideService(VendorAccount, accountId),
          Effect.catchAll(CredentialFailure.toApiError("customer", connector)),
          Effect.mapError(unconnected)
        )
      const shownCredentials = StoredCredentials.shownOf(connector, checked.credentials)
      const update = yield* connections.prepareUpdate(scope, consent.organizationId, consent.connectionId, {
        ...checked,
        shownCredentials
      })
      // The tokens of somebody who only proved a fact are not kept.
      const kept = field.options.ownClient === undefined ? tokens : null
      return consents.grant(consent, kept, Effect.zipLeft(update, end)).pipe(
        Effect.catchTag("TenantChanged", ({ from, to }) => {
          const stored = TenantFingerprint.nameOf(from)
          const given = TenantFingerprint.nameOf(to)
          return new Unconnected({
            text: `You have consented for another tenant of ${name}: the stored data is of ${stored}, and the consent is for ${given}. ${CredentialFailure.SAME_TENANT}`,
            withoutNames: `The consent was for another tenant of ${name} than ${stored}, of which the stored data is. ${CredentialFailure.SAME_TENANT}`
          })
        })
      )
    })

  /** The consent of a browser that has come back, exchanged and tested; the effect that it returns stores it. */
  const prepared = (
    consent: Untokened,
    offered: OfferedConsent,
    returned: Returned,
    end: Effect.Effect<void, SqlError>
  ) =>
    Effect.gen(function* () {
      const { claims, lacking, tokens } = yield* exchange(consent, offered, returned)
      const explain = (error: Unconnected) => withLacking(error, lacking)
      const store = yield* tested(consent, offered, { brought: returned.brought, claims, tokens }, end).pipe(
        Effect.catchTag("Unconnected", explain)
      )
      return Effect.catchTag(store, "Unconnected", explain)
    }).pipe(
      Effect.timeoutFail({
        duration: LIMIT,
        onTimeout: () =>
          new Unconnected({
            text: `${offered.connector.name} takes longer than this service waits. Nothing was connected. Try again later.`
          })
      })
    )

  /**
   * Takes the consent of a browser that has come back; fails with what is wrong with it. `end` notes that the visit has connected: in the
   * transaction that connects, so that a page that is loaded again meets both or neither.
   */
  return (...args: Parameters<typeof prepared>) => Effect.flatten(prepared(...args))
})
