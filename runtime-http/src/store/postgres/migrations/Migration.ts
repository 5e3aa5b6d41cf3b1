/** One step of the schema. */
export interface Migration {
  /** Counts up from 1 without gaps. */
  readonly id: number
  readonly name: string
  /** One or more statements; they run together with all other pending migrations in one transaction. */
  readonly sql: string
}
