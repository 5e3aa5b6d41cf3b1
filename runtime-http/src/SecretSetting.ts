import { readFileSync } from "node:fs"
import { Config, ConfigError, Either, Option, Redacted } from "effect"

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

/** A secret from the variable `name`, or from the file that the variable `<name>_FILE` names; null when neither is set. */
export const optional = (name: string): Config.Config<Redacted.Redacted | null> => {
  const fileName = `${name}_FILE`
  const settings = [Config.option(Config.redacted(name)), Config.option(Config.string(fileName))] as const
  return Config.all(settings).pipe(
    Config.mapOrFail(([secret, path]) => {
      if (Option.isNone(path)) return Either.right(Option.getOrNull(secret))
      if (Option.isNone(secret)) return read(fileName, path.value)
      return Either.left(faulty(fileName, `${name} and ${fileName} are both set; set only one of them`))
    })
  )
}
