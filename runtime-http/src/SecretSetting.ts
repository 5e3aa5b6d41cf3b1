import { readFileSync } from "node:fs"
import { Config, ConfigError, Effect, Either, Option, Redacted } from "effect"

const faulty = (name: string, problem: string) => ConfigError.InvalidData([name], `${name}: ${problem}`)

const withoutLineBreaks = (text: string): string => {
  let end = text.length
  while (end > 0 && "\r\n".includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** The text of a file without the line break at its end, which editors and `echo` add. */
const read = (name: string, path: string): Either.Either<Redacted.Redacted, ConfigError.ConfigError> => {
  let text: string
  try {
    text = withoutLineBreaks(readFileSync(path, "utf8"))
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "an unknown reason"
    return Either.left(faulty(name, `the file ${path} cannot be read (${code})`))
  }
  return text.trim() === "" ? Either.left(faulty(name, `the file ${path} is empty`)) : Either.right(Redacted.make(text))
}

/** What the variable `name` and the variable `<name>_FILE` say, of which one may be set. */
const settingsOf = (name: string) =>
  Config.all([Config.option(Config.redacted(name)), Config.option(Config.string(`${name}_FILE`))] as const).pipe(
    Config.mapOrFail(([secret, path]) =>
      Option.isSome(path) && Option.isSome(secret)
        ? Either.left(faulty(`${name}_FILE`, `${name} and ${name}_FILE are both set; set only one of them`))
        : Either.right({ secret: Option.getOrNull(secret), path: Option.getOrNull(path) })
    )
  )

/** A secret from the variable `name`, or from the file that the variable `<name>_FILE` names; null when neither is set. */
export const optional = (name: string): Config.Config<Redacted.Redacted | null> =>
  Config.mapOrFail(settingsOf(name), ({ path, secret }) =>
    path === null ? Either.right(secret) : read(`${name}_FILE`, path)
  )

/** A secret that may change while the process runs. */
export interface RenewedSecret {
  /** The secret as it is now; fails with what is wrong with its file, such as "the file /run/token is empty". */
  readonly current: Effect.Effect<Redacted.Redacted, string>
}

const fixed = (secret: Redacted.Redacted): RenewedSecret => ({ current: Effect.succeed(secret) })

/** The same, but the file is read again whenever the secret is used: agents renew tokens in files. */
export const renewed = (name: string): Config.Config<RenewedSecret | null> =>
  Config.mapOrFail(settingsOf(name), ({ path, secret }) => {
    if (path === null) return Either.right(secret === null ? null : fixed(secret))
    const now = () => read(`${name}_FILE`, path)
    const current = Effect.suspend(() => Either.mapLeft(now(), () => `the file ${path} cannot be read, or is empty`))
    return Either.map(now(), () => ({ current }))
  })
