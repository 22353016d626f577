import pg from 'pg'
import { seedDemo } from '#db/seed/demo.ts'
import { demoPassword } from '#db/seed/scenarios.ts'
import { seed } from '#db/seed/seed.ts'
import { cheapHashing } from '../support/cheap-hashing.ts'
import { addHostileCoach } from '../support/hostile-coach.ts'

/** The secret of all marketplaces of a run; the demo data contains what was computed with it. */
export const journeySecret = 'a-secret-of-the-journeys-and-nobody-else'

/** Creates the database that the marketplaces of a run are copied from, with a small demo marketplace. */
export async function createSeeded(adminUrl: string, template: string, name: string): Promise<void> {
  await recreate(adminUrl, template, name)
  const client = new pg.Client({ connectionString: databaseUrl(adminUrl, name) })
  await client.connect()
  await seedDemo(client, {
    coaches: 150,
    now: Date.now(),
    secret: journeySecret,
    sessionSecret: journeySecret,
  })
  await seed(client, { demo: false, now: Date.now() })
  await addHostileCoach(client)
  // A real hash keeps a processor busy for a tenth of a second, and journeys sign in two hundred times.
  await client.query(`update credentials set password = $1 where password is not null`, [
    await cheapHashing.hash(demoPassword),
  ])
  await client.end()
}

/** Creates a database as a copy of another one, instead of any that has its name. @returns its URL */
export async function recreate(adminUrl: string, template: string, name: string): Promise<string> {
  await asAdmin(adminUrl, async (admin) => {
    await admin.query(`drop database if exists ${name} with (force)`)
    // A template can be copied only without other connections, so copies take turns.
    await admin.query('select pg_advisory_lock(4712)')
    await admin.query(`create database ${name} template ${template} strategy file_copy`)
  })
  return databaseUrl(adminUrl, name)
}

/** Drops a database that may still have connections. */
export const dropDatabase = (adminUrl: string, name: string) =>
  asAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`))

const databaseUrl = (adminUrl: string, name: string) => adminUrl.replace(/\/postgres$/, `/${name}`)

async function asAdmin(adminUrl: string, work: (admin: pg.Client) => Promise<unknown>) {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
