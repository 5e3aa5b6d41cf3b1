import * as Errors from "../../../api/parts/Errors.js"
import * as KeyScopes from "../../../api/parts/KeyScopes.js"
import type { KeyLimits } from "../../../store/accounts/AccessScope.js"
import type { OperatorRights } from "../../../store/accounts/OperatorKeys.js"

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
  if (requirement === null || requirement.key === "operator") return () => null
  const { isOfAccount, scopes: needed } = requirement
  return ({ organizations, scopes }) => {
    if (scopes !== null && !needed.some((scope) => scopes.includes(scope))) {
      return scopeMissing(operation, needed, scopes)
    }
    return isOfAccount && organizations !== null ? Errors.make("KeyLimited") : null
  }
}

/** Why an operator with these rights may not use an operation; null if it may. */
export type RightsCheck = (rights: OperatorRights) => Errors.ApiError | null

const recordsNotAllowed = Errors.make("RecordsNotAllowed")

/** The check of an operation for operators, by the table of the API. */
export const ofOperator = (operation: string): RightsCheck => {
  const requirement = KeyScopes.of(operation)
  // By mistake in the declaration of the operation, which must not open it.
  if (requirement?.key !== "operator") throw new Error(`The operation ${operation} needs no key of an operator.`)
  const { isOfRecords, role: needed } = requirement
  const roleMissing = Errors.make("RoleMissing", {
    message: `This operator's key has the role read, and ${operation} needs the role ${needed}. Use a key that has it, which tributary operators create makes with --role ${needed}.`
  })
  return ({ mayReadRecords, role }) => {
    if (needed === "act" && role !== "act") return roleMissing
    return isOfRecords && !mayReadRecords ? recordsNotAllowed : null
  }
}
