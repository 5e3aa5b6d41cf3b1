/* Names of fields that hold a credential, whoever made it: of the customer, or of the vendor, such as a session. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "))

/** The last words of names of credentials, also as the end of a longer word: `clientsecret`. */
const ENDS = [
  "secret",
  "password",
  "passwd",
  "passphrase",
  "passcode",
  "assertion",
  "authorization",
  "credential",
  "apikey",
  "privatekey",
  "accesskey",
  "secretkey",
  "sshkey",
  "accesstoken",
  "refreshtoken",
  "sessionid",
  "phpsessid",
  "connectionstring"
]

/** Last words of such names on their own. */
const WORDS = setOf("jwt pwd keystore kubeconfig keytab")

/** The words before a last word with which it is a credential. */
const PAIRS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "key",
    setOf(
      "private api access secret signing encryption session recovery bitlocker vault escrow license ssh shared storage auth tls cert"
    )
  ],
  [
    "code",
    setOf(
      "pass unlock lock bypass recovery backup auth authorization device security verification activation pairing enrollment pin"
    )
  ],
  ["token", setOf("access refresh bearer session auth api security csrf xsrf id")],
  ["id", setOf("session")],
  ["verifier", setOf("code")],
  ["answer", setOf("security recovery")],
  ["string", setOf("connection community")],
  ["response", setOf("saml")],
  ["phrase", setOf("pass")],
  ["header", setOf("auth authorization")],
  ["seed", setOf("mfa otp totp")],
  ["url", setOf("database webhook sas redis jdbc")],
  ["uri", setOf("mongo database redis")],
  ["community", setOf("snmp")]
])

/** Further last words, which rows have and exchanges do not, or only for what is no credential, such as a cursor. */
const WORDS_IN_ROWS = setOf("token cookie salt pass pin otp totp psk bearer dsn sas pkcs pfx")

/** What can follow the name of a credential. */
const MORE = setOf("value text hash salt pem base encrypted enc plain sha md blob data binary string v")

const NUMBER = /^\d+$/

/** The words of a name in lower case: `clientSecret2` and `Client Secret 2` have the same. */
const wordsOf = (name: string): Array<string> =>
  name
    // What a record cannot have disappears from its names as well.
    .replaceAll("\u0000", "")
    .replace(/\p{Cs}/gu, "")
    .replace(/[^\p{L}\p{N}]/gu, " ")
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, " ")
    .toLowerCase()
    .split(" ")
    .filter((word) => word !== "")

const singular = (word: string): string => (/[^cs]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word)

/** Whether the last of the words say that something is a credential. */
const areOfSecret = (words: ReadonlyArray<string>, isInRow: boolean): boolean => {
  const last = singular(words.at(-1) ?? "")
  const before = words.at(-2)
  if (WORDS.has(last) || ENDS.some((end) => last.endsWith(end))) return true
  if (before !== undefined && PAIRS.get(last)?.has(before) === true) return true
  return isInRow && (WORDS_IN_ROWS.has(last) || last.endsWith("token"))
}

const isOfSecret = (name: string, isInRow: boolean): boolean => {
  const words = wordsOf(name)
  while (words.length > 0) {
    if (areOfSecret(words, isInRow)) return true
    const last = words.pop() ?? ""
    if (!MORE.has(last) && !NUMBER.test(last)) return false
  }
  return false
}

/** A name of tokens that may be a cursor, unless its value is a signed one. */
const TOKEN = /token$/i

/** A signed token: https://www.rfc-editor.org/rfc/rfc7519#section-3.1 */
const SIGNED = /(?<![\w-])eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/

/** Whether a value under this name, somewhere in an exchange with a vendor, is a credential. A cursor such as `nextPageToken` is none. */
export const isSecret = (name: string, value: string): boolean =>
  isOfSecret(name, false) || (TOKEN.test(name) && SIGNED.test(value))

const known = new Map<string, boolean>()

/** How many names are remembered: a vendor may send objects with other keys in each row. */
const MAX_KNOWN = 10_000

/** Longer names are texts. */
const MAX_NAME_LENGTH = 100

/** Whether a field of this name, in a row, holds a credential. */
export const isSecretInRow = (name: string): boolean => {
  if (name.length > MAX_NAME_LENGTH) return false
  const found = known.get(name)
  if (found !== undefined) return found
  const is = isOfSecret(name, true)
  if (known.size < MAX_KNOWN) known.set(name, is)
  return is
}

const INSTANT = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]{4,20}(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** Words of settings. */
const SETTINGS = setOf(
  "true false yes no on off required optional enabled disabled none active inactive expired valid invalid never"
)

/** Whether a value cannot be a credential, whatever its field is called, such as the time of a change of password. */
export const isHarmless = (value: unknown): boolean =>
  typeof value === "boolean" ||
  (typeof value === "string" && (INSTANT.test(value) || (value.length < 10 && SETTINGS.has(value.toLowerCase()))))

/** Whether a plain value of a row may be a credential, by the name of its field. */
export const mayBeSecret = (name: string, value: unknown): boolean => isSecretInRow(name) && !isHarmless(value)

/** Last words of fields that are about a credential, and none themselves. */
const ABOUT = setOf(
  "id name type status state provider algorithm usage at date time datetime created updated arn version"
)

/** Whether a field inside an object of credentials is only about them, such as the id of a key. */
export const isAboutSecret = (name: string): boolean => ABOUT.has(wordsOf(name).at(-1) ?? "")

const USER_IN_ADDRESS = /:\/\/[^/\s:@?#,]{0,200}:[^/\s@?#,]{1,200}@/
const PARAMETER =
  /[?&#](?:[\w-]{0,40}(?:secret|password|signature|api[_-]?key|access[_-]?token|auth[_-]?token|id[_-]?token|refresh[_-]?token)|token|sig)=[^&\s]{16}/i
const IN_HEADER = /(?:^|authorization\W{1,4})(?:bearer|basic) (?=\S{0,200}\d)[\w+/=.~-]{16}/i
const IN_CONNECTION_STRING = /(?:^|[;&\s])(?:password|pwd|accountkey|sharedaccesskey)=[^\s;&]{4}/i
const PREFIXED = /\b(?:gh[oprsu]_|xox[abprs]-)[\w-]{16}/

/** No text with a credential is shorter. */
const SHORTEST = 10

/** Whether a text has a credential in it: a signed token, a private key, an address with a password or a signature, or a connection string. */
export const hasSecret = (text: string): boolean => {
  if (text.length < SHORTEST) return false
  if (text.includes("://") && (USER_IN_ADDRESS.test(text) || PARAMETER.test(text))) return true
  if (text.includes("eyJ") && SIGNED.test(text)) return true
  if (text.includes(" ") && (text.includes("PRIVATE KEY-----") || IN_HEADER.test(text))) return true
  if (text.includes("=") && IN_CONNECTION_STRING.test(text)) return true
  return (text.includes("xox") || text.includes("gh")) && PREFIXED.test(text)
}

const LABELS = ["name", "Name", "key", "Key", "field", "fieldName", "label", "title", "displayName"] as const

const VALUES: ReadonlySet<string> = new Set(["value", "Value", "values", "Values"])

/** Whether a field of this name is the value of a pair, such as `{ "name": "password", "value": "..." }`. */
export const isValueOfPair = (name: string): boolean => VALUES.has(name)

/** Whether the name of the pair says that its value is a credential. */
export const isPairOfSecret = (fields: Readonly<Record<string, unknown>>): boolean =>
  LABELS.some((label) => {
    const text = fields[label]
    return typeof text === "string" && isSecretInRow(text)
  })
