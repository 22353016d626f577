import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { letters } from '#app/letters/letters.ts'
import { prepareTemplate } from '#db/seed/test-template.ts'
import { startCluster } from '#platform/embedded-postgres.ts'
import { migrate } from '#platform/migrations.ts'

export const projectRoot = resolve(import.meta.dirname, '../..')
const migrations = join(projectRoot, 'db/migrations')

/**
 * Starts the test cluster and makes sure there is a migrated template database with ZIP codes and message templates.
 * Its name carries a hash of what it was made from, so that it is made once and never stale.
 */
export async function prepareTestCluster(): Promise<{
  adminUrl: string
  template: string
  stop(): Promise<void>
}> {
  const cluster = await startCluster({
    checkout: projectRoot,
    name: 'test',
    isThrowaway: true,
  })
  const template = `template_${fingerprint()}`
  const admin = new pg.Client({ connectionString: cluster.url('postgres') })
  // Stays open to the end: a server in use is not stopped by another run that ends earlier.
  await admin.connect()
  try {
    // Hundreds of databases that live for seconds: nothing in them is worth cleaning up.
    await admin.query('alter system set autovacuum = off')
    await admin.query('select pg_reload_conf()')
    await admin.query('select pg_advisory_lock(4711)')
    if ((await admin.query('select 1 from pg_database where datname = $1', [template])).rowCount === 0) {
      await admin.query('drop database if exists template_in_the_making')
      await admin.query('create database template_in_the_making')
      await migrate(cluster.url('template_in_the_making'), migrations)
      await prepareTemplate(cluster.url('template_in_the_making'))
      await makeQueues(cluster.url('template_in_the_making'))
      await admin.query(`alter database template_in_the_making rename to ${template}`)
    }
    await admin.query('select pg_advisory_unlock(4711)')
  } catch (error) {
    await admin.end()
    throw error
  }
  return {
    adminUrl: cluster.url('postgres'),
    template,
    stop: async () => {
      await admin.end()
      await cluster.stop()
    },
  }
}

/** So that no test has to make them; a product that starts makes or changes what is not as it wants it. */
async function makeQueues(url: string) {
  const [{ jobKinds }, { createJobs }, { createLog }] = await Promise.all([
    import('#app/worker.ts'),
    import('#platform/jobs.ts'),
    import('#platform/log.ts'),
  ])
  const jobs = createJobs({ url }, createLog('silent'), { work: false })
  await jobs.start(jobKinds)
  await jobs.stop()
}

function fingerprint(): string {
  const hash = createHash('sha256').update(JSON.stringify(letters)).update('with queues')
  for (const folder of [migrations, join(projectRoot, 'db/seed')])
    for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 12)
}
