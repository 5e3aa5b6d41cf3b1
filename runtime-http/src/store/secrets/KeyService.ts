import { Data, type Effect } from "effect"

/** The key service did not do what it was asked for. The message tells the operator what to do, and contains no secret. */
export class KeyServiceError extends Data.TaggedError("KeyServiceError")<{
  /** `Unavailable` if the same request may succeed later, `Refused` if the service does not unwrap this value until the operator has acted. */
  readonly reason: "Unavailable" | "Refused"
  readonly message: string
}> {}

/** A service outside of the process, such as HashiCorp Vault or an HSM, which keeps a key that nobody gets. */
export interface KeyService {
  /** Letters, digits, dots, dashes, underscores and slashes, one slash at least, 200 at most; sealed values name the key by it. No master key has a slash. */
  readonly id: string
  /** Encrypts 32 bytes with the key; the result has at most 4,096 bytes. */
  readonly wrap: (bytes: Uint8Array) => Effect.Effect<Uint8Array, KeyServiceError>
  /** Decrypts what `wrap` has returned, also after the key was rotated. */
  readonly unwrap: (wrapped: Uint8Array) => Effect.Effect<Uint8Array, KeyServiceError>
}
