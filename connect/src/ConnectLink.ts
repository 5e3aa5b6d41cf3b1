/** The address of a connect session, as the API gives it to the product's server. */
export interface ConnectLink {
  /** The whole address. Whoever has it can use it, so no message quotes it. */
  readonly href: string
  /** The origin of the page: messages go to it, and come from it. */
  readonly origin: string
}

/** Names of this machine, where browsers treat `http` as safe. */
const isThisMachine = (hostname: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/** What is wrong with an address; null if nothing is. */
const problemOf = ({ hash, hostname, pathname, protocol }: URL): string | null => {
  if (protocol !== "https:" && !(protocol === "http:" && isThisMachine(hostname))) {
    return `it begins with ${protocol}//, and only https is safe, except on this machine`
  }
  // A proxy may serve the service below a path of its own.
  if (!/\/connect\/[^/]+$/.test(pathname)) return `its path is ${pathname}, and does not end with /connect/{session_id}`
  return hash.length > 1 ? null : "nothing is behind its #, where the token belongs"
}

const refuse = (problem: string): never => {
  throw new TypeError(
    `The url is not the link of a connect session: ${problem}. Pass the url of the answer to POST /connect-sessions, whole and absolute.`
  )
}

/** Reads the link of a connect session; throws a TypeError that says what is wrong with it, without its token. */
export const parse = (url: string): ConnectLink => {
  if (!URL.canParse(url)) return refuse("it is no absolute address")
  const address = new URL(url)
  const problem = problemOf(address)
  return problem === null ? { href: address.href, origin: address.origin } : refuse(problem)
}
