import { type AccountScope, accountScope, UNLIMITED } from "../../src/store/accounts/AccessScope.js"

/** The scope of an account, for a key without limits that does not have to exist. */
export const wholeAccount = (accountId: string, keyId = "00000000-0000-0000-0000-000000000001"): AccountScope =>
  accountScope(accountId, keyId, UNLIMITED)
