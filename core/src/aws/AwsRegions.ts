import type { AwsCredentials } from "./AwsCredentials.js"

/** The regions that the customer entered, without duplicates; the first is the home region. */
export const regionsOf = ({ regions }: AwsCredentials): readonly [string, ...ReadonlyArray<string>] => {
  const [first = "us-east-1", ...others] = new Set(regions.split(",").map((region) => region.trim()))
  return [first, ...others]
}

/** The base address of a service in a region: https://docs.aws.amazon.com/general/latest/gr/rande.html */
export const addressOf = (service: string, region: string): string =>
  `https://${service}.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`

/** The service and the region for which a request to an address is signed; `service` and `fallback` for an operator's override of the address. */
export const placeOf = (url: string, service: string, fallback: string): readonly [service: string, region: string] => {
  const [, named, region] = /^https:\/\/([a-z0-9-]+)\.([a-z0-9-]+)\.amazonaws\.com/.exec(url) ?? []
  return [named === "sts" ? "sts" : service, region ?? fallback]
}
