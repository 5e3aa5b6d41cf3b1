/** How many accounts a run has. */
export const ACCOUNTS = 3
