/** An HTTP answer; a body that is not a string is sent as JSON. */
export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly body: unknown
}
