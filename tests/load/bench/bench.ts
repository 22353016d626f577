import type { LoadDatabase } from '#tests/load/support/load-database.ts'
import type { Running } from '#tests/load/support/server.ts'

/** What every part of the bench is given. */
export interface Bench {
  database: LoadDatabase
  /** The product over that database. */
  server: Running
  rounds: number
  /** Of one run under load. */
  seconds: number
  /** ZIP codes drawn at random with a fixed seed. */
  zips: readonly string[]
}
