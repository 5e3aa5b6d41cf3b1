/** Control characters and unpaired surrogates: no name and no address contains them, and Postgres refuses some of them. */
const unfit = /[\p{Cc}\p{Cs}]/u

/** Whether a text has a length up to `maxLength`, and no character that it cannot have. */
export const isFit = (text: string, maxLength: number): boolean =>
  text.length > 0 && text.length <= maxLength && !unfit.test(text)

/** What such a text is, for an error. */
export const expectedOf = (maxLength: number): string => `1 to ${maxLength} characters without control characters`
