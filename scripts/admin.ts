import pg from 'pg'
import { grantAdmin, listAdmins, revokeAdmin } from './operator/admins.ts'
import { commandFor } from './operator/commands.ts'

/**
 * Manages the admins of an installation in the database at DATABASE_URL. The first admin is created here; admins can then create others.
 *   npm run admin grant name@your.domain
 *   npm run admin revoke name@your.domain
 *   npm run admin list
 */
const USAGE = ['grant <email>', 'revoke <email>', 'list']
  .map((words) => commandFor('admin', words))
  .join(' · ')

async function main() {
  const [command, email] = process.argv.slice(2)
  const connectionString = process.env.DATABASE_URL
  if (!connectionString) throw new Error(`DATABASE_URL says which database.\n${USAGE}`)
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    if (command === 'list') console.log((await listAdmins(client)).join('\n') || 'There is no admin yet.')
    else if (command === 'grant' && email) {
      const done = await grantAdmin(client, email)
      console.log(
        done === 'made'
          ? `${email} is an admin. Two-step sign-in is set up at the next sign-in.`
          : `${email} is already an admin.`,
      )
    } else if (command === 'revoke' && email) {
      const done = await revokeAdmin(client, email)
      console.log(`${email} is ${done === 'taken back' ? 'no longer' : 'not'} an admin.`)
    } else throw new Error(USAGE)
  } finally {
    await client.end()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
