import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { runServer } from "../support/process/runServer.js"
import type { Kept } from "./Memory.js"
import { soak } from "./SoakConnector.js"

const MEGABYTE = 1_048_576

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

/** Says on demand what the process keeps. */
process.on("message", () => {
  // A second collection frees what the finalizers of the first let go.
  collect()
  collect()
  const old = getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")?.space_used_size ?? 0
  const kept: Kept = { old: old / MEGABYTE, external: process.memoryUsage().external / MEGABYTE }
  process.send?.(kept)
})

runServer([soak], { deletionEvidenceSecs: 0 })
