import { decodeJwt, decodeProtectedHeader } from "jose"

/** What a JWT (RFC 7519) says of itself, before anybody has verified its signature. */
export interface UnverifiedJwt {
  /** How it is signed (`alg`); undefined if it does not say. */
  readonly algorithm: string | undefined
  /** Who has signed it (`iss`); undefined if it does not say. */
  readonly issuer: string | undefined
}

/** Reads a JWT; null if the text is not one. */
export const read = (text: string): UnverifiedJwt | null => {
  try {
    return { algorithm: decodeProtectedHeader(text).alg, issuer: decodeJwt(text).iss }
  } catch {
    return null
  }
}
