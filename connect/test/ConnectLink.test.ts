import { describe, expect, it } from "vitest"
import * as ConnectLink from "../src/ConnectLink.js"

const TOKEN = "tribl_secret"

describe("the link of a connect session", () => {
  it.each([
    ["https://api.example.com/connect/s1", "https://api.example.com"],
    ["https://example.com/tools/connect/s1", "https://example.com"],
    ["https://api.example.com:8443/connect/s1", "https://api.example.com:8443"],
    ["http://127.0.0.1:8080/connect/s1", "http://127.0.0.1:8080"],
    ["http://[::1]:8080/connect/s1", "http://[::1]:8080"],
    ["http://localhost:8080/connect/s1", "http://localhost:8080"],
    ["http://tributary.localhost/connect/s1", "http://tributary.localhost"]
  ])("is %s", (address, origin) => {
    const url = `${address}#${TOKEN}`
    expect(ConnectLink.parse(url)).toEqual({ href: url, origin })
  })

  it.each([
    ["", "it is no absolute address"],
    [`/connect/s1#${TOKEN}`, "it is no absolute address"],
    [`http://api.example.com/connect/s1#${TOKEN}`, "only https is safe"],
    [`http://localhost.example.com/connect/s1#${TOKEN}`, "only https is safe"],
    [`http://127.0.0.1.example.com/connect/s1#${TOKEN}`, "only https is safe"],
    [`javascript:alert(1)//connect/s1#${TOKEN}`, "only https is safe"],
    [`data:text/html,/connect/s1#${TOKEN}`, "only https is safe"],
    [`https://api.example.com/v1/docs#${TOKEN}`, "its path is /v1/docs, and does not end with /connect/{session_id}"],
    [`https://api.example.com/connect/#${TOKEN}`, "its path is /connect/"],
    [`https://api.example.com/connect/s1/more#${TOKEN}`, "its path is /connect/s1/more"],
    ["https://api.example.com/connect/s1", "nothing is behind its #"],
    ["https://api.example.com/connect/s1#", "nothing is behind its #"]
  ])("is not %s, and the error says why without the token", (url, problem) => {
    const parse = () => ConnectLink.parse(url)
    expect(parse).toThrow(TypeError)
    expect(parse).toThrow(problem)
    expect(parse).toThrow("Pass the url of the answer")
    expect(parse).not.toThrow(TOKEN)
  })
})
