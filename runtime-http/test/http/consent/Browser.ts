/** Where the page that a link shows first leads; null for any other page. */
export const nextOf = (page: string): string | null =>
  /class="next" href="([^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? null

/** As much of a browser as a consent needs: cookies by origin, redirects one by one, the page of a link, and the forms of the issuer. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>()

  async get(
    address: string,
    headers: Readonly<Record<string, string>> = {},
    signal: AbortSignal | null = null
  ): Promise<Response> {
    return this.#send(address, { method: "GET", headers, signal })
  }

  /** The cookie that an origin has set. */
  cookieOf(origin: string): string {
    return [...(this.#cookies.get(origin)?.values() ?? [])].join()
  }

  async #send(address: string, init: RequestInit): Promise<Response> {
    const { origin } = new URL(address)
    const jar = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
    const headers = { ...init.headers, ...(cookie === "" ? {} : { cookie }) }
    const response = await fetch(address, { ...init, headers, redirect: "manual" })
    for (const set of response.headers.getSetCookie()) {
      const [pair = ""] = set.split(";")
      const at = pair.indexOf("=")
      jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }

  /** Follows redirects, and gives or refuses the consent on the issuer's pages, until an address is reached that `isEnd` names; returns that address. */
  async visit(link: string, gives: boolean, isEnd: (address: string) => boolean): Promise<string> {
    let address = link
    for (let step = 0; step < 20; step += 1) {
      if (isEnd(address)) return address
      const response = await this.get(address)
      const location = response.headers.get("location")
      if (location !== null) {
        address = new URL(location, address).href
        continue
      }
      const page = await response.text()
      const next = nextOf(page)
      if (next !== null) {
        address = new URL(next, address).href
        continue
      }
      if (!address.includes("/interaction/")) throw new Error(`${address} answered ${response.status}: ${page}`)
      if (!gives) {
        address = `${address}/abort`
        continue
      }
      const prompt = page.includes('value="login"') ? "login" : "consent"
      const form = new URLSearchParams({ prompt, login: "ada", password: "any" })
      const sent = await this.#send(address, { method: "POST", body: form })
      address = new URL(sent.headers.get("location") ?? "", address).href
    }
    throw new Error(`The visit does not end: ${address}`)
  }
}
