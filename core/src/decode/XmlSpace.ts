/** Whether a character is white space in XML, unlike U+FEFF and others that JavaScript also trims: https://www.w3.org/TR/xml/#sec-common-syn */
const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d

/** The text without white space around it. By the numbers of characters, because a text can have millions of them around it. */
export const trim = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start += 1
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}
