import { randomBytes } from "node:crypto"
import { link, mkdir, open, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Redacted } from "effect"
import { generate, type MasterKeys, MasterKeysError, parse } from "./MasterKeys.js"

/** The path of the key file in a data folder. */
export const pathIn = (dataDir: string): string => join(dataDir, "master.key")

/**
 * The key in `master.key` of the data folder, which is generated if it does not exist. The default for the embedded database.
 *
 * Without the file, the credentials sealed with it cannot be opened, so back it up, preferably apart from the data.
 */
export const read = (dataDir: string): Effect.Effect<MasterKeys, MasterKeysError> => {
  const file = pathIn(dataDir)
  return Effect.tryPromise(() => readOrCreate(dataDir, file)).pipe(
    Effect.mapError(({ cause }) => `cannot be read or created: ${String(cause)}`),
    Effect.flatMap((text) => Effect.mapError(parse(Redacted.make(text)), ({ message }) => `is invalid: ${message}`)),
    Effect.mapError((problem) => new MasterKeysError({ message: `The master key file ${file} ${problem}` }))
  )
}

const readOrCreate = async (dataDir: string, file: string): Promise<string> => {
  const existing = await readIfExists(file)
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

const readIfExists = async (file: string): Promise<string | undefined> => {
  try {
    return (await readFile(file, "utf8")).trim()
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") {
      return undefined
    }
    throw cause
  }
}
