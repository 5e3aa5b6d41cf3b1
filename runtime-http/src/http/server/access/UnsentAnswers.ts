import type { ServerResponse } from "node:http"

/** How much of the answers that clients do not read is kept. */
export interface Bounds {
  /** The most bytes of one caller; until less is left, other requests of the caller are refused. */
  readonly bytesOfCaller: number
  /** The most bytes of all; beyond it, the connection that has kept bytes for longest is closed. */
  readonly bytesInAll: number
  /** How long a connection may read nothing of its answer before it is closed. */
  readonly stallMillis: number
}

/** The answers that were written and have not left, because their clients read them slowly or not at all. */
export interface UnsentAnswers {
  /** Watches an answer that Node has been given, until all of it has left or its connection is closed. */
  readonly watch: (caller: string, response: ServerResponse) => void
  /** The callers that have more unsent bytes than one may have. */
  readonly over: ReadonlySet<string>
}

/**
 * Starts without any. Node keeps what a client does not read for as long as the connection lives, so a client within its rate could fill the
 * memory of the process.
 */
export const make = ({ bytesInAll, bytesOfCaller, stallMillis }: Bounds): UnsentAnswers => {
  const kept = new Map<ServerResponse, { readonly caller: string; readonly bytes: number }>()
  const ofCallers = new Map<string, number>()
  const over = new Set<string>()
  let inAll = 0

  const count = (caller: string, bytes: number): void => {
    inAll += bytes
    const sum = (ofCallers.get(caller) ?? 0) + bytes
    if (sum > 0) ofCallers.set(caller, sum)
    else ofCallers.delete(caller)
    if (sum > bytesOfCaller) over.add(caller)
    else over.delete(caller)
  }

  const forget = (response: ServerResponse): void => {
    const found = kept.get(response)
    if (found === undefined) return
    kept.delete(response)
    count(found.caller, -found.bytes)
  }

  return {
    watch: (caller, response) => {
      const { socket, writableLength: bytes } = response
      if (bytes === 0 || socket === null) return
      kept.set(response, { caller, bytes })
      count(caller, bytes)
      // Node restarts this time with each part that leaves, and sets the one of idle connections when the answer has left.
      socket.setTimeout(stallMillis)
      response.once("close", () => forget(response))
      while (inAll > bytesInAll) {
        const [oldest] = kept.keys()
        if (oldest === undefined) return
        forget(oldest)
        oldest.socket?.destroy()
      }
    },
    over
  }
}
