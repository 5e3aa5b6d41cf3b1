/** Control characters and unpaired surrogates: no name and no address contains them, and Postgres refuses some of them. */
const unfit = /[\p{Cc}\p{Cs}]/u

/** Whether a text has 1 to `maxLength` characters and no control characters. */
export const isFit = (text: string, maxLength: number): boolean =>
  text.length > 0 && text.length <= maxLength && !unfit.test(text)

/** How errors describe such a text. */
export const expectedOf = (maxLength: number): string => `1 to ${maxLength} characters without control characters`
