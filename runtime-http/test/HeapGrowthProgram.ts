// Keeps a little, throws much away, and prints how many major collections that took.
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

const kept = Array.from({ length: 400_000 }, (_, row) => ({ row, text: `kept ${row}` }))
let page: Array<object> = []
for (let row = 0; row < 4_000_000; row += 1) {
  page.push({ row, text: `row ${row}`, inner: {} })
  if (page.length > 150_000) page = page.slice(75_000)
}
setImmediate(() => {
  count(observer.takeRecords())
  observer.disconnect()
  process.stdout.write(JSON.stringify({ collections, kept: kept.length }))
})
