// store/postgres/migrations: the schema's history, one file per step.

import { setting } from "./0001_setting.js"
import { store } from "./0002_store.js"
import { outboundJob } from "./0003_outbound_job.js"
import { runner } from "./0004_runner.js"
import { deletionEvidence } from "./0005_deletion_evidence.js"
import { attempts } from "./0006_attempts.js"
import { rateBudget } from "./0007_rate_budget.js"
import { unreadFields } from "./0008_unread_fields.js"
import { relatedMoves } from "./0009_related_moves.js"
import { outboundDoubt } from "./0010_outbound_doubt.js"
import { jobProgress } from "./0011_job_progress.js"
import { idempotencyKey } from "./0012_idempotency_key.js"
import { connectionStatus } from "./0013_connection_status.js"
import { fullScans } from "./0014_full_scans.js"
import { recordFacets } from "./0015_record_facets.js"
import { deletedRecords } from "./0016_deleted_records.js"
import { recordMeta } from "./0017_record_meta.js"
import { seenBlocks } from "./0018_seen_blocks.js"
import { relationsOfConnection } from "./0020_relations_of_connection.js"
import { timesOfList } from "./0021_times_of_list.js"
import { storedInstants } from "./0022_stored_instants.js"
import { relationEnds } from "./0023_relation_ends.js"
import { facetVersion } from "./0024_facet_version.js"
import { tenant } from "./0025_tenant.js"
import { deletionDistance } from "./0027_deletion_distance.js"
import { scanVerdict } from "./0028_scan_verdict.js"
import { emptiedFields } from "./0029_emptied_fields.js"
import { membership } from "./0030_membership.js"
import type { Migration } from "./Migration.js"

/** Every migration, oldest first. A released migration never changes; a later one corrects it. */
export const migrations: ReadonlyArray<Migration> = [
  setting,
  store,
  outboundJob,
  runner,
  deletionEvidence,
  attempts,
  rateBudget,
  unreadFields,
  relatedMoves,
  outboundDoubt,
  jobProgress,
  idempotencyKey,
  connectionStatus,
  fullScans,
  recordFacets,
  deletedRecords,
  recordMeta,
  seenBlocks,
  relationsOfConnection,
  timesOfList,
  storedInstants,
  relationEnds,
  facetVersion,
  tenant,
  deletionDistance,
  scanVerdict,
  emptiedFields,
  membership
]
