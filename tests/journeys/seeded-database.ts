import pg from 'pg'
import { seedDemo } from '#db/seed/demo.ts'
import { demoPassword } from '#db/seed/scenarios.ts'
import { seed } from '#db/seed/seed.ts'
import { cheapHashing } from '../support/cheap-hashing.ts'
import { copyDatabase } from '../support/copy-database.ts'
import { addHostileCoach } from '../support/hostile-coach.ts'

/** The secret of all marketplaces of a run; the demo data contains what was computed with it. */
export const journeySecret = 'a-secret-of-the-journeys-and-nobody-else'

/** Creates the database that the marketplaces of a run are copied from, with a small demo marketplace. */
export async function createSeeded(adminUrl: string, template: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: await copyDatabase(adminUrl, template, name) })
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
