import type { Duration } from "effect"
import * as VendorError from "../VendorError.js"

/*
 * Errors that a vendor reports in the body of its answers, whatever their status: GraphQL answers 200 with `errors[]`, and others have a
 * code of their own. Each code means a status, so that everything that follows from a status follows from the code, too.
 */

/** A status that says what a code means. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 410 | 422 | 429 | 500 | 503

/**
 * What a code means: an error with this status, a saved page or delta token that is no longer accepted (`expired`), something that the
 * customer's plan does not include (`plan`), or no error (`ok`).
 */
export type ErrorMeaning = ErrorStatus | "expired" | "plan" | "ok"

/** The errors that a vendor reports in the body of its answers. */
export interface AnswerErrors {
  /**
   * Where the decoded body has the vendor's code, or its codes: one path or several, such as `errors[].extensions.code`. `[]` means
   * every item of a list.
   */
  readonly at: string | ReadonlyArray<string>
  /** What each code means, such as `{ UNAUTHENTICATED: 401, RATE_LIMITED: 429, SUCCESS: "ok" }`. */
  readonly codes: Readonly<Record<string, ErrorMeaning>>
  /** What any other code means in an answer whose status is 2xx; 500 by default. With `ok`, an answer that also has rows is read, but proves no absence. */
  readonly otherwise?: ErrorMeaning
  /** What codes mean in words, such as `{ "1960": "too many requests at once" }`, for error messages; by default an error message has only the code. */
  readonly words?: Readonly<Record<string, string>>
}

/** An error that an answer reports. */
export interface ReportedError {
  /** What its code means. */
  readonly means: Exclude<ErrorMeaning, "ok">
  /** The code, and what it means in words; never contains a text of the vendor. */
  readonly detail: string
}

const EACH = "[]"

/** Adds the codes at a path, whose names are followed from `at` on. */
const collect = (value: unknown, names: ReadonlyArray<string>, at: number, codes: Set<string>): void => {
  const name = names[at]
  if (name === undefined) {
    if ((typeof value === "string" && value !== "") || typeof value === "number") codes.add(String(value))
    return
  }
  if (value === null || typeof value !== "object") return
  const isEach = name.endsWith(EACH)
  const inner = (value as Readonly<Record<string, unknown>>)[isEach ? name.slice(0, -EACH.length) : name]
  for (const item of isEach && Array.isArray(inner) ? inner : [inner]) collect(item, names, at + 1, codes)
}

/** The names on a path such as `errors[].extensions.code`. */
export const namesOf = (path: string): ReadonlyArray<string> => path.split(".")

/** Each code of the body once, as text and in its order. */
export const codesIn = ({ at }: Pick<AnswerErrors, "at">, body: unknown): ReadonlyArray<string> => {
  const codes = new Set<string>()
  for (const path of typeof at === "string" ? [at] : at) collect(body, namesOf(path), 0, codes)
  return [...codes]
}

/** An error names a value only if it looks like a code, because it must not contain a text of the vendor. */
const CODE = /^[\w.-]{1,60}$/

const describe = ({ words = {} }: AnswerErrors, code: string): string => {
  const shown = CODE.test(code) ? `the error ${code}` : "an error"
  return Object.hasOwn(words, code) ? `${shown}: ${words[code]}` : shown
}

/**
 * The error that the body of an answer reports; null if it reports none.
 *
 * A code of the table counts before an unknown one. An unknown code says nothing that the status of a failed answer does not say.
 */
export const reportedIn = (errors: AnswerErrors, body: unknown, isSuccess: boolean): ReportedError | null => {
  const { codes, otherwise = 500 } = errors
  const found = codesIn(errors, body)
  const meant = found.map((code) => ({ code, means: Object.hasOwn(codes, code) ? codes[code] : undefined }))
  const known = meant.find(({ means }) => means !== undefined && means !== "ok")
  const unknown = isSuccess && otherwise !== "ok" ? meant.find(({ means }) => means === undefined) : undefined
  const first = known ?? unknown
  if (first === undefined) return null
  const { code, means = otherwise } = first
  return means === "ok" ? null : { means, detail: describe(errors, code) }
}

/** What an answer reports with a code that the table lacks, but lets pass; null if it reports no such code. */
export const passedIn = (errors: AnswerErrors, body: unknown): string | null => {
  if (errors.otherwise !== "ok") return null
  const unknown = codesIn(errors, body).find((code) => !Object.hasOwn(errors.codes, code))
  return unknown === undefined ? null : describe(errors, unknown)
}

/** The error that follows from what a code means; null if none does. `status` is that of the answer. */
export const toVendorError = (
  means: ErrorMeaning,
  fields: {
    /** The endpoint as the connector declares it. */
    readonly endpoint: string
    /** The HTTP status of the answer. */
    readonly status: number
    /** What happened, in words. */
    readonly detail: string
  },
  retryAfter: Duration.Duration | null
): VendorError.VendorError | null => {
  if (means === "ok") return null
  if (means === "expired") return new VendorError.CheckpointExpired(fields)
  if (means === "plan") {
    return new VendorError.Unauthorized({ ...fields, status: 403, isOfCredentials: false, isOfPlan: true })
  }
  return VendorError.fromStatus({ ...fields, status: means }, retryAfter)
}
