// store/secrets: seals credentials with the master key, and knows which keys a database needs.

import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto"
import type { DataExportType } from "@tributary/core"
import { Context, Data, Effect, Layer, Redacted } from "effect"
import type { KeyServiceError } from "./KeyService.js"
import type { MasterKey, MasterKeys } from "./MasterKeys.js"

/** Sealed credentials cannot be opened; the message never contains them. */
export class VaultError extends Data.TaggedError("VaultError")<{
  readonly connectionId: string
  readonly reason: "Malformed" | "UnknownKey" | "NotAuthentic"
  readonly message: string
  /** The key that is not configured, if that is the reason, and it looks like the id of one; absent otherwise. */
  readonly keyId?: string
  /** The vendor of the connection; absent if what could not be opened does not belong to its credentials. */
  readonly vendor?: string
  /** Which of the connector's ways to sign in the connection uses; null for the first, and absent as `vendor` is. */
  readonly authType?: string | null
  /** The types of data that the connection reads; absent as `vendor` is. */
  readonly dataExportTypes?: ReadonlyArray<DataExportType>
}> {}

/** Keeps credentials unreadable in the database and its backups. */
export class Vault extends Context.Tag("@tributary/runtime-http/Vault")<
  Vault,
  {
    /** Encrypts a value so that it opens for this connection only. */
    readonly seal: (
      connectionId: string,
      value: Redacted.Redacted<string>
    ) => Effect.Effect<Uint8Array, KeyServiceError>
    /** Decrypts a value that `seal` encrypted for this connection, with any of the master keys. */
    readonly open: (
      connectionId: string,
      sealed: Uint8Array
    ) => Effect.Effect<Redacted.Redacted<string>, VaultError | KeyServiceError>
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
 * Sealed, version 1, with a master key:
 *   1 (1 byte) | length of key id (1) | key id | nonce (12) | tag (16) | AES-256-GCM ciphertext
 * Sealed, version 2, with a data key that a key service has wrapped:
 *   2 (1 byte) | length of key id (1) | key id | length of wrapped key (2) | wrapped key | nonce (12) | tag (16) | AES-256-GCM ciphertext
 *
 * What precedes the nonce and the connection id are authenticated along with the content: a row copied to another connection does not open.
 */
const LOCAL = 1
const WRAPPED = 2
const nonceLength = 12
const tagLength = 16

/** The parts of a sealed value. */
interface Parts {
  readonly id: string
  /** Null in version 1. */
  readonly wrapped: Buffer | null
  readonly header: Buffer
  readonly nonce: Buffer
  readonly tag: Buffer
  readonly content: Buffer
}

/** Null if the value is not a sealed one of a known version. */
const partsOf = (bytes: Buffer): Parts | null => {
  const [version = 0, idLength = 0] = bytes
  const idEnd = 2 + idLength
  if ((version !== LOCAL && version !== WRAPPED) || bytes.length < idEnd + 2) return null
  const headerEnd = version === LOCAL ? idEnd : idEnd + 2 + bytes.readUInt16BE(idEnd)
  const tagStart = headerEnd + nonceLength
  const contentStart = tagStart + tagLength
  if (bytes.length < contentStart) return null
  return {
    id: bytes.subarray(2, idEnd).toString(),
    wrapped: version === LOCAL ? null : bytes.subarray(idEnd + 2, headerEnd),
    header: bytes.subarray(0, headerEnd),
    nonce: bytes.subarray(headerEnd, tagStart),
    tag: bytes.subarray(tagStart, contentStart),
    content: bytes.subarray(contentStart)
  }
}

const headerOf = (id: string, wrapped: Buffer | null): Buffer => {
  const start = Buffer.concat([Buffer.from([wrapped === null ? LOCAL : WRAPPED, id.length]), Buffer.from(id)])
  if (wrapped === null) return start
  const length = Buffer.alloc(2)
  length.writeUInt16BE(wrapped.length)
  return Buffer.concat([start, length, wrapped])
}

const makeVault = (keys: MasterKeys): Context.Tag.Service<Vault> => {
  // Never the master key itself: a key that is used for another purpose must reveal nothing about this one.
  const sealingKey = ({ key }: MasterKey) => createSecretKey(subkey(key, "tributary/seal/v1"))
  const sealing = keys.map((master) => ({ ...master, key: sealingKey(master) }))
  const [first] = keys
  const current: Effect.Effect<{ readonly wrapped: Buffer | null; readonly key: KeyObject }, KeyServiceError> =
    first.dataKeys?.current ?? Effect.succeed({ wrapped: null, key: sealingKey(first) })

  const seal = (connectionId: string, value: Redacted.Redacted<string>) =>
    Effect.map(current, ({ key, wrapped }): Uint8Array => {
      const header = headerOf(first.id, wrapped)
      // Random nonces are safe for 2^32 seals under one key.
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(context(header, connectionId))
      const content = Buffer.concat([cipher.update(Redacted.value(value), "utf8"), cipher.final()])
      return Buffer.concat([header, nonce, cipher.getAuthTag(), content])
    })

  const openWith = (key: KeyObject, connectionId: string, { content, header, id, nonce, tag }: Parts) => {
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagLength })
      .setAAD(context(header, connectionId))
      .setAuthTag(tag)
    try {
      const opened = Buffer.concat([decipher.update(content), decipher.final()])
      return Effect.succeed(Redacted.make(opened.toString("utf8")))
    } catch {
      return refuse(
        connectionId,
        "NotAuthentic",
        `do not open with the master key "${id}": the key is not the one that sealed them, or the stored bytes were ` +
          "changed; restore the key or enter the credentials again"
      )
    }
  }

  const open = (connectionId: string, sealed: Uint8Array) =>
    Effect.suspend((): Effect.Effect<Redacted.Redacted<string>, VaultError | KeyServiceError> => {
      const parts = partsOf(Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength))
      if (parts === null) return malformed(connectionId)
      const { id, wrapped } = parts
      const found = sealing.find((key) => key.id === id)
      if (found === undefined) {
        // The message repeats the id only if it looks like one.
        const keyId = /^[\w./-]+$/.test(id) ? { keyId: id } : {}
        const name = keyId.keyId === undefined ? "with an unreadable id" : `"${id}"`
        return refuse(
          connectionId,
          "UnknownKey",
          `are sealed with the master key ${name}, which is not configured; add it after the current one`,
          keyId
        )
      }
      if (wrapped === null && found.dataKeys === undefined) return openWith(found.key, connectionId, parts)
      if (wrapped === null || found.dataKeys === undefined) return malformed(connectionId)
      return Effect.flatMap(found.dataKeys.unwrap(wrapped), (key) => openWith(key, connectionId, parts))
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

const malformed = (connectionId: string) =>
  refuse(connectionId, "Malformed", "are in a format that this release does not know; enter them again")

const refuse = (
  connectionId: string,
  reason: VaultError["reason"],
  what: string,
  more: { readonly keyId?: string } = {}
) =>
  Effect.fail(
    new VaultError({ connectionId, reason, message: `The credentials of connection ${connectionId} ${what}.`, ...more })
  )
