// Keeps a part of its heap, throws much away, and prints how many major collections that took, and how large the heap became.
import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks"
import { widen } from "../src/HeapGrowth.js"

if (process.argv[2] === "widened") widen()

let collections = 0
const count = (entries: ReadonlyArray<PerformanceEntry>): void => {
  for (const entry of entries) {
    if (
      (entry as unknown as { readonly detail: { readonly kind: number } }).detail.kind ===
      constants.NODE_PERFORMANCE_GC_MAJOR
    )
      collections += 1
  }
}
const observer = new PerformanceObserver((list) => count(list.getEntries()))
observer.observe({ entryTypes: ["gc"] })

const kept = Array.from({ length: 300_000 }, (_, row) => ({ row, text: `kept ${row}` }))
let page: Array<object> = []
let mostBytes = 0
for (let row = 0; row < 8_000_000; row += 1) {
  page.push({ row, text: `row ${row}`, inner: {} })
  if (page.length <= 60_000) continue
  page = page.slice(30_000)
  mostBytes = Math.max(mostBytes, process.memoryUsage().heapTotal)
}
setImmediate(() => {
  count(observer.takeRecords())
  observer.disconnect()
  process.stdout.write(JSON.stringify({ collections, megabytes: mostBytes / 1_048_576, kept: kept.length }))
})
