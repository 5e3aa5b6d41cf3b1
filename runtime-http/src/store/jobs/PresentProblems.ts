import type { Fragment, SqlClient } from "../../Sql.js"
import * as StoppedConnectors from "../schedule/StoppedConnectors.js"

/** A request that waits or fails for so long is a problem, although its job has not ended. */
export const WAIT_IS_PROBLEM_AFTER_SECS = 60

/**
 * The problems of connections that are not deleted, as rows of `connection_id`, `extractor` and `reason`: what `ConnectionStatus` shows of a
 * connection. `extractor` is an empty string if all lists are affected, and null if it is not known.
 */
export const rows = (sql: SqlClient.SqlClient, versions: StoppedConnectors.LoadedVersions["Type"]): Fragment => sql`
  select connection_id, extractor, reason
  from connection_problem as present
  join connection on connection.id = connection_id
  where
    connection.state <> 'DELETED'
    and (
      export_type is null or connection.data_export_types = '[]'
      or jsonb_exists(connection.data_export_types::jsonb, export_type)
    )
    -- An extractor that has failed for several reasons has the one that was seen last.
    and not exists (
      select from connection_problem as later
      where
        later.connection_id = present.connection_id and later.extractor = present.extractor
        and later.last_seen_at > present.last_seen_at
    )
  union
  select id, null, unread ->> 'problem'
  from connection, jsonb_array_elements(unread_fields::jsonb) as unread
  where state <> 'DELETED' and unread_fields is not null
  union
  select id, '', 'CONSENT_REQUIRED'
  from connection
  where state = 'PENDING'
  union
  select id, '', 'CONNECTOR_STOPPED'
  from connection
  where state <> 'DELETED' and not ${StoppedConnectors.isUsable(sql, versions, sql`connection.vendor`)}
  union
  -- The turn of a connection within a rate limit is no problem.
  select connection_id, null, wait ->> 'reason'
  from job join connection on connection.id = connection_id, jsonb_array_elements(waits::jsonb) as wait
  where
    job.status = 'RUNNING' and waits is not null and connection.state <> 'DELETED'
    and not (wait ->> 'reason' = 'RATE_LIMITED' and (wait ->> 'retries')::int = 0)
    and (wait ->> 'since')::timestamptz
      <= statement_timestamp() - make_interval(secs => ${WAIT_IS_PROBLEM_AFTER_SECS}::int)
    and (connection.data_export_types = '[]' or jsonb_exists(connection.data_export_types::jsonb, wait ->> 'data_export_type'))`
