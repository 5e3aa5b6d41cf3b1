import type { QualysUser } from "./rows/user.js"

/**
 * Whether a role administers the subscription; a unit manager administers one business unit.
 *
 * https://qualysapi.qualys.com/qwebhelp/fo_portal/user_accounts/setting_user_permissions.htm
 */
const ADMINS: Readonly<Record<string, boolean>> = {
  Manager: true,
  Administrator: true,
  "Unit Manager": false,
  Scanner: false,
  Reader: false,
  Auditor: false,
  Contact: false,
  "Remediation User": false,
  "KnowledgeBase Only": false
}

/** Whether a user can log in; Qualys does not say so of one who has not activated the account yet. */
const ACTIVE: Readonly<Record<string, boolean>> = { Active: true, Inactive: false }

/** What Qualys writes as the last login of a user who never logged in. */
const NEVER = "N/A"

/** Whether the role of a user administers the subscription; null if Qualys documents no such role. */
export const isAdmin = ({ USER_ROLE }: QualysUser): boolean | null => ADMINS[USER_ROLE ?? ""] ?? null

/** Whether a user can log in; null if Qualys does not say so. */
export const isActive = ({ USER_STATUS }: QualysUser): boolean | null => ACTIVE[USER_STATUS ?? ""] ?? null

/** When a user logged in last; null for one who never did. */
export const lastLoginOf = ({ LAST_LOGIN_DATE }: QualysUser): string | null =>
  LAST_LOGIN_DATE === NEVER ? null : LAST_LOGIN_DATE
