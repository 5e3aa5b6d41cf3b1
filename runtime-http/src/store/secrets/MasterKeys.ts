import { createSecretKey, type KeyObject, randomBytes } from "node:crypto"
import { link, mkdir, open, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { Data, Effect, Redacted } from "effect"

/** The master keys cannot be used; the message never contains a key. */
export class MasterKeysError extends Data.TaggedError("MasterKeysError")<{ readonly message: string }> {}

/** One master key. */
export interface MasterKey {
  /** Up to 64 letters, digits, dots, dashes and underscores; sealed values name the key by it. */
  readonly id: string
  /** 256 bits; printing the object does not reveal them. */
  readonly key: KeyObject
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

/** The path of the key file in a data folder. */
export const fileIn = (dataDir: string): string => join(dataDir, "master.key")

/**
 * The key in `master.key` of the data folder, which is generated if it does not exist. The default for the embedded database.
 *
 * Without the file, the credentials sealed with it cannot be opened, so back it up, preferably apart from the data.
 */
export const fromFolder = (dataDir: string): Effect.Effect<MasterKeys, MasterKeysError> => {
  const file = fileIn(dataDir)
  return Effect.tryPromise({
    try: () => readOrCreate(dataDir, file),
    catch: (cause) =>
      new MasterKeysError({ message: `The master key file ${file} cannot be read or created: ${String(cause)}` })
  }).pipe(
    Effect.flatMap((text) => parse(Redacted.make(text))),
    Effect.mapError(
      ({ message }) => new MasterKeysError({ message: message.includes(file) ? message : `${file}: ${message}` })
    )
  )
}

/** A new random key in the form that `parse` reads. */
export const generate = (): Redacted.Redacted<string> =>
  Redacted.make(`key-${randomBytes(4).toString("hex")}:${randomBytes(32).toString("base64")}`)

const readOrCreate = async (dataDir: string, file: string): Promise<string> => {
  const existing = await readIfThere(file)
  if (existing !== undefined) {
    return existing
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // Written to another file, flushed and then linked: the key file is never incomplete, and only one of two processes creates it.
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
