import { runServer } from "../support/process/runServer.js"
import { soak } from "./SoakConnector.js"

runServer([soak], { deletionEvidenceSecs: 0 })
