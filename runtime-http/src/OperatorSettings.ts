import { Config, Effect, Redacted } from "effect"
import * as RuntimeConfig from "./RuntimeConfig.js"
import * as SecretSetting from "./SecretSetting.js"
import * as ServerLink from "./store/postgres/ServerLink.js"

/*
 * What the commands that ask a server read: they use no database, so these are no settings of the runtime.
 */

const URL_NAME = "TRIBUTARY_URL"
const KEY_NAME = "TRIBUTARY_OPERATOR_KEY"

/** The names of the variables. */
export const names: ReadonlySet<string> = new Set([URL_NAME, KEY_NAME, `${KEY_NAME}_FILE`])

/** Which server an operator asks, and with which key. */
export interface OperatorSettings {
  /** `TRIBUTARY_URL`: the base address of the API, which ends in `/v1`; by default that of a server on this machine, at `PORT` (8080). */
  readonly baseUrl: string
  /** `TRIBUTARY_OPERATOR_KEY`, or the content of the file that `TRIBUTARY_OPERATOR_KEY_FILE` names. */
  readonly key: Redacted.Redacted
}

const EXAMPLES = "such as https://api.example.com or http://127.0.0.1:8080"

/** The base address that a text means; null if it means none. */
const baseUrlOf = (text: string): string | null => {
  const address = text.trim()
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (!["http:", "https:"].includes(url.protocol)) return null
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return null
  const path = url.pathname.endsWith("/") ? url.pathname.slice(0, -1) : url.pathname
  return `${url.origin}${path.endsWith("/v1") ? path : `${path}/v1`}`
}

/** The server of this machine has the same settings. */
const ownServer = Config.map(
  Config.withDefault(Config.string("PORT"), String(RuntimeConfig.DEFAULT_PORT)),
  (port) => `http://127.0.0.1:${port}`
)

const settings = Config.all({
  named: Config.string(URL_NAME).pipe(Config.withDefault("")),
  own: ownServer,
  key: SecretSetting.optional(KEY_NAME)
})

/** Whether the key would be on the way in clear text. */
const isOpen = (baseUrl: string): boolean => {
  const { hostname, protocol } = new URL(baseUrl)
  return protocol === "http:" && ServerLink.isRemote(hostname)
}

const fail = (message: string) => new RuntimeConfig.SettingsError({ message })

/** Reads them; an error says which one is missing or wrong, and what to do. */
export const load: Effect.Effect<OperatorSettings, RuntimeConfig.SettingsError> = Effect.gen(function* () {
  const { key, named, own } = yield* RuntimeConfig.read(settings)
  const baseUrl = baseUrlOf(named === "" ? own : named)
  if (baseUrl === null) {
    return yield* fail(
      `${URL_NAME}: expected the address of a server, ${EXAMPLES}, without a user, a query or a fragment.`
    )
  }
  if (isOpen(baseUrl)) {
    return yield* fail(
      `${URL_NAME}: ${new URL(baseUrl).origin} is another machine without TLS, to which no key is sent: whoever is on the way could read it. Use https, or a tunnel to 127.0.0.1.`
    )
  }
  if (key === null || Redacted.value(key).trim() === "") {
    return yield* fail(
      `${KEY_NAME} is not set. Make a key with "tributary operators create", which needs the database, and set it, or name a file that contains it in ${KEY_NAME}_FILE.`
    )
  }
  return { baseUrl, key: Redacted.make(Redacted.value(key).trim()) }
})
