import { jira } from "@tributary/connector-jira"
import { servicenow } from "@tributary/connector-servicenow"
import { runServer } from "../../support/process/runServer.js"
import { connectors } from "../connectors/connectors.js"

/** Shorter than the environment allows, so that a run has many full scans. */
const FULL_SCAN_SECS = 6
/** Two scans in a row prove nothing, but a run cannot wait an hour. */
const EVIDENCE_SECS = 1

runServer([...connectors, jira, servicenow], { fullScanSecs: FULL_SCAN_SECS, deletionEvidenceSecs: EVIDENCE_SECS })
