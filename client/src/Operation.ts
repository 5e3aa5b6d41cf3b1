/** What the requests of one operation are made of. */
export interface Operation {
  readonly method: string
  /** The path with `{name}` for each path parameter. */
  readonly path: string
  /** Whether it lists records, by cursor or by offset. */
  readonly isRecordList?: true
  /** Whether its answer is text, not JSON. */
  readonly isText?: true
  /** The header that carries a parameter, by the parameter's name. */
  readonly headers?: Readonly<Record<string, string>>
}

/** An operation with one form of answer. `Additions` are the fields that flags add to it, by flag. */
export interface Call<Parameters, Answer, Additions> {
  readonly kind: "call"
  readonly parameters: Parameters
  readonly answer: Answer
  readonly additions: Additions
}

/** A list of records, with an envelope for pages by cursor and one for pages by offset. */
export interface RecordList<Parameters, Item, Additions> {
  readonly kind: "list"
  readonly parameters: Parameters
  readonly item: Item
  readonly additions: Additions
}
