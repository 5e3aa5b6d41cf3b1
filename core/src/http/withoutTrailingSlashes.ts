/** The address without the slashes at its end; `/\/+$/` would look for its end behind each slash of the text. */
export const withoutTrailingSlashes = (address: string): string => {
  let end = address.length
  while (address.charAt(end - 1) === "/") end -= 1
  return address.slice(0, end)
}
