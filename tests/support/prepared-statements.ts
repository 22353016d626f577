import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * Gives each statement with parameters a name, so that PostgreSQL parses it once per connection. The product names only its
 * frequent statements, because a prepared statement keeps memory for as long as its connection lives; connections of tests
 * live for seconds, and a sixth of the tests' processor time was parsing and planning (decision 0100).
 */
export function prepareStatements() {
  const client = pg.Client.prototype as pg.Client & { preparesAll?: true }
  // Test files of one process share the driver.
  if (client.preparesAll) return
  client.preparesAll = true
  const query = client.query as (...given: unknown[]) => unknown
  client.query = function (this: pg.Client, statement: unknown, values: unknown, ...rest: unknown[]) {
    return query.call(this, named(statement, values), values, ...rest)
  } as typeof client.query
}

const names = new Map<string, string>()

/** @returns the statement with a name; unchanged if it has one, or has no parameters and may be several statements */
function named(statement: unknown, values: unknown): unknown {
  const config = typeof statement === 'string' ? { text: statement } : statement
  if (!isConfig(config) || config.name || !hasEntries(config.values ?? values)) return statement
  const known = names.get(config.text)
  const name = known ?? createHash('sha1').update(config.text).digest('hex')
  if (!known) names.set(config.text, name)
  return { ...config, name }
}

const isConfig = (value: unknown): value is pg.QueryConfig =>
  typeof value === 'object' && value !== null && 'text' in value && !('submit' in value)

const hasEntries = (value: unknown) => Array.isArray(value) && value.length > 0
