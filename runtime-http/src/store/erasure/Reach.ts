// store/erasure: how what is stored about a customer leaves: for good after a deletion, or at once if somebody asks for it.

import { ERASED_LABEL } from "../accounts/StoredKeys.js"

/** What can be removed for good: a connection, an organization without connections, or an account without organizations. */
export const subjects = ["connection", "organization", "account"] as const
export type Subject = (typeof subjects)[number]

/** How the rows of a table that are about a subject leave with it. */
export interface Way {
  /** The columns that say whether a row is about the subject. */
  readonly columns: readonly [string, ...ReadonlyArray<string>]
  /** Whether a row is about the subject, whose id is $1, as SQL. */
  readonly isAbout: string
  /** Whether there may be a row for each record, by kind and id: its batches then go along the primary key, and never again through what is gone. */
  readonly isByRecord?: boolean
  /** Null if the row is deleted; otherwise what is set in it, because the row itself says nothing about the customer and has to stay. */
  readonly set: string | null
}

/** A table without anything about a customer, and why that is so. */
export interface Nothing {
  readonly because: string
}

/** How the rows of a table leave with each subject. Rows that leave with the connections of an organization need no way of their own. */
export type Reach = { readonly [Of in Subject]?: Way } | Nothing

const by = (column: string): Way => ({ columns: [column], isAbout: `${column} = $1`, set: null })

const byConnection: Reach = { connection: by("connection_id") }

const byRecord: Reach = { connection: { ...by("connection_id"), isByRecord: true } }

const nothing = (because: string): Nothing => ({ because })

/** The answer goes. The key stays for its day: a client that sends its request again must not create again what was erased. */
const withoutAnswer = (column: string): Way => ({
  columns: [column, "answer"],
  isAbout: `${column} = $1 and answer is not null`,
  set: "answer = null"
})

/**
 * Every table of the schema. The rows leave in the order of this table, in which a table comes before those that its rows refer to. A test
 * fails for a table, or a column, that is not as it says.
 */
export const reaches: Readonly<Record<string, Reach>> = {
  record: byRecord,
  scan_seen_block: byConnection,
  missing_record: byRecord,
  emptied_field: byRecord,
  scan_parent: byConnection,
  pending_relation: byRecord,
  pending_move: byRecord,
  job_progress: {
    connection: {
      columns: ["job_id"],
      isAbout: "job_id in (select id from job where connection_id = $1)",
      set: null
    }
  },
  job: byConnection,
  outbound_job: byConnection,
  webhook_delivery: { connection: by("connection_id"), account: by("account_id") },
  connect_session: { connection: by("connection_id"), organization: by("organization_id") },
  scan: byConnection,
  record_counter: byConnection,
  held_back_deletion: byConnection,
  missing_total: byConnection,
  kept_field: byConnection,
  connection_problem: byConnection,
  row_tenant: byConnection,
  schedule: byConnection,
  consent_visit: {
    connection: {
      columns: ["consent_id"],
      isAbout: "consent_id in (select id from consent where connection_id = $1)",
      set: null
    }
  },
  consent: byConnection,
  idempotency_key: {
    connection: withoutAnswer("connection_id"),
    organization: withoutAnswer("organization_id"),
    account: by("account_id")
  },
  connection: { connection: by("id") },
  api_key: {
    // The label may name the customer. The key can still read the receipt.
    organization: {
      columns: ["organization_ids", "label"],
      isAbout: `$1 = any (organization_ids) and label <> '${ERASED_LABEL}'
        and account_id = (select account_id from organization where id = $1)
        and not exists (
          select from organization as other where other.id = any (organization_ids) and other.id <> $1
        )`,
      set: `label = '${ERASED_LABEL}'`
    },
    account: by("account_id")
  },
  organization: { organization: by("id") },
  webhook_secret: {
    account: {
      columns: ["webhook_id"],
      isAbout: "webhook_id in (select id from webhook where account_id = $1)",
      set: null
    }
  },
  webhook: { account: by("account_id") },
  account_quota: { account: by("account_id") },
  account: { account: by("id") },
  audit_event: nothing(
    "it is append-only, and has ids alone beside the addresses of those who acted, for the days of the audit log"
  ),
  erasure: nothing("it has ids alone, and says what was erased"),
  erasure_receipt: nothing("it has counts alone"),
  rate_budget: nothing("its key is a keyed hash, and its rows end by themselves"),
  rate_line: nothing("its key is a keyed hash, and its rows end by themselves"),
  connector_stop: nothing("an operator's sentence about a vendor"),
  operator_key: nothing("the keys of those who run the service"),
  setting: nothing("values that the processes of an installation share"),
  runner: nothing("the processes of the installation"),
  runner_host: nothing("the hosts of the installation"),
  shard_lock: nothing("the processes of the installation"),
  migration: nothing("the history of the schema")
}

/** A table whose rows leave with a subject. */
export interface Leaving extends Way {
  readonly table: string
}

const wayOf = (reach: Reach, of: Subject): Way | undefined => ("because" in reach ? undefined : reach[of])

/** The tables whose rows leave with a subject, in the order in which they leave; its own table is the last one. */
export const leaving = (of: Subject): ReadonlyArray<Leaving> =>
  Object.entries(reaches).flatMap(([table, reach]) => {
    const way = wayOf(reach, of)
    return way === undefined ? [] : [{ table, ...way }]
  })
