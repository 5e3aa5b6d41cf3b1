import { hostname, userInfo } from "node:os"
import { Context, Effect } from "effect"
import type { ActorKind } from "../../api/parts/AuditActions.js"

/** Who acts. */
export interface Acting {
  readonly kind: ActorKind
  /** The id of the key, of the session of a customer, or of a consent; null if none of them was used. */
  readonly id: string | null
  /** From where: the address of the client, or the user and the machine of a command, such as `ada@bastion`; null if the runtime acts by itself. */
  readonly origin: string | null
  /** The id of the request; null if there was none. */
  readonly requestId: string | null
}

/** Whose action an effect is: by default, that of the runtime or of the program around it. */
export class Actor extends Context.Reference<Actor>()("@tributary/runtime-http/Actor", {
  defaultValue: (): Acting => ({ kind: "RUNTIME", id: null, origin: null, requestId: null })
}) {}

/** Makes an effect the action of somebody. */
export const by = <A, E, R>(self: Effect.Effect<A, E, R>, acting: Acting): Effect.Effect<A, E, R> =>
  Effect.provideService(self, Actor, acting)

/** The user of this process; a container may run as one without a name. */
const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? "unknown")
  }
}

/** Whoever runs a command, on this machine. */
export const ofCommand: Acting = {
  kind: "COMMAND",
  id: null,
  origin: `${userName()}@${hostname()}`,
  requestId: null
}
