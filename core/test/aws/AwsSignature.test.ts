import { AwsSignature } from "@tributary/core/aws"
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"

const credentials = {
  access_key_id: "AKIAIOSFODNN7EXAMPLE",
  secret_access_key: Redacted.make("secret"),
  regions: "eu-west-1",
  role_arn: null,
  external_id: null
}

describe("The signature of AWS", () => {
  it.each([
    ["https://inspector2.cn-north-1.amazonaws.com.cn/findings/list", "cn-north-1/inspector2"],
    ["https://sts.us-east-1.amazonaws.com/?Action=GetCallerIdentity&Version=2011-06-15", "us-east-1/sts"],
    ["https://proxy.acme.example/findings/list", "eu-west-1/inspector2"]
  ])("of a request to %s is for %s", async (url, place) => {
    const sign = AwsSignature.signRequest("inspector2", credentials)
    const headers = await sign({ method: "GET", url, headers: {}, body: null, now: 0 })
    expect(headers["authorization"]).toContain(`Credential=AKIAIOSFODNN7EXAMPLE/19700101/${place}/aws4_request`)
  })
})
