import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import * as SystemNames from "../../runtime-http/src/vendor/network/SystemNames.js"
import { runServer } from "../support/process/runServer.js"
import * as Delays from "./Delays.js"
import type { Kept } from "./Memory.js"
import type { Answers, Question } from "./ServerFigures.js"
import { soak } from "./SoakConnector.js"

const MEGABYTE = 1_048_576

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

const delays = Delays.watch()

const answers: { readonly [Name in Question]: () => Answers[Name] } = {
  delays,
  kept: (): Kept => {
    // A second collection frees what the finalizers of the first let go.
    collect()
    collect()
    const old = getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")?.space_used_size ?? 0
    return { old: old / MEGABYTE, external: process.memoryUsage().external / MEGABYTE }
  }
}

/** Says on demand what the process keeps, and what delayed it. */
process.on("message", (question: Question) => process.send?.(answers[question]()))

const { SOAK_RESOLVER = "/etc/resolv.conf" } = process.env
const resolve = SystemNames.make({ hosts: "/etc/hosts", resolver: SOAK_RESOLVER })

// Not a setting of an operator: whoever calls vendors may be given a resolver.
runServer([soak], Object.assign({ deletionEvidenceSecs: 0 }, { resolve }))
