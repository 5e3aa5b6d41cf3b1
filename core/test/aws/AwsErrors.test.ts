import { AwsErrors } from "@tributary/core/aws"
import { describe, expect, it } from "vitest"

const classify = AwsErrors.classifyFor({ name: "Inspector", message: /not enabled/i })
const answer = (status: number, body: unknown) => ({ endpoint: "/findings/list", status, headers: {}, body })

describe("The errors of AWS", () => {
  it("leave a 429 to its status, because its Retry-After says how long to wait", () => {
    expect(classify(answer(429, { Code: "ThrottlingException" }))).toBeNull()
  })

  it.each([
    [400, { __type: "ThrottlingException" }, "RateLimited", 400],
    [403, { Code: "ExpiredTokenException" }, "Unauthorized", 401],
    [400, { Message: "Inspector is not enabled" }, "Unauthorized", 403],
    [403, { Error: { Code: "AccessDenied" } }, "Unauthorized", 403]
  ])("classify status %s with %j as %s with status %s", (status, body, tag, meant) => {
    expect(classify(answer(status, body))).toMatchObject({ _tag: tag, status: meant })
  })

  it("name the service that is turned off", () => {
    const error = classify(answer(400, { Message: "Inspector is not enabled" }))
    expect(error?.detail).toContain("Inspector is not enabled in one of the entered regions")
  })
})
