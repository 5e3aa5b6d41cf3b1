import { createHash } from "node:crypto"

/** How many characters a hash has: enough that two of the rows of a customer never share one. */
export const LENGTH = 10

/** What stands for the key of a row where very many are remembered. */
export const of = (key: string): string => createHash("sha256").update(key).digest("base64url").slice(0, LENGTH)
