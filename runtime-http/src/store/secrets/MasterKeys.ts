import { createSecretKey, type KeyObject, randomBytes } from "node:crypto"
import { Data, Effect, Redacted } from "effect"
import type { DataKeys } from "./DataKeys.js"

/** The master keys cannot be used; the message never contains a key. */
export class MasterKeysError extends Data.TaggedError("MasterKeysError")<{ readonly message: string }> {}

/** One master key. */
export interface MasterKey {
  /** Up to 64 letters, digits, dots, dashes and underscores; sealed values name the key by it. */
  readonly id: string
  /** 256 bits, from which the keys for other purposes are derived; printing the object does not reveal them. */
  readonly key: KeyObject
  /** If a key service has the master key: the keys that it wraps, which seal instead of one that is derived from `key`. */
  readonly dataKeys?: DataKeys
}

/**
 * The keys that protect credentials at rest: the first key seals, any of them opens.
 *
 * To rotate, add the new key after the old one in every process, then move it before the old one in every process.
 */
export type MasterKeys = readonly [MasterKey, ...ReadonlyArray<MasterKey>]

/** Reads `"<id>:<base64 of 32 bytes>[,<older id>:<base64>...]"`. */
export const parse = (setting: Redacted.Redacted<string>): Effect.Effect<MasterKeys, MasterKeysError> =>
  Effect.gen(function* () {
    const [first, ...older] = Redacted.value(setting).split(",")
    const keys: MasterKeys = [
      yield* parseKey(first ?? "", 0),
      ...(yield* Effect.forEach(older, (text, index) => parseKey(text, index + 1)))
    ]
    const ids = new Set<string>()
    for (const { id } of keys) {
      if (ids.has(id)) {
        return yield* new MasterKeysError({
          message: `Two master keys have the id "${id}". Give every key an id of its own.`
        })
      }
      ids.add(id)
    }
    return keys
  })

/** A new random key in the form that `parse` reads. */
export const generate = (): Redacted.Redacted<string> =>
  Redacted.make(`key-${randomBytes(4).toString("hex")}:${randomBytes(32).toString("base64")}`)

const parseKey = (text: string, index: number): Effect.Effect<MasterKey, MasterKeysError> => {
  const [, id, encoded] = /^([A-Za-z0-9._-]{1,64}):(.*)$/s.exec(text.trim()) ?? []
  if (id === undefined || encoded === undefined) {
    return new MasterKeysError({
      message:
        `Master key ${index + 1} does not have the form <id>:<base64 of 32 bytes>. ` +
        "The id may have up to 64 letters, digits, dots, dashes and underscores."
    })
  }
  // Buffer.from skips characters that are not base64, so a mistyped key would become a different key.
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) {
    return new MasterKeysError({
      message: `Master key "${id}" is not valid base64. Make a key with: openssl rand -base64 32`
    })
  }
  const bytes = Buffer.from(encoded, "base64")
  if (bytes.length !== 32) {
    return new MasterKeysError({
      message: `Master key "${id}" has ${bytes.length} bytes instead of 32. Make one with: openssl rand -base64 32`
    })
  }
  return Effect.succeed({ id, key: createSecretKey(bytes) })
}
