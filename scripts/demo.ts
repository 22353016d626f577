import { parseArgs } from 'node:util'
import pg from 'pg'
import { seedDemo } from '#db/seed/demo.ts'
import { loadTemplates } from '#db/seed/templates.ts'
import { loadZipCodes } from '#db/seed/zip-codes.ts'

/**
 * Makes the demo marketplace in the database of DATABASE_URL:
 *   npm run demo -- --coaches 100000 --bookings 20000 --seed 1 --fresh
 * Without --fresh it leaves a demo that is there as it is.
 */
async function main() {
  const { values } = parseArgs({
    options: {
      coaches: { type: 'string', default: '1200' },
      bookings: { type: 'string' },
      seed: { type: 'string', default: '1' },
      fresh: { type: 'boolean', default: false },
    },
  })
  const connectionString = process.env.DATABASE_URL
  if (!connectionString) throw new Error('DATABASE_URL is not set')
  const sessionSecret = process.env.SESSION_SECRET
  const secret = process.env.SECRETS_KEY ?? sessionSecret
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const started = performance.now()
    await loadZipCodes(client)
    await loadTemplates(client)
    const made = await seedDemo(client, {
      now: Date.now(),
      coaches: wholeNumber('coaches', values.coaches),
      seed: wholeNumber('seed', values.seed),
      fresh: values.fresh,
      ownGoogle: Boolean(process.env.GOOGLE_CLIENT_ID),
      ...(secret ? { secret } : {}),
      ...(sessionSecret ? { sessionSecret } : {}),
      ...(values.bookings === undefined ? {} : { bookings: wholeNumber('bookings', values.bookings) }),
    })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    if (made.skipped) console.log('There is a demo already. Add --fresh to replace it.')
    else
      console.log(
        `${made.coaches} coaches, ${made.students} students, ${made.bookings} bookings, ${made.reviews} reviews in ${seconds} s`,
      )
  } finally {
    await client.end()
  }
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new Error(`--${name} wants a whole number, not ${text}`)
  return Number(text)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
