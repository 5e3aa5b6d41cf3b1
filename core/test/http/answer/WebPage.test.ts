import { describe, expect, it } from "vitest"
import * as WebPage from "../../../src/http/answer/WebPage.js"

const answer = (html: string, status = 200, type = "text/html") => ({
  status,
  headers: { "content-type": type },
  bytes: new TextEncoder().encode(html)
})

const WEB_PAGE = "it answers with a web page instead of the vendor's API"
const SIGN_IN = "it answers with a sign-in page instead of the vendor's API"

describe("WebPage.faultOf", () => {
  it.each([
    ["<!DOCTYPE html><p>", WEB_PAGE],
    ["  <!-- a -->\n<!-- <b> --> <HTML>", WEB_PAGE],
    ["<!-- a <html>", null],
    ["<htmlx>", null],
    ['{"html":1}', null],
    ["<html><title lang='en'>Log in</title>", SIGN_IN],
    ["<html><TITLE\n>Sign-in | Acme</TITLE>", SIGN_IN],
    ["<html><title>Sign in", WEB_PAGE],
    ["<html><input name=a><input\nTYPE = 'password'>", SIGN_IN],
    ["<html><input name=a><input type=text>password", WEB_PAGE],
    ["<html><input type=password", WEB_PAGE]
  ])("recognizes %j by its start if the content type does not say what it is", (html, expected) => {
    expect(WebPage.faultOf(answer(html, 200, "text/plain"))).toBe(expected)
  })

  it("looks only at the start of an answer whose content type says that it is a page", () => {
    expect(WebPage.faultOf(answer("<p>"))).toBe(WEB_PAGE)
    expect(WebPage.faultOf(answer("{}"))).toBe(null)
  })

  it("ignores an error page, unless the connector recognizes it by its title", () => {
    const known = [{ title: /\basleep\b/, fault: "it sleeps" }]
    expect(WebPage.faultOf(answer("<html><title>Down</title>", 503), known)).toBe(null)
    expect(WebPage.faultOf(answer("<html><title>asleep</title>", 503), known)).toBe("it sleeps")
  })
})
