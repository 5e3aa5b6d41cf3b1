import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** What waits for the end of a connection: one listener for all of it, because Node warns of more than ten. */
const waiting = new WeakMap<Socket, Set<() => void>>()

const waitingFor = (socket: Socket): Set<() => void> => {
  const known = waiting.get(socket)
  if (known !== undefined) return known
  const made = new Set<() => void>()
  waiting.set(socket, made)
  socket.once("close", () => {
    for (const each of [...made]) each()
  })
  return made
}

/**
 * Runs something once: when the answer has left, or when its connection is gone. A response that waits behind others of its connection does
 * not notice that the connection is gone, so its own event is not enough.
 */
export const onceEnded = (
  { socket }: Pick<IncomingMessage, "socket">,
  response: ServerResponse,
  run: () => void
): void => {
  if (response.closed || socket.destroyed) {
    run()
    return
  }
  const others = waitingFor(socket)
  const end = () => {
    if (!others.delete(end)) return
    response.off("close", end)
    run()
  }
  others.add(end)
  response.once("close", end)
}

/** Whether the response waits behind others of its connection, whose requests came before. */
export const isQueued = (response: ServerResponse): boolean => response.socket === null
