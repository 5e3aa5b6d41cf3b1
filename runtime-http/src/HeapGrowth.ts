import { getHeapStatistics, setFlagsFromString } from "node:v8"

/** V8 itself lets a heap with a limit above this grow by half of what it keeps, or more, before it collects it again. */
const LARGE_BYTES = 805_306_368

/**
 * By how much of what it keeps a small heap grows before the next major collection, in percent. V8 itself takes 30 for a heap of 256 MB. With 200,
 * such a heap came so near to its limit that Node 20 prepared its collections in steps of 3 to 7 milliseconds, instead of tenths of one.
 */
const GROWTH_PERCENT = 50

/**
 * Lets the heap of a process with little memory grow further between its major collections. A page of 90,000 rows is garbage a second later: in
 * V8's own steps, each such page costs more of them, and every caller waits for them. It holds for the whole process.
 */
export const widen = (): void => {
  if (getHeapStatistics().heap_size_limit < LARGE_BYTES) setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}
