/** The characters that are white space in XML, unlike U+FEFF and others that JavaScript also trims: https://www.w3.org/TR/xml/#sec-common-syn */
const SPACE = " \t\r\n"

/** The text without white space around it. */
export const trim = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && SPACE.includes(text.charAt(start))) start += 1
  while (end > start && SPACE.includes(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}
