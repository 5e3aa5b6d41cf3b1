import { HostPolicy } from "@tributary/core"

/** Which addresses a run may call: those over https, and this machine. */
export const decide: HostPolicy.Decide = HostPolicy.orLoopback(HostPolicy.httpsOnly)

/** What is wrong with the address of `--base-url`, as a sentence; null if nothing is. */
export const problemOf = (baseUrl: string): string | null => {
  if (!URL.canParse(baseUrl)) return "--base-url must be an address such as http://127.0.0.1:4010."
  const refusal = decide(new URL(baseUrl))
  return refusal === null ? null : `--base-url cannot be ${baseUrl}: ${refusal}.`
}

/** The address to call instead of this one, whatever its host is; the same one if nothing replaces the vendor's. */
export const instead = (origin: string | null, url: URL): URL =>
  origin === null ? url : HostPolicy.override(new Map([[url.host, origin]]), url)
