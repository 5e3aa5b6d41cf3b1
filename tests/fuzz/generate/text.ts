import fc from "fast-check"

/** Texts that have broken parsers, databases and comparisons before. */
const nasty: ReadonlyArray<string> = [
  "",
  " ",
  "null",
  "undefined",
  "NaN",
  "true",
  "TRUE",
  "1",
  "0",
  "-0",
  "-1",
  "1.5",
  "0x10",
  "1e309",
  "2147483648",
  "9007199254740993",
  "99999999999999999999999999",
  "\u0000",
  "a\u0000b",
  "\r\nX-Injected: 1",
  "\t",
  "\u001b[31m",
  "\ud800",
  "\udc00\ud800",
  "\u202egnp.exe",
  "\ufeff",
  "\uffff",
  "e\u0301",
  "ﬀ",
  "İ",
  "😀".repeat(64),
  "𝕏",
  "'; drop table records; --",
  "' or 1=1 --",
  "\\",
  "%",
  "%%00",
  "_",
  "../../../etc/passwd",
  "..\\..",
  "$(7*7)",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "[object Object]",
  "a,b",
  '"a',
  '"a""b"',
  ",,,",
  "[]",
  "{}",
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "{00000000-0000-4000-8000-000000000000}",
  "00000000-0000-4000-8000-00000000000",
  "2024-01-01",
  "2024-01-01T00:00:00",
  "2024-01-01T00:00:00Z",
  "2024-02-30T00:00:00Z",
  "2024-13-45T99:99:99Z",
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
  "9999-12-31T23:59:60Z",
  "2024-01-01T00:00:00+14:00",
  "2024-01-01T00:00:00-99:99",
  "+275760-09-13T00:00:00Z",
  "-271821-04-20T00:00:00Z",
  "+010000-01-01T00:00:00Z",
  "2024-01-01T00:00:00.123456789012345Z",
  "a".repeat(501),
  "a".repeat(4_000),
  "é".repeat(1_000)
]

/** Characters that only some of the layers between a request and the database accept. */
const nastyCharacters = [
  "\u0000",
  "\u0000",
  "\ud800",
  "\ud800",
  "\u202e",
  "\u0085",
  "\u2028",
  "\ufffe",
  "\r\n",
  "\\",
  "'",
  '"',
  "%",
  ","
]

/** Text that would be valid but for one character. */
const seasonedText: fc.Arbitrary<string> = fc
  .tuple(fc.string({ maxLength: 8 }), fc.constantFrom(...nastyCharacters), fc.string({ maxLength: 8 }))
  .map((parts) => parts.join(""))

/** Any text; most of them are known to be nasty. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...nasty) },
  { weight: 4, arbitrary: seasonedText },
  { weight: 2, arbitrary: fc.fullUnicodeString({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string16bits({ maxLength: 20 }) },
  { weight: 1, arbitrary: fc.stringOf(fc.constantFrom("0", "9", "-", ".", "e", "T", ":", "Z", "+"), { maxLength: 24 }) }
)

/** Parts of an address that are not encoded, or encoded wrongly. None has a slash, a question mark or a hash, which would end the part. */
export const rawPart: fc.Arbitrary<string> = fc.constantFrom(
  "%",
  "%z",
  "%zz",
  "%00",
  "%0d%0aX-Injected:%201",
  "%E0%A4%A",
  "%c0%af",
  "%ff%fe",
  "%ed%a0%80",
  "..%2f..%2f",
  "%2e%2e",
  "..",
  ".",
  "+",
  "a;b=1",
  "a%26b",
  "%25%32%35",
  "*",
  ":id",
  "'",
  "\\",
  "{}",
  "|"
)

/** Text that people write; it has neither control characters nor half characters. */
export const plainText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.stringOf(fc.constantFrom(..."abcdefgh XYZ-_.,'äßñ日本😀"), { minLength: 1, maxLength: 24 })
  },
  { weight: 1, arbitrary: fc.fullUnicodeString({ minLength: 1, maxLength: 20 }).filter((text) => !/\p{C}/u.test(text)) }
)
