/** How much of the bodies that are still arriving is kept. */
export interface Bounds {
  /** How many bodies of one caller may arrive at once. */
  readonly atOnce: number
  /** The most bytes of one caller's. */
  readonly bytesOfCaller: number
  /** The most bytes of all. */
  readonly bytesInAll: number
  /** How fast a body has to arrive on average, in bytes per second. */
  readonly leastPerSecond: number
  /** From which time on its speed counts. */
  readonly graceMillis: number
}

/** A body that arrives. */
export interface Arrival {
  /** Counts bytes that have arrived; returns whether they may be kept. */
  readonly add: (bytes: number) => boolean
  /** The body has arrived, or is not read any more. */
  readonly end: () => void
}

/** How often the speed of bodies is looked at. */
const TICK_MILLIS = 1_000

interface Known {
  count: number
  bytes: number
}

/**
 * The bodies that are still arriving. What has arrived is kept until the rest has: clients that never end their bodies could fill the memory
 * of the process.
 */
export interface UnfinishedBodies {
  /** A new body; null if as many of the caller's are arriving. `tooSlow` is called once if it arrives too slowly. */
  readonly begin: (caller: string, tooSlow: () => void) => Arrival | null
}

/** Starts without any. */
export const make = ({ atOnce, bytesInAll, bytesOfCaller, graceMillis, leastPerSecond }: Bounds): UnfinishedBodies => {
  const callers = new Map<string, Known>()
  const arriving = new Map<object, () => boolean>()
  let inAll = 0
  let timer: NodeJS.Timeout | null = null

  const look = () => {
    for (const [arrival, isTooSlow] of arriving) if (isTooSlow()) arriving.delete(arrival)
  }

  return {
    begin: (caller, tooSlow) => {
      const known = callers.get(caller) ?? { count: 0, bytes: 0 }
      if (known.count >= atOnce) return null
      known.count += 1
      callers.set(caller, known)
      const startedAt = performance.now()
      let received = 0
      let hasEnded = false
      const arrival: Arrival = {
        add: (bytes) => {
          received += bytes
          known.bytes += bytes
          inAll += bytes
          return known.bytes <= bytesOfCaller && inAll <= bytesInAll
        },
        end: () => {
          if (hasEnded) return
          hasEnded = true
          known.count -= 1
          known.bytes -= received
          inAll -= received
          if (known.count === 0) callers.delete(caller)
          arriving.delete(arrival)
          if (arriving.size > 0 || timer === null) return
          clearInterval(timer)
          timer = null
        }
      }
      arriving.set(arrival, () => {
        const millis = performance.now() - startedAt
        const isSlow = millis > graceMillis && received < (millis / 1_000) * leastPerSecond
        if (isSlow) tooSlow()
        return isSlow
      })
      timer ??= setInterval(look, TICK_MILLIS).unref()
      return arrival
    }
  }
}
