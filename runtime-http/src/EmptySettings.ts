import { Config, ConfigError, ConfigProvider, Effect, Either } from "effect"

/** Reads a setting's raw text. `Config.primitive` does return a `Primitive`; only its declared type is wider. */
const verbatim = Config.primitive("a string", Either.right) as Config.Config.Primitive<string>

/** Treats an empty variable as not set: Compose files and CI systems pass unset variables as empty strings. */
export const asUnset = (provider: ConfigProvider.ConfigProvider): ConfigProvider.ConfigProvider => {
  const { flattened } = provider
  return ConfigProvider.fromFlat({
    ...flattened,
    load: (path, primitive, split) =>
      Effect.flatMap(flattened.load(path, verbatim, false), ([text = ""]) =>
        text.trim() === ""
          ? Effect.fail(ConfigError.MissingData([...path], `Expected ${path.join(".")} to be set`))
          : flattened.load(path, primitive, split)
      )
  })
}
