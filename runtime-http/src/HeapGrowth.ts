import { getHeapStatistics, setFlagsFromString } from "node:v8"

/** V8 lets a heap with a limit above this grow to up to four times what it keeps before it collects again, and a smaller one in small steps. */
const LARGE_BYTES = 1_073_741_824

/**
 * By how much of what it keeps a small heap grows before the next major collection, in percent. V8 alone would take less than a third. With much
 * more, the heap comes within 32 MB of its limit, and there V8 prepares a collection in steps of several milliseconds instead of tenths of one.
 */
const GROWTH_PERCENT = 50

/**
 * Lets the heap of a process with little memory grow further between its major collections. A page of 90,000 rows is garbage a second later: in
 * V8's own steps, each such page costs more of them, and every caller waits for them. It holds for the whole process.
 */
export const widen = (): void => {
  if (getHeapStatistics().heap_size_limit < LARGE_BYTES) setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}
