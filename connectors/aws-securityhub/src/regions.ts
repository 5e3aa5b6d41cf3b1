import type { AwsCredentials } from "./credentials.js"

/** The regions that the customer entered, without duplicates; the first is the home region. */
export const regionsOf = ({ regions }: AwsCredentials): readonly [string, ...ReadonlyArray<string>] => {
  const [first = "us-east-1", ...others] = new Set(regions.split(",").map((region) => region.trim()))
  return [first, ...others]
}

/** The base address of a service in a region: https://docs.aws.amazon.com/general/latest/gr/sechub.html */
export const addressOf = (service: "securityhub" | "sts", region: string): string =>
  `https://${service}.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`

/** The region in an address of a service; `fallback` for any other address, such as an operator's override. */
export const regionOf = (url: string, fallback: string): string =>
  /^https:\/\/[a-z]+\.([a-z0-9-]+)\.amazonaws\.com/.exec(url)?.[1] ?? fallback
