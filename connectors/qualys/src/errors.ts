import type { AnswerErrors } from "@tributary/core"

/**
 * The codes of `SIMPLE_RETURN`, with which Qualys answers instead of a list; a 409 can mean a limit as well as an account without access.
 * The first version of the API has its codes in attributes, and the portal answers with a `ServiceResponse`, both with status 200.
 *
 * https://docs.qualys.com/en/vm/qweb-all-api/appendix/appendix_d.htm
 */
export const errors: AnswerErrors = {
  at: [
    "SIMPLE_RETURN.RESPONSE.CODE",
    "GENERIC_RETURN.RETURN.@number",
    "USER_LIST_OUTPUT.ERROR.@number",
    "ServiceResponse.responseCode"
  ],
  codes: {
    "999": 500,
    "1901": 400,
    "1903": 400,
    "1904": 400,
    "1905": 400,
    "1907": 400,
    "1908": 400,
    "1920": 429,
    "1922": 400,
    "1960": 429,
    "1965": 429,
    "1981": 503,
    "1999": 503,
    "2000": 401,
    "2001": 401,
    "2002": 401,
    "2003": 401,
    "2011": 401,
    "2012": "plan",
    INVALID_REQUEST: 400,
    INVALID_CREDENTIALS: 401
  },
  words: {
    "1920": "other requests block this one",
    "1960": "too many requests at once",
    "1965": "too many requests in the last hours",
    "1981": "the same request is still being processed",
    "1999": "Qualys is under maintenance",
    "2000": "wrong login or password",
    "2001": "the account has expired",
    "2002": "the user is inactive",
    "2003": "the user must sign in once to complete the registration",
    "2011": "the user needs SecureID, with which the API cannot be used",
    "2012": "the subscription's license does not include this API"
  }
}
