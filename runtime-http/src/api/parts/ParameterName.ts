/** Control characters and unpaired surrogates: no name contains them, and Postgres refuses some of them. */
const unfit = /[\p{Cc}\p{Cs}]/u

/** Whether a text can be a name or a reference, and so be compared with those that are stored. */
export const isName = (text: string, maxLength: number): boolean =>
  text.length > 0 && text.length <= maxLength && !unfit.test(text)

/** What such a text is, for an error. */
export const expectedOf = (maxLength: number): string => `1 to ${maxLength} characters without control characters`
