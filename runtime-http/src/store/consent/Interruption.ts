/*
 * A process that dies with the code of a visit ends the visit for nobody, and nobody can use the code again.
 */

/**
 * For how many seconds a process may be busy with a code: longer than it exchanges the code and tests what it got, which `TakenConsent` ends after
 * three minutes, and then stores it.
 */
const BUSY_SECS = 300

/** What the customer and the product are told then. */
export const INTERRUPTED =
  "This service was interrupted while it was busy with your consent, and nothing was connected. Try again."

/** Whether the process that was busy with a visit must have died, as SQL; the columns are those of the visit. */
export const isInterrupted = `
  (is_connected is null and coalesce(returned_at < statement_timestamp() - make_interval(secs => ${BUSY_SECS}), false))`

/** Why the last visit of a consent gave none, as SQL; null if it gave one, or while a visit goes on. */
export const problem = `
  coalesce(consent.problem, (
    select case when ${isInterrupted} then '${INTERRUPTED}' end
    from consent_visit as last
    where last.consent_id = consent.id and last.link = consent.link
    order by last.created_at desc
    limit 1
  ))`
