import { Cause } from "effect"
import { expect, it } from "vitest"
import { failure } from "../src/failure.js"

const busy = Object.assign(new Error("listen EADDRINUSE: address already in use 127.0.0.1:8080"), {
  code: "EADDRINUSE",
  port: 8080
})
const refused = Object.assign(new Error(""), { code: "ECONNREFUSED" })

it.each([
  {
    name: "a busy port",
    error: { message: "ServeError", cause: busy },
    said: "Port 8080 is in use. Stop what listens there, or take another one: PORT=8081 npm start"
  },
  {
    name: "a database that does not answer",
    error: { message: "Postgres cannot be reached", cause: refused },
    said: "Postgres cannot be reached: ECONNREFUSED"
  },
  { name: "a sentence", error: new Error("A setting cannot be used."), said: "A setting cannot be used." }
])("$name is told in one line", ({ error, said }) => {
  expect(failure(Cause.fail(error))).toBe(said)
})

it("what nobody foresaw is shown whole", () => {
  expect(failure(Cause.die(new TypeError("surprise")))).toContain("TypeError: surprise")
})
