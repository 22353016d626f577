import { openLoadDatabase } from './support/load-database.ts'
import { searchStatement } from '#features/search/statement.ts'
import { searchValues, timeValues } from '#features/search/queries.ts'
import { searchSchema } from '#features/search/schema.ts'
import { readWhen } from '#features/search/when.ts'
const db = await openLoadDatabase('coaches_100000', { coaches: 100_000, poolSize: 2 })
console.log('url', db.url, new Date().toISOString())
setInterval(() => {}, 1000)
