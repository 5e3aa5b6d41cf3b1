// store/secrets: seals credentials with the master key, and knows which keys a database needs.

import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from "node:crypto"
import type { DataExportType } from "@tributary/core"
import { Context, Data, Effect, Layer, Redacted } from "effect"
import type { MasterKey, MasterKeys } from "./MasterKeys.js"

/** Sealed credentials cannot be opened; the message never contains them. */
export class VaultError extends Data.TaggedError("VaultError")<{
  readonly connectionId: string
  readonly reason: "Malformed" | "UnknownKey" | "NotAuthentic"
  readonly message: string
  /** The vendor of the connection; absent if what could not be opened does not belong to its credentials. */
  readonly vendor?: string
  /** The types of data that the connection reads; absent as `vendor` is. */
  readonly dataExportTypes?: ReadonlyArray<DataExportType>
}> {}

/** Keeps credentials unreadable in the database and its backups. */
export class Vault extends Context.Tag("@tributary/runtime-http/Vault")<
  Vault,
  {
    /** Encrypts a value so that it opens for this connection only. */
    readonly seal: (connectionId: string, value: Redacted.Redacted<string>) => Effect.Effect<Uint8Array>
    /** Decrypts a value that `seal` encrypted for this connection, with any of the master keys. */
    readonly open: (connectionId: string, sealed: Uint8Array) => Effect.Effect<Redacted.Redacted<string>, VaultError>
    /** The ids of the master keys; the first seals. */
    readonly keyIds: ReadonlyArray<string>
    /** A 256-bit key for another purpose, such as signing cursors. It is derived from the first master key, so it is the same in every process. */
    readonly derive: (purpose: string) => Buffer
    /** `derive` for every master key, in their order, to check values that were signed before a rotation. */
    readonly deriveAll: (purpose: string) => ReadonlyArray<Buffer>
  }
>() {
  static readonly make = (keys: MasterKeys): Context.Tag.Service<Vault> => makeVault(keys)

  static readonly layer = (keys: MasterKeys): Layer.Layer<Vault> => Layer.sync(Vault, () => makeVault(keys))
}

/*
 * Sealed, version 1:  version (1 byte) | length of key id (1) | key id | nonce (12) | tag (16) | AES-256-GCM ciphertext
 *
 * The first three fields and the connection id are authenticated along with the content: a row copied to another connection does not open.
 */
const version = 1
const nonceLength = 12
const tagLength = 16

const makeVault = (keys: MasterKeys): Context.Tag.Service<Vault> => {
  // Never the master key itself: a key that is used for another purpose must reveal nothing about this one.
  const sealingKey = ({ id, key }: MasterKey) => ({ id, key: subkey(key, "tributary/seal/v1") })
  const current = sealingKey(keys[0])
  const sealing = keys.map(sealingKey)

  const seal = (connectionId: string, value: Redacted.Redacted<string>) =>
    Effect.sync((): Uint8Array => {
      const header = Buffer.concat([Buffer.from([version, current.id.length]), Buffer.from(current.id)])
      // Random nonces are safe for 2^32 seals under one key.
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv("aes-256-gcm", current.key, nonce).setAAD(context(header, connectionId))
      const content = Buffer.concat([cipher.update(Redacted.value(value), "utf8"), cipher.final()])
      return Buffer.concat([header, nonce, cipher.getAuthTag(), content])
    })

  const open = (connectionId: string, sealed: Uint8Array) =>
    Effect.suspend((): Effect.Effect<Redacted.Redacted<string>, VaultError> => {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
      const headerLength = 2 + (bytes[1] ?? 0)
      if (bytes[0] !== version || bytes.length < headerLength + nonceLength + tagLength) {
        return refuse(connectionId, "Malformed", "are in a format that this release does not know; enter them again")
      }
      const header = bytes.subarray(0, headerLength)
      const id = header.subarray(2).toString()
      const found = sealing.find((key) => key.id === id)
      if (found === undefined) {
        // The message repeats the id only if it looks like one.
        const name = /^[\w.-]+$/.test(id) ? `"${id}"` : "with an unreadable id"
        return refuse(
          connectionId,
          "UnknownKey",
          `are sealed with the master key ${name}, which is not configured; add it after the current one`
        )
      }
      const tagStart = headerLength + nonceLength
      const decipher = createDecipheriv("aes-256-gcm", found.key, bytes.subarray(headerLength, tagStart), {
        authTagLength: tagLength
      })
        .setAAD(context(header, connectionId))
        .setAuthTag(bytes.subarray(tagStart, tagStart + tagLength))
      try {
        const content = Buffer.concat([decipher.update(bytes.subarray(tagStart + tagLength)), decipher.final()])
        return Effect.succeed(Redacted.make(content.toString("utf8")))
      } catch {
        return refuse(
          connectionId,
          "NotAuthentic",
          `do not open with the master key "${id}": the key is not the one that sealed them, or the stored bytes were ` +
            "changed; restore the key or enter the credentials again"
        )
      }
    })

  const deriveAll = (purpose: string) => keys.map(({ key }) => subkey(key, `tributary/derived/${purpose}`))

  return {
    seal,
    open,
    keyIds: keys.map(({ id }) => id),
    deriveAll,
    derive: (purpose) => subkey(keys[0].key, `tributary/derived/${purpose}`)
  }
}

const subkey = (key: KeyObject, info: string): Buffer => Buffer.from(hkdfSync("sha256", key, "", info, 32))

const context = (header: Buffer, connectionId: string): Buffer =>
  Buffer.concat([header, Buffer.from(`connection:${connectionId}`)])

const refuse = (connectionId: string, reason: VaultError["reason"], what: string) =>
  Effect.fail(
    new VaultError({ connectionId, reason, message: `The credentials of connection ${connectionId} ${what}.` })
  )
