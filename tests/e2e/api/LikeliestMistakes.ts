/** A mistake that many callers make at first. */
export interface Mistake {
  readonly title: string
  readonly command: string
  readonly remedy: string
}

const key = `-H "X-API-KEY: $KEY"`
const both = `${key} -H "X-CONNECTION-ID: $CONNECTION"`
const connections = `"$API/provisioning/organizations/$ORGANIZATION/connections"`

/** The ten likeliest ones; a test sends each, and writes the page of the reference from the answers. */
export const mistakes: ReadonlyArray<Mistake> = [
  {
    title: "The key is in another header",
    command: `curl -i "$API/idp/users" -H "Authorization: Bearer $KEY" -H "X-CONNECTION-ID: $CONNECTION"`,
    remedy: "Send the key as `X-API-KEY`."
  },
  {
    title: "The request for data names no connection",
    command: `curl -i "$API/idp/users" ${key}`,
    remedy: "Send the `id` of the connection as `X-CONNECTION-ID`. `/provisioning` needs only the key."
  },
  {
    title: "The id belongs to another account, or to nothing",
    command: `curl -i "$API/idp/users" ${key} -H "X-CONNECTION-ID: $CONNECTION_OF_ANOTHER_ACCOUNT"`,
    remedy:
      "Use an `id` that this account's lists show. The answer is the same in both cases, so that nobody learns what others have."
  },
  {
    title: "A parameter is misspelled",
    command: `curl -i "$API/idp/users?limt=10" ${both}`,
    remedy:
      "Nothing fails: the parameter is ignored, and `X-Ignored-Parameters` names it with the nearest known one. Send `strict=true` to make it a 422."
  },
  {
    title: "The limit is too large",
    command: `curl -i "$API/idp/users?limit=1000" ${both}`,
    remedy: "Send at most 500, and walk on by cursor."
  },
  {
    title: "The offset is too deep",
    command: `curl -i "$API/idp/users?offset=100001" ${both}`,
    remedy: "Walk by cursor instead: it has no such bound, and costs the same anywhere in the list."
  },
  {
    title: "The cursor comes with other filters than those that it was made with",
    command: `curl -i "$API/idp/users?enableCursor=true&isDeleted=false&cursor=$CURSOR" ${both}`,
    remedy:
      "Send the cursor to the list that it comes from, with the same filters. To filter otherwise, start again without it."
  },
  {
    title: "An instant has no time zone",
    command: `curl -i "$API/idp/users?updatedSince=2024-05-01T00:00:00" ${both}`,
    remedy:
      "Send an offset or `Z`, best the `X-As-Of` of an earlier answer as it is. In a URL, write the plus sign of an offset as `%2B`."
  },
  {
    title: "The body does not say that it is JSON",
    command: `curl -i "$API/provisioning/organizations" ${key} -d '{ "name": "Acme" }'`,
    remedy: "Send `Content-Type: application/json`; with `-d` alone, curl says that the body is a form."
  },
  {
    title: "A credential has another name",
    command: `curl -i ${connections} ${key} -H "Content-Type: application/json" \\
  -d '{ "vendor": "OKTA", "credentials": { "baseUrl": "https://acme.okta.com", "api_token": "00abc" } }'`,
    remedy: "Use the names in `credentials_params` of the connector, which `GET /connectors` shows."
  }
]
