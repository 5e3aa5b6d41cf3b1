import type { OAuth2Protocol } from "@tributary/core/oauth2"
import { type AccountScope, accountScope } from "../accounts/AccessScope.js"

/** A consent as it is stored now, without its tokens, so that no key is needed. */
export interface Untokened {
  readonly id: string
  readonly connectionId: string
  readonly vendor: string
  readonly accountId: string
  readonly organizationId: string
  /** Which of the ways to sign in the connection uses. */
  readonly authType: string | null
  /** How often the customer has consented. */
  readonly granted: number
  /** The number of the link that counts: another one after each consent, with each session that gives one, and after the end of that session. */
  readonly link: number
  /** How often there were new tokens. */
  readonly generation: number
  /** Why the tokens cannot be renewed any more; null while they can. */
  readonly lostReason: string | null
  /** JSON of the credential fields that count from the next consent on; null for those of the connection. */
  readonly nextFields: string | null
}

/** A consent with its tokens. */
export interface Consent extends Untokened {
  /** Null until the customer has consented. */
  readonly tokens: OAuth2Protocol.Tokens | null
}

/** The columns of a consent that is joined with its connection, as SQL. */
export const columns = `
  consent.id, connection_id as "connectionId", vendor, account_id as "accountId", organization_id as "organizationId", auth_type as "authType",
  granted, link, generation, lost_reason as "lostReason", next_fields as "nextFields"`

/** The consents of connections that are not deleted, as SQL. */
export const joined = "consent join connection on connection.id = connection_id and state <> 'DELETED'"

/** The scope in which a customer who has consented changes the connection: its account, and its organization alone. */
export const scopeOf = ({
  accountId,
  id,
  organizationId
}: Pick<Untokened, "accountId" | "id" | "organizationId">): AccountScope =>
  accountScope(accountId, id, { scopes: null, organizations: [organizationId] })
