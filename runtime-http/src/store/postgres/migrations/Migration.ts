/** One change to the schema. */
export interface Migration {
  /** Numbered from 1, in ascending order; gaps are allowed, so that branches that each add a migration can be merged in any order. */
  readonly id: number
  /** Identifies the migration in the database and in messages. */
  readonly name: string
  /** One or more statements; they run in one transaction with all other pending migrations. */
  readonly sql: string
}
