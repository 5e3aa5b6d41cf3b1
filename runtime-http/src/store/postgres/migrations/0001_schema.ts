import { accounts } from "./0001_accounts.js"
import { connect } from "./0001_connect.js"
import { consents } from "./0001_consents.js"
import { erasures } from "./0001_erasures.js"
import { jobs } from "./0001_jobs.js"
import { records } from "./0001_records.js"
import { scans } from "./0001_scans.js"
import { webhooks } from "./0001_webhooks.js"
import type { Migration } from "./Migration.js"

/** The schema of the first release. Until that is published, a change edits it, and databases that it made before the change are refused. */
export const schema: Migration = {
  id: 1,
  name: "schema",
  sql: [accounts, jobs, scans, records, erasures, webhooks, connect, consents].join("")
}
