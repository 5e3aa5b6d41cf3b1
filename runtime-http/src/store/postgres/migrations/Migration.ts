/** One change to the schema. */
export interface Migration {
  /** Numbered from 1, without gaps. */
  readonly id: number
  /** Identifies the migration in the database and in messages. */
  readonly name: string
  /** One or more statements; they run in one transaction with all other pending migrations. */
  readonly sql: string
}
