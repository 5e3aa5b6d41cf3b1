/** How many lines of code a text has: neither comments nor imports nor empty lines. */
export const codeLines = (text: string): number =>
  text
    .replaceAll(/\/\*\*?[\s\S]*?\*\//g, "")
    .split("\n")
    .filter((line) => !/^\s*(\/\/.*|import .*)?$/.test(line)).length
