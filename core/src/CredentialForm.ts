import type { CredentialFields } from "./CredentialField.js"
import type { CredentialParam } from "./contract/ConnectorEntry.js"

/** How a form enters each type of field; a private key has several lines. */
const inputs = { base_url: "URL", choice: "CHOICE", secret: "TEXT", text: "TEXT" } as const

/** Whether a form that knows nothing about flags reads the expression as it is meant. */
const isPlain = ({ flags }: RegExp): boolean => /^[uv]*$/.test(flags)

/** The fields as a form needs them, in the order in which they are declared, without a consent and what it proves, which nobody enters. */
export const formOf = (fields: CredentialFields): ReadonlyArray<CredentialParam> =>
  Object.entries(fields).flatMap(([name, { credential }]) => {
    const { example = null, help, isPrivateKey = false, pageUrl = null, pattern, title, type, values = [] } = credential
    if (type === "consent" || type === "fact") return []
    return {
      name,
      title,
      help,
      input: isPrivateKey ? "MULTILINE_TEXT" : inputs[type],
      is_secret: type === "secret",
      is_required: !("isOptional" in credential),
      example,
      pattern: pattern !== undefined && isPlain(pattern) ? pattern.source : null,
      choices: values,
      url: pageUrl
    }
  })
