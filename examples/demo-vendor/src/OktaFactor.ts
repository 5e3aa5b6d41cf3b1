import type { OktaUser } from "./OktaUser.js"
import type { Random } from "./Random.js"

/** A second factor of a user: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/UserFactor/ */
export interface OktaFactor {
  readonly id: string
  readonly factorType: string
  readonly provider: string
  readonly vendorName: string
  /** An unfinished enrolment stays PENDING_ACTIVATION and protects nobody. */
  readonly status: "ACTIVE" | "PENDING_ACTIVATION"
  readonly created: string
}

const KINDS = [
  { factorType: "push", provider: "OKTA", vendorName: "OKTA" },
  { factorType: "token:software:totp", provider: "GOOGLE", vendorName: "GOOGLE" },
  { factorType: "webauthn", provider: "FIDO", vendorName: "FIDO" },
  { factorType: "sms", provider: "OKTA", vendorName: "OKTA" }
] as const

/**
 * Generates the factors of a user: about two thirds of the people have one, and a few of these never finished
 * enrolling.
 */
export const makeFactors = (random: Random, user: OktaUser): ReadonlyArray<OktaFactor> => {
  if (user.passwordChanged === null || !random.chance(0.72)) return []
  const created = user.passwordChanged
  const factor = (kind: (typeof KINDS)[number], status: OktaFactor["status"]): OktaFactor => ({
    id: random.id("opf"),
    ...kind,
    status,
    created
  })
  const first = factor(random.pick(KINDS), random.chance(0.95) ? "ACTIVE" : "PENDING_ACTIVATION")
  const others = KINDS.filter((kind) => kind.factorType !== first.factorType)
  return random.chance(0.25) ? [first, factor(random.pick(others), "ACTIVE")] : [first]
}

/** A factor in the API's format. */
export const factorBody = (factor: OktaFactor, user: OktaUser, origin: string) => ({
  id: factor.id,
  factorType: factor.factorType,
  provider: factor.provider,
  vendorName: factor.vendorName,
  status: factor.status,
  created: factor.created,
  lastUpdated: factor.created,
  profile: { credentialId: user.profile.login },
  _links: { self: { href: `${origin}/api/v1/users/${user.id}/factors/${factor.id}` } }
})
