import { createSecretKey, type KeyObject, randomBytes } from "node:crypto"
import { link, mkdir, open, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { Data, Effect, Redacted } from "effect"

/** The master keys cannot be used; the message never holds one. */
export class MasterKeysError extends Data.TaggedError("MasterKeysError")<{ readonly message: string }> {}

export interface MasterKey {
  readonly id: string
  /** 256 bits; prints without its content. */
  readonly key: KeyObject
}

/**
 * The keys that protect credentials at rest: the first one seals, any of them opens.
 *
 * To rotate, put the new key behind the old one everywhere, then in front of it everywhere.
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

/** Where the key of a data folder is. */
export const fileIn = (dataDir: string): string => join(dataDir, "master.key")

/**
 * The key of the embedded default: `master.key` in the data folder, generated when it is not there yet.
 *
 * Whoever loses the file loses the credentials sealed with it, so it belongs into the same backup as the data, or better into another.
 */
export const fromFolder = (dataDir: string): Effect.Effect<MasterKeys, MasterKeysError> => {
  const file = fileIn(dataDir)
  return Effect.tryPromise({
    try: () => readOrCreate(dataDir, file),
    catch: (cause) =>
      new MasterKeysError({ message: `The master key file ${file} cannot be read or written: ${String(cause)}` })
  }).pipe(
    Effect.flatMap((text) => parse(Redacted.make(text))),
    Effect.mapError(
      ({ message }) => new MasterKeysError({ message: message.includes(file) ? message : `${file}: ${message}` })
    )
  )
}

/** A fresh key in the form `parse` reads. */
export const generate = (): Redacted.Redacted<string> =>
  Redacted.make(`key-${randomBytes(4).toString("hex")}:${randomBytes(32).toString("base64")}`)

const readOrCreate = async (dataDir: string, file: string): Promise<string> => {
  const existing = await readIfThere(file)
  if (existing !== undefined) {
    return existing
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // Written aside, flushed and linked: the name never stands for half a key, and of two processes one wins.
  const aside = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`
  const handle = await open(aside, "wx", 0o600)
  try {
    await handle.writeFile(`${Redacted.value(generate())}\n`)
    await handle.sync()
    await link(aside, file).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== "EEXIST") {
        throw cause
      }
    })
  } finally {
    await handle.close()
    await rm(aside, { force: true })
  }
  return (await readFile(file, "utf8")).trim()
}

const readIfThere = async (file: string): Promise<string | undefined> => {
  try {
    return (await readFile(file, "utf8")).trim()
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") {
      return undefined
    }
    throw cause
  }
}

const parseKey = (text: string, index: number): Effect.Effect<MasterKey, MasterKeysError> => {
  const [, id, encoded] = /^\s*([A-Za-z0-9._-]{1,64}):(.*?)\s*$/s.exec(text) ?? []
  if (id === undefined || encoded === undefined) {
    return new MasterKeysError({
      message:
        `Master key ${index + 1} is not of the form <id>:<base64 of 32 bytes>, ` +
        "where the id is up to 64 letters, digits, dots, dashes and underscores."
    })
  }
  // Buffer.from skips whatever is not base64, so a mistyped key would turn into another one.
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) {
    return new MasterKeysError({ message: `Master key "${id}" is not valid base64.` })
  }
  const bytes = Buffer.from(encoded, "base64")
  if (bytes.length !== 32) {
    return new MasterKeysError({
      message: `Master key "${id}" has ${bytes.length} bytes instead of 32. Make one with: openssl rand -base64 32`
    })
  }
  return Effect.succeed({ id, key: createSecretKey(bytes) })
}
