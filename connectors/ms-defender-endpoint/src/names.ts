const ADDRESS = /^\d+(?:\.\d+){3}$/

/** The host name in the DNS name of a machine; empty if Defender knows only its address, as of one that it has discovered. */
export const hostnamesOf = (dnsName: string | null): ReadonlyArray<string> => {
  const name = dnsName ?? ""
  const [host = ""] = ADDRESS.test(name) ? [] : name.split(".")
  return host === "" ? [] : [host]
}

/** The DNS name of a machine if it has a domain. */
export const fqdnsOf = (dnsName: string | null): ReadonlyArray<string> =>
  dnsName?.includes(".") && !ADDRESS.test(dnsName) ? [dnsName] : []
