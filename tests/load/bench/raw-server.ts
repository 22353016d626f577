/**
 * What the product is measured against: `node:http` and nothing else. `RAW=hello` answers with two words of JSON,
 * `RAW=search` runs the product's own search statement through a pool of the same size.
 */
import { createServer } from 'node:http'
import pg from 'pg'
import { searchValues } from '#features/search/queries.ts'
import { searchSchema } from '#features/search/schema.ts'
import { searchStatement } from '#features/search/statement.ts'

const pool =
  process.env.RAW === 'search'
    ? new pg.Pool({
        connectionString: process.env.DATABASE_URL,
        max: Number(process.env.DATABASE_POOL_SIZE),
      })
    : null
const statement = searchStatement('distance', true)

createServer(async (request, response) => {
  response.setHeader('content-type', 'application/json')
  if (!pool || !request.url?.startsWith('/api/coaches?')) return response.end('{"hello":"world"}')
  const zip = new URL(request.url, 'http://localhost').searchParams.get('zip')
  const found = await pool.query({ ...statement, values: searchValues(searchSchema.parse({ zip }), false) })
  return response.end(JSON.stringify(found.rows[0]))
}).listen(Number(process.env.PORT), '127.0.0.1')
