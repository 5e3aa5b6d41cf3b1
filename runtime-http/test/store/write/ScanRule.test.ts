import { describe, expect, it } from "@effect/vitest"
import { ScanVerdict } from "@tributary/core"
import * as ScanRule from "../../../src/store/write/rules/ScanRule.js"

const whole: ScanVerdict.ScanVerdict = { _tag: "Complete", provesAbsence: true }
const inParts: ScanVerdict.ScanVerdict = { _tag: "Complete", provesAbsence: false }
const incomplete: ScanVerdict.ScanVerdict = {
  _tag: "Incomplete",
  missing: [{ endpoint: "/users", detail: "its last page was answered 206" }]
}

const list = { isLog: false, isNewBaseline: false }
const full = { ...list, mode: "full", runs: 3, lastRuns: 1 } as const
const delta = { ...list, mode: "delta", runs: 2, lastRuns: 4 } as const

describe("ScanRule", () => {
  it.each([
    { scan: full, verdict: whole, moves: true, sweeps: true, runs: 1 },
    { scan: full, verdict: whole, leftOut: true, moves: false, sweeps: true, repeats: true, runs: 1 },
    { scan: { ...full, isLog: true }, verdict: whole, moves: true, sweeps: false, runs: 1 },
    { scan: { ...full, isLog: true, isNewBaseline: true }, verdict: whole, moves: true, sweeps: true, runs: 1 },
    { scan: { ...full, isLog: true }, verdict: inParts, moves: true, sweeps: false, runs: 1 },
    {
      scan: { ...full, isLog: true },
      verdict: whole,
      leftOut: true,
      moves: false,
      sweeps: false,
      repeats: true,
      runs: 1
    },
    { scan: { ...delta, isLog: true }, verdict: inParts, moves: true, sweeps: false, runs: 1 },
    { scan: { ...delta, isLog: true }, verdict: whole, leftOut: true, moves: false, sweeps: false, runs: 1 },
    { scan: { ...full, isLog: true, isNewBaseline: true }, verdict: inParts, moves: true, sweeps: false, runs: 3 },
    { scan: full, verdict: inParts, leftOut: true, moves: false, sweeps: false, repeats: true, runs: 3 },
    { scan: full, verdict: incomplete, leftOut: true, moves: false, sweeps: false, runs: 1 },
    { scan: delta, verdict: whole, leftOut: true, moves: false, sweeps: false, runs: 4 },
    { scan: full, verdict: inParts, moves: true, sweeps: false, runs: 3 },
    { scan: full, verdict: incomplete, moves: false, sweeps: false, runs: 1 },
    { scan: full, verdict: ScanVerdict.CUT, moves: false, sweeps: false, runs: 1 },
    { scan: delta, verdict: whole, moves: true, sweeps: false, runs: 4 },
    { scan: delta, verdict: inParts, moves: false, sweeps: false, runs: 4 }
  ])(
    "decides whether the end of a scan moves the lower bounds: $scan.mode, $verdict._tag, left out $leftOut",
    ({ leftOut = false, moves, repeats = false, runs, scan, sweeps, verdict }) => {
      const ended = { isMoved: moves, isSwept: sweeps, isRepeated: repeats, lastRuns: runs }
      expect(ScanRule.ended(scan, verdict, leftOut)).toEqual(ended)
    }
  )

  it.each([
    { name: "a full scan that was read in one run", scan: full, verdict: whole, runs: 1 },
    { name: "a full scan in parts", scan: full, verdict: inParts, runs: 3 },
    { name: "a full scan that is cut for the first time", scan: full, verdict: ScanVerdict.CUT, runs: 1 },
    {
      name: "a full scan that is cut like the last one",
      scan: { ...full, runs: 1, lastRuns: 4 },
      verdict: ScanVerdict.CUT,
      runs: 4
    },
    {
      name: "a full scan that takes longer than the last one",
      scan: { ...full, runs: 4, lastRuns: 4 },
      verdict: ScanVerdict.CUT,
      runs: 5
    },
    { name: "a delta after full scans in parts", scan: delta, verdict: whole, runs: 4 },
    { name: "the log, which proves no deletion,", scan: { ...delta, isLog: true }, verdict: inParts, runs: 1 },
    { name: "a delta in parts", scan: { ...delta, lastRuns: 1 }, verdict: inParts, runs: 2 }
  ])("says how many runs' time a single run would need: $name", ({ runs, scan, verdict }) => {
    expect(ScanRule.runsNeeded(scan, verdict)).toBe(runs)
  })
})
