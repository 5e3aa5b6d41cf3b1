import * as Errors from "../../../api/parts/Errors.js"
import * as KeyScopes from "../../../api/parts/KeyScopes.js"
import type { KeyLimits } from "../../../store/accounts/AccessScope.js"

/** Why a key with these limits may not use an operation; null if it may. Only the key decides, so the answer says nothing about what exists. */
export type ScopeCheck = (limits: KeyLimits) => Errors.ApiError | null

const scopeMissing = (operation: string, needed: ReadonlyArray<KeyScopes.KeyScope>, held: ReadonlyArray<string>) => {
  const asked = needed.map((scope) => `--scope ${scope}`).join(" or ")
  return Errors.make("ScopeMissing", {
    message: `This API key does not have the scope ${KeyScopes.either(needed)}, which ${operation} needs; it has ${held.join(" and ")}. Ask the operator of this service for a key that has it, which tributary keys create makes with ${asked}.`
  })
}

/** The check of an operation, by the table of the API. */
export const of = (operation: string): ScopeCheck => {
  const requirement = KeyScopes.of(operation)
  if (requirement === null) return () => null
  const { isOfAccount, scopes: needed } = requirement
  return ({ organizations, scopes }) => {
    if (scopes !== null && !needed.some((scope) => scopes.includes(scope))) {
      return scopeMissing(operation, needed, scopes)
    }
    return isOfAccount && organizations !== null ? Errors.make("KeyLimited") : null
  }
}
