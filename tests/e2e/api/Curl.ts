/** A request as a curl command describes it. */
export interface CurlRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** What an answer shows that a reader looks at. */
export interface CurlAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The values of the variables in a command. */
export type Variables = Readonly<Record<string, string>>

const CODE = /^```sh\n([\s\S]*?)^```$/gm
const WORD = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g
const QUOTED = /'([^']*)'|"([^"]*)"|([^'"]+)/g

/** Every curl command in the code of a Markdown text. */
export const commandsIn = (markdown: string): ReadonlyArray<string> =>
  [...markdown.matchAll(CODE)]
    .flatMap(([, code = ""]) => code.split(/(?<!\\)\n/))
    .map((line) => line.trim())
    .filter((line) => line.startsWith("curl "))

const expand = (text: string, variables: Variables): string =>
  text.replace(/\$([A-Z_]+)/g, (_, name: string) => {
    const value = variables[name]
    if (value === undefined) throw new Error(`No value for $${name}.`)
    return value
  })

/** The arguments of a command, as a shell passes them on. */
const wordsOf = (command: string, variables: Variables): ReadonlyArray<string> =>
  (command.replaceAll("\\\n", " ").match(WORD) ?? []).map((word) =>
    [...word.matchAll(QUOTED)]
      .map(([, single, double, bare]) => single ?? expand(double ?? bare ?? "", variables))
      .join("")
  )

/** What each option does with the argument that follows it. */
const options: Readonly<Record<string, (request: CurlRequest, argument: string) => CurlRequest>> = {
  "-X": (request, method) => ({ ...request, method }),
  "-d": (request, body) => ({ ...request, body, method: request.method === "GET" ? "POST" : request.method }),
  "-H": (request, header) => {
    const colon = header.indexOf(":")
    return { ...request, headers: { ...request.headers, [header.slice(0, colon)]: header.slice(colon + 1).trim() } }
  }
}

/** Options that change only what curl prints. */
const silent: ReadonlySet<string> = new Set(["-i", "-s"])

/** Reads a command. Without `Content-Type`, curl says that a body is a form. */
export const parse = (command: string, variables: Variables): CurlRequest => {
  const [, ...words] = wordsOf(command, variables)
  let request: CurlRequest = { url: "", method: "GET", headers: {}, body: null }
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ""
    const option = options[word]
    if (option !== undefined) request = option(request, words[++index] ?? "")
    else if (!word.startsWith("-")) request = { ...request, url: word }
    else if (!silent.has(word)) throw new Error(`The option ${word} of curl is not known here.`)
  }
  const isTyped = Object.keys(request.headers).some((name) => name.toLowerCase() === "content-type")
  return request.body === null || isTyped
    ? request
    : { ...request, headers: { ...request.headers, "Content-Type": "application/x-www-form-urlencoded" } }
}

/** Sends what the command describes. */
export const run = async (command: string, variables: Variables): Promise<CurlAnswer> => {
  const { body, headers, method, url } = parse(command, variables)
  const init = { method, headers, ...(body === null ? {} : { body: new TextEncoder().encode(body) }) }
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
