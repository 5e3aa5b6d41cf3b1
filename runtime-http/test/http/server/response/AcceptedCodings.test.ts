import { expect, it } from "vitest"
import { acceptedCoding } from "../../../../src/http/server/response/Answer.js"

it.each([
  [undefined, null],
  ["", null],
  ["gzip", "gzip"],
  ["GZIP", "gzip"],
  ["x-gzip", "gzip"],
  ["gzip, deflate, br", "br"],
  ["deflate, zstd", null],
  ["br;q=0.2, gzip;q=0.8", "gzip"],
  ["br; q=0, gzip ; q=0.001", "gzip"],
  ["gzip;q=0", null],
  ["gzip;q=0.000", null],
  ["*", "br"],
  ["*;q=0", null],
  ["br;q=0, *", "gzip"],
  ["*;q=0, gzip", "gzip"],
  ["identity", null],
  ["identity;q=0", null],
  ["identity, gzip;q=0.5", null],
  ["identity;q=0.5, gzip", "gzip"],
  ["gzip;q=lots", null],
  [",,;q=1,gzip", "gzip"]
])("of Accept-Encoding %s chooses %s", (header, coding) => {
  expect(acceptedCoding(header)).toBe(coding)
})
