import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto"
import { Context, Data, Effect, Either, Layer } from "effect"
import { Vault } from "../secrets/Vault.js"
import type { Start } from "./PageRequest.js"

/** This service did not issue the token, the token was altered, or it belongs to another connection, endpoint or set of filters. */
export class CursorInvalid extends Data.TaggedError("CursorInvalid") {}

/** What a cursor is bound to; it is invalid anywhere else. */
export interface CursorBinding {
  readonly connectionId: string
  /** The record kind, or another name of the endpoint. */
  readonly kind: string
  /** The filters of the walk as one canonical text, without `updatedSince`. */
  readonly filters: string
}

/** Where a walk continues. */
export interface CursorPosition {
  /** As in the first request; the cursor carries it, so the caller does not send it again. */
  readonly updatedSince: string | null
  readonly direction: "After" | "Before"
  readonly position: number
}

/** Opaque tokens for the positions of a walk. */
export class Cursor extends Context.Tag("@tributary/runtime-http/Cursor")<
  Cursor,
  {
    /** Returns the token to give to the caller. */
    readonly encode: (cursor: CursorBinding & CursorPosition) => string
    /** Checks a token that a caller sent against the request it came with. */
    readonly decode: (
      token: string,
      binding: CursorBinding
    ) => Either.Either<{ readonly start: Start; readonly updatedSince: string | null }, CursorInvalid>
  }
>() {
  /** The first key signs tokens; tokens signed with any of the keys are accepted, so that a walk survives a change of keys. */
  static readonly make = (keys: ReadonlyArray<Buffer>): Context.Tag.Service<Cursor> => makeCursor(keys)

  static readonly layer: Layer.Layer<Cursor, never, Vault> = Layer.effect(
    Cursor,
    Effect.map(Vault, (vault) => makeCursor(vault.deriveAll("cursor")))
  )
}

/*
 * Base64url of:  version (1 byte) | flags (1) | position (8) | updatedSince (variable) | tag (16, from HMAC-SHA256)
 *
 * The tag also covers the binding. It is cut to 128 bits, which is secure and keeps the token short.
 */
const VERSION = 1
const HEADER = 10
const TAG = 16
const BEFORE = 1
const SINCE = 2
const MAX_TOKEN = 256

const tagOf = (key: KeyObject, { connectionId, kind, filters }: CursorBinding, payload: Buffer): Buffer =>
  createHmac("sha256", key)
    .update(JSON.stringify([connectionId, kind, filters]))
    .update(payload)
    .digest()
    .subarray(0, TAG)

/** Created only when needed: an error captures its stack, which costs more than the rest of decoding. */
const invalid = () => Either.left(new CursorInvalid())

const makeCursor = (secrets: ReadonlyArray<Buffer>): Context.Tag.Service<Cursor> => {
  const keys = secrets.map((secret) => createSecretKey(secret))
  const [current] = keys
  if (current === undefined) throw new Error("Cursors need at least one key.")

  const encode = (cursor: CursorBinding & CursorPosition): string => {
    const { direction, position, updatedSince } = cursor
    const since = updatedSince ?? ""
    const end = HEADER + Buffer.byteLength(since)
    const bytes = Buffer.alloc(end + TAG)
    bytes[0] = VERSION
    bytes[1] = (direction === "Before" ? BEFORE : 0) | (updatedSince === null ? 0 : SINCE)
    bytes.writeBigInt64BE(BigInt(position), 2)
    bytes.write(since, HEADER)
    tagOf(current, cursor, bytes.subarray(0, end)).copy(bytes, end)
    return bytes.toString("base64url")
  }

  const decode = (token: string, binding: CursorBinding) => {
    if (token.length > MAX_TOKEN) return invalid()
    const bytes = Buffer.from(token, "base64url")
    // The decoder skips characters that are not base64, so accept a token only if it is spelled exactly as `encode` spells it.
    if (bytes.length < HEADER + TAG || bytes.toString("base64url") !== token) return invalid()
    const payload = bytes.subarray(0, -TAG)
    const tag = bytes.subarray(-TAG)
    if (payload[0] !== VERSION || !keys.some((key) => timingSafeEqual(tagOf(key, binding, payload), tag)))
      return invalid()
    const flags = payload[1] ?? 0
    const position = Number(payload.readBigInt64BE(2))
    const start: Start = (flags & BEFORE) === 0 ? { _tag: "After", position } : { _tag: "Before", position }
    return Either.right({ start, updatedSince: (flags & SINCE) === 0 ? null : payload.subarray(HEADER).toString() })
  }

  return { encode, decode }
}
