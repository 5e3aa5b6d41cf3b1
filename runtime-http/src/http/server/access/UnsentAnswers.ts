import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import * as AnswerEnd from "../response/AnswerEnd.js"

/** How much of the answers that clients do not read is kept. */
export interface Bounds {
  /** The most bytes of one caller; until less is left, other requests of the caller are refused. */
  readonly bytesOfCaller: number
  /** The most bytes of all; beyond it, connections of the caller with the most bytes are closed, the oldest answer first. */
  readonly bytesInAll: number
  /** How long a connection may read nothing of its answers before it is closed; Node may take twice as long to notice. */
  readonly stallMillis: number
}

/** The answers that were written and have not left, because their clients read them slowly or not at all. */
export interface UnsentAnswers {
  /** Watches an answer that Node has been given, until all of it has left or its connection is gone. */
  readonly watch: (caller: string, request: Pick<IncomingMessage, "socket">, response: ServerResponse) => void
  /** The callers that have more unsent bytes than one may have. */
  readonly over: ReadonlySet<string>
}

interface Kept {
  readonly caller: string
  readonly socket: Socket
  bytes: number
}

/**
 * Starts without any. Node keeps what a client does not read for as long as the connection lives, so a client within its rate could fill the
 * memory of the process.
 */
export const make = ({ bytesInAll, bytesOfCaller, stallMillis }: Bounds): UnsentAnswers => {
  /** The oldest first. */
  const kept = new Map<ServerResponse, Kept>()
  const answersOf = new Map<Socket, number>()
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
    const { socket } = found
    const left = (answersOf.get(socket) ?? 1) - 1
    if (left > 0) return void answersOf.set(socket, left)
    answersOf.delete(socket)
    // Node has set the time of an idle connection, unless the next answer of the connection is still being made.
    if (!socket.destroyed && socket.timeout === stallMillis) socket.setTimeout(0)
  }

  /** Some has left since it was counted. */
  const recount = (): void => {
    for (const [response, found] of kept) {
      const bytes = Math.min(found.bytes, response.writableLength)
      count(found.caller, bytes - found.bytes)
      found.bytes = bytes
    }
  }

  /** The oldest answer of the caller with the most bytes. */
  const excessive = (): ServerResponse | undefined => {
    const [[most] = []] = [...ofCallers].sort(([, one], [, other]) => other - one)
    return [...kept].find(([, { caller }]) => caller === most)?.[0]
  }

  return {
    watch: (caller, request, response) => {
      const { writableLength: bytes } = response
      const { socket } = request
      if (bytes === 0 || socket.destroyed) return
      kept.set(response, { caller, socket, bytes })
      answersOf.set(socket, (answersOf.get(socket) ?? 0) + 1)
      count(caller, bytes)
      // Node starts this time again with each part that leaves.
      socket.setTimeout(stallMillis)
      AnswerEnd.onceEnded(request, response, () => forget(response))
      if (inAll > bytesInAll) recount()
      while (inAll > bytesInAll) {
        const response = excessive()
        if (response === undefined) return
        const found = kept.get(response)
        forget(response)
        found?.socket.destroy()
      }
    },
    over
  }
}
