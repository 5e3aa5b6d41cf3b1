import { explanationOf, type FormField } from "../credentials/CredentialForm.js"

/** The fields of credentials as a proof sees them. */
export interface ProofFields {
  /** The fields. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The names that the proof has looked for and that have no value. */
  readonly lookedFor: () => ReadonlySet<string>
}

/** Notes which fields a proof looks for: only these can be what it lacks. */
export const make = (fields: Readonly<Record<string, unknown>>): ProofFields => {
  const missing = new Set<string>()
  const note = (name: string | symbol): void => {
    if (typeof name === "string" && (fields[name] ?? "") === "") missing.add(name)
  }
  return {
    fields: new Proxy(fields, {
      get: (target, name) => {
        note(name)
        return Reflect.get(target, name)
      },
      has: (target, name) => {
        note(name)
        return Reflect.has(target, name)
      }
    }),
    lookedFor: () => missing
  }
}

/** What can be set so that a proof finds it, as lines; none if there is nothing. */
export const hintOf = (
  lookedFor: ReadonlySet<string>,
  optionalFields: ReadonlyArray<FormField>
): ReadonlyArray<string> => {
  const lacking = optionalFields.filter(({ name }) => lookedFor.has(name))
  return lacking.length === 0
    ? []
    : ["The proof also looks for credentials that you have not set:", ...lacking.map(explanationOf)]
}
