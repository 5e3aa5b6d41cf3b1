import type { AwsCredentials } from "./credentials.js"

/** An AWS service to which the connector sends requests, by the name that its addresses and signatures have. */
export type Service = "inspector2" | "sts"

/** The regions that the customer entered, without duplicates. */
export const regionsOf = ({ regions }: AwsCredentials): readonly [string, ...ReadonlyArray<string>] => {
  const [first = "us-east-1", ...others] = new Set(regions.split(",").map((region) => region.trim()))
  return [first, ...others]
}

/** The base address of a service in a region: https://docs.aws.amazon.com/general/latest/gr/inspector2.html */
export const addressOf = (service: Service, region: string): string =>
  `https://${service}.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`

/** The service and the region in an address; Inspector and `fallback` for any other address, such as an operator's override. */
export const placeOf = (url: string, fallback: string): readonly [Service, region: string] => {
  const [, service, region] = /^https:\/\/(inspector2|sts)\.([a-z0-9-]+)\.amazonaws\.com/.exec(url) ?? []
  return [service === "sts" ? "sts" : "inspector2", region ?? fallback]
}
