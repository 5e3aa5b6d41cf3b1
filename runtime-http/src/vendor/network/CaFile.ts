import { X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls"
import { Either } from "effect"

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

const isCertificate = (pem: string): boolean => {
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    return false
  }
}

/** The certificates of a PEM file; the error says what is wrong with the file. */
export const read = (path: string): Either.Either<ReadonlyArray<string>, string> => {
  let text: string
  try {
    text = readFileSync(path, "utf8")
  } catch (cause) {
    return Either.left(`the file ${path} cannot be read (${(cause as NodeJS.ErrnoException).code})`)
  }
  const all: ReadonlyArray<string> = text.match(BLOCK) ?? []
  if (all.length === 0) return Either.left(`the file ${path} has no certificate in PEM (-----BEGIN CERTIFICATE-----)`)
  const invalid = all.findIndex((pem) => !isCertificate(pem))
  return invalid === -1
    ? Either.right(all)
    : Either.left(`certificate ${invalid + 1} of the file ${path} cannot be read; export it again, as PEM`)
}

/** Trusts these authorities beside those of Node. Made once, because reading all of them takes milliseconds. */
export const trust = (authorities: ReadonlyArray<string>): SecureContext | undefined =>
  authorities.length === 0 ? undefined : createSecureContext({ ca: [...rootCertificates, ...authorities] })
