const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether Postgres can read the text as a uuid; where it cannot, nothing has that id, and no query is needed to know. */
export const isUuid = (text: string): boolean => form.test(text)
