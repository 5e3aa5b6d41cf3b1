import { expect, it } from "vitest"
import { noCounts } from "../../../src/store/write/Scan.js"
import * as ExtractorProgress from "../../../src/sync/pull/ExtractorProgress.js"
import * as JobReport from "../../../src/sync/pull/JobReport.js"

import * as FakeVendor from "../FakeVendor.js"

const begin = () => {
  const all = ExtractorProgress.begin([FakeVendor.users])
  const [progress] = all
  if (progress === undefined) throw new Error("no extractor")
  return { all, progress }
}

const restored = (saved: ExtractorProgress.ExtractorProgress) => {
  const { all, progress } = begin()
  const text = ExtractorProgress.toText(saved)
  ExtractorProgress.restore(all, [
    { extractor: FakeVendor.users.name, progress: text, isOutdated: false },
    { extractor: "of an earlier release", progress: text, isOutdated: false }
  ])
  return { all, progress }
}

it("is the same for the next run of the job, except that the next run has not advanced", () => {
  const { progress } = begin()
  Object.assign(progress, {
    counts: { itsm_user: { ...noCounts, seen: 3, created: 2, rejected: 1 } },
    heldBack: [{ kind: "itsm_user", count: 1, reason: "LARGE_SHARE" }],
    isFromStart: true,
    hasAdvanced: true,
    outcome: { reason: "RATE_LIMITED", endpoint: "/users", message: "later", retryAt: 5 }
  })
  progress.rejections.set("itsm_user", new Set(["id: missing"]))
  progress.unmapped.set("itsm_user", new Set(["status"]))
  expect(restored(progress).progress).toEqual({ ...progress, hasAdvanced: false })
})

it("counts rows only once that the next run reads again, and keeps what happened to them", () => {
  const { progress } = begin()
  progress.counts = { itsm_user: { ...noCounts, seen: 500, created: 400, changed: 90, unchanged: 10 } }
  const next = restored(progress)
  ExtractorProgress.countAnew(next.progress)
  next.progress.counts = { itsm_user: { ...noCounts, seen: 2_000, created: 1_500, unchanged: 500 } }
  expect(JobReport.fold(next.all, { name: "Fake", docsUrl: null }).dataExports).toMatchObject([
    { seen: 2_000, created: 1_900, changed: 90, unchanged: 10 }
  ])
})
