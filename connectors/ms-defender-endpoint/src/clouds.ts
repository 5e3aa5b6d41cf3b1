import type { MsDefenderEndpointCredentials } from "./credentials.js"

/** Where a tenant signs in and where its API is. */
export interface Cloud {
  /** The address of the API. */
  readonly api: string
  /** What a token is for; the servers of all regions accept the same one. */
  readonly audience: string
  /** The address of the identity platform. */
  readonly login: string
}

const LOGIN = "https://login.microsoftonline.com"

/** The US Government clouds: https://learn.microsoft.com/en-us/defender-endpoint/gov#api */
const GOVERNMENT: Readonly<Record<string, Cloud>> = {
  gcc: {
    api: "https://api-gcc.securitycenter.microsoft.us",
    audience: "https://api-gcc.securitycenter.microsoft.us",
    login: LOGIN
  },
  gov: {
    api: "https://api-gov.securitycenter.microsoft.us",
    audience: "https://api-gov.securitycenter.microsoft.us",
    login: "https://login.microsoftonline.us"
  }
}

/**
 * The cloud of a region; the worldwide address if it is null.
 *
 * https://learn.microsoft.com/en-us/defender-endpoint/api/exposed-apis-list
 */
export const cloudOf = (region: MsDefenderEndpointCredentials["region"]): Cloud =>
  GOVERNMENT[region ?? ""] ?? {
    api: `https://${region === null ? "" : `${region}.`}api.security.microsoft.com`,
    // https://learn.microsoft.com/en-us/defender-endpoint/api/exposed-apis-create-app-webapp
    audience: "https://api.securitycenter.microsoft.com",
    login: LOGIN
  }
