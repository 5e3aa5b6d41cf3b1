import { Effect, Either, Redacted } from "effect"
import { type KeyService, KeyServiceError } from "./KeyService.js"

/** Where a key of the Transit engine is. */
export interface Address {
  /** Such as `https://vault.example:8200`. */
  readonly origin: string
  /** The path of the engine, behind the namespace if there is one, such as `transit`. */
  readonly mount: string
  readonly name: string
}

/** How to reach a key. */
export interface Settings extends Address {
  /** The present token; null if none is sent, because an agent on this machine adds its own. Fails with what is wrong with its file. */
  readonly token: Effect.Effect<Redacted.Redacted | null, string>
  /** How long an answer may take, in milliseconds; 4,000 by default. */
  readonly timeoutMillis?: number
}

const TIMEOUT_MILLIS = 4_000
/** The longest answer that is read: those of the engine have some hundred bytes. */
const MAX_ANSWER = 65_536
const MAX_WRAPPED = 4_096
const MAX_ID = 200
/** How much of an error of the service is shown. */
const MAX_SHOWN = 200

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"])
const PATH = /^\/v1\/([\w./-]+)\/keys\/([\w.-]+)$/

/** Reads the address of a key, such as `https://vault.example:8200/v1/transit/keys/tributary`; the error says what is wrong with it. */
export const parse = (text: string): Either.Either<Address, string> => {
  const expected = "expected the address of a key, such as https://vault.example:8200/v1/transit/keys/tributary"
  if (!URL.canParse(text)) return Either.left(expected)
  const { hash, hostname, origin, password, pathname, protocol, search, username } = new URL(text)
  const [, mount, name] = PATH.exec(pathname) ?? []
  if (mount === undefined || name === undefined || `${search}${hash}${username}${password}` !== "") {
    return Either.left(expected)
  }
  if (`${mount}/${name}`.length > MAX_ID) return Either.left(`the path of the key has more than ${MAX_ID} characters`)
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.has(hostname))
    ? Either.right({ origin, mount, name })
    : Either.left("expected https, because keys are sent to it; http only to an agent on this machine")
}

/** What to do about each status. Vault lists them at https://developer.hashicorp.com/vault/api-docs#http-status-codes */
const remedies = ({ mount, name }: Address): Readonly<Record<number, string>> => ({
  403: `it does not accept the token: renew TRIBUTARY_KEY_SERVICE_TOKEN, and let its policy update ${mount}/encrypt/${name} and ${mount}/decrypt/${name}`,
  404: "there is no Transit engine: correct TRIBUTARY_KEY_SERVICE_URL, or enable the engine",
  429: "it gets too many requests, or is a standby: wait, or raise its limits",
  503: "it is sealed or under maintenance: unseal it"
})

const isRedirect = (status: number): boolean => status >= 300 && status < 400

class AnswerTooLong extends Error {
  override readonly name = "AnswerTooLong"
}

class NoAnswer extends Error {
  override readonly name = "NoAnswer"
}

const readBody = async ({ body }: Response): Promise<string> => {
  const pieces: Array<Uint8Array> = []
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > MAX_ANSWER) throw new AnswerTooLong()
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString("utf8")
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A member of an object that came from outside. */
const at = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

/** What the service says itself, without control characters. */
const saidIn = ({ body }: Answer): string => {
  const errors = at(body, "errors")
  const text = Array.isArray(errors) ? errors.filter((each) => typeof each === "string").join("; ") : ""
  return text.replace(/[^\x20-\x7e]/g, " ").slice(0, MAX_SHOWN)
}

/** Why there is no answer. Never the message of an error, which may quote a header, and with it the token. */
const codeOf = (error: unknown, timeoutMillis: number): string => {
  if (error instanceof NoAnswer) return `no answer in ${timeoutMillis / 1_000} seconds`
  if (error instanceof AnswerTooLong) return "the answer is too long"
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code = at(cause, "code") ?? at(cause, "name")
  return typeof code === "string" ? code : "an unknown reason"
}

/** Asks until the time is over or `signal` is aborted. `AbortSignal.any` would lose its time-out when garbage is collected. */
const withinTime = async <A>(
  timeoutMillis: number,
  signal: AbortSignal,
  request: (signal: AbortSignal) => Promise<A>
): Promise<A> => {
  const controller = new AbortController()
  const end = () => controller.abort()
  signal.addEventListener("abort", end)
  let timer: NodeJS.Timeout | undefined
  // Not only an abort, because `fetch` holds the signal of a request weakly.
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new NoAnswer())
      end()
    }, timeoutMillis)
  })
  try {
    return await Promise.race([request(controller.signal), over])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener("abort", end)
  }
}

/** What a header may have. */
const isToken = (token: Redacted.Redacted): boolean => /^[\x21-\x7e]+$/.test(Redacted.value(token))

/**
 * The Transit engine of HashiCorp Vault and of OpenBao: it encrypts and decrypts with a key that never leaves it, and can rotate the key.
 *
 * Its API is described at https://developer.hashicorp.com/vault/api-docs/secret/transit and https://openbao.org/api-docs/secret/transit.
 */
export const make = (settings: Settings): KeyService => {
  const { mount, name, origin, timeoutMillis = TIMEOUT_MILLIS, token } = settings
  const id = `${mount}/${name}`
  const fail = (what: string, reason: KeyServiceError["reason"] = "Unavailable") =>
    new KeyServiceError({ reason, message: `The key service "${id}" at ${origin} cannot be used: ${what}.` })

  const send = (operation: "encrypt" | "decrypt", body: object): Effect.Effect<Answer, KeyServiceError> =>
    Effect.gen(function* () {
      const current = yield* Effect.mapError(token, (problem) => fail(`TRIBUTARY_KEY_SERVICE_TOKEN_FILE: ${problem}`))
      if (current !== null && !isToken(current)) {
        return yield* fail(
          "TRIBUTARY_KEY_SERVICE_TOKEN, or its file, is not one line of visible ASCII characters: write only the token there"
        )
      }
      return yield* Effect.tryPromise({
        try: (outer) =>
          withinTime(timeoutMillis, outer, async (signal) => {
            const response = await fetch(`${origin}/v1/${mount}/${operation}/${name}`, {
              method: "POST",
              headers: {
                "content-type": "application/json",
                // Vault's agent refuses requests without it that a browser may have been led to send.
                "x-vault-request": "true",
                ...(current === null ? {} : { "x-vault-token": Redacted.value(current) })
              },
              body: JSON.stringify(body),
              // The token must not follow to another host.
              redirect: "manual",
              signal
            })
            return { status: response.status, body: jsonOf(await readBody(response)) }
          }),
        catch: (error) =>
          fail(
            `it does not answer (${codeOf(error, timeoutMillis)}): check that it runs, and TRIBUTARY_KEY_SERVICE_URL`
          )
      })
    }).pipe(
      // One that has just elected another leader closes its connections.
      Effect.retry({ times: 1 })
    )

  const ask = (operation: "encrypt" | "decrypt", body: object, field: string) =>
    Effect.flatMap(send(operation, body), (answer): Effect.Effect<string, KeyServiceError> => {
      const { status } = answer
      const said = saidIn(answer)
      if (status === 400 && operation === "decrypt") {
        return fail(
          `it does not decrypt a stored key (400: ${said}): if its version is too old, lower min_decryption_version, and run "tributary master-keys rewrap --all" before you raise it again; if the key was replaced, restore it`,
          "Refused"
        )
      }
      if (isRedirect(status)) return fail(`it redirects (${status}): set TRIBUTARY_KEY_SERVICE_URL to the active node`)
      if (status !== 200) {
        const remedy = remedies(settings)[status] ?? "its log says why"
        return fail(`${remedy} (${status}${said === "" ? "" : `: ${said}`})`)
      }
      const value = at(at(answer.body, "data"), field)
      return typeof value === "string"
        ? Effect.succeed(value)
        : fail("it sent something that is not an answer of the Transit engine: correct TRIBUTARY_KEY_SERVICE_URL")
    })

  return {
    id,
    wrap: (bytes) =>
      Effect.flatMap(ask("encrypt", { plaintext: Buffer.from(bytes).toString("base64") }, "ciphertext"), (text) =>
        /^[\x21-\x7e]+$/.test(text) && text.length <= MAX_WRAPPED
          ? Effect.succeed(Buffer.from(text))
          : fail("it sent something that is not a ciphertext: correct TRIBUTARY_KEY_SERVICE_URL")
      ),
    unwrap: (wrapped) =>
      Effect.flatMap(ask("decrypt", { ciphertext: Buffer.from(wrapped).toString("utf8") }, "plaintext"), (text) =>
        /^[A-Za-z0-9+/]+={0,2}$/.test(text)
          ? Effect.succeed(Buffer.from(text, "base64"))
          : fail("it sent something that is not base64: correct TRIBUTARY_KEY_SERVICE_URL")
      )
  }
}
