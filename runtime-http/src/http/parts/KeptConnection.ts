import type { ConnectionWithOrganization } from "@tributary/core"
import { Effect } from "effect"
import type { SqlError } from "../../Sql.js"
import type { ConnectionNotFound } from "../../store/accounts/Connections.js"

/*
 * The answer to a request that made a connection, as it is kept for a repeated request: without the link of its consent, which whoever can read
 * the database could use otherwise.
 */

// Only answers that were encoded with the schema of connections are kept.
const parse = (body: string) => JSON.parse(body) as ConnectionWithOrganization

/** The body as it is kept. */
export const keep = (body: string): string => JSON.stringify({ ...parse(body), oauth2_authorize_url: null })

/** Makes the body of a kept answer as it may be shown now: with the present link of the connection, null if it is deleted. */
export const resending =
  (
    find: (connectionId: string) => Effect.Effect<ConnectionWithOrganization, ConnectionNotFound | SqlError>,
    show: (connection: ConnectionWithOrganization) => ConnectionWithOrganization
  ) =>
  (body: string): Effect.Effect<string, SqlError> => {
    const kept = parse(body)
    return find(kept.id).pipe(
      Effect.map((now) => now.oauth2_authorize_url),
      Effect.catchTag("ConnectionNotFound", () => Effect.succeed(null)),
      Effect.map((oauth2_authorize_url) => JSON.stringify(show({ ...kept, oauth2_authorize_url })))
    )
  }
