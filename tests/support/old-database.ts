import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { type Database, openDatabase } from '#platform/db.ts'
import { migrate } from '#platform/migrations.ts'

const MIGRATIONS = 'db/migrations'

/**
 * A database with the migrations up to a number, for tests of the migrations after it.
 * @param upTo the first four characters of the last migration's file name
 */
export function oldDatabase(upTo: string) {
  const name = `old_${randomBytes(6).toString('hex')}`
  const adminUrl = String(process.env.TEST_ADMIN_URL)
  const url = adminUrl.replace(/\/postgres$/, `/${name}`)
  let opened: Database | undefined
  let files = ''
  let last = ''

  const asAdmin = async (statement: string) => {
    const admin = new pg.Client({ connectionString: adminUrl })
    await admin.connect()
    await admin.query(statement)
    await admin.end()
  }
  /** Runs the migrations up to a number. @returns the names of the files that ran */
  async function migrateTo(next: string): Promise<string[]> {
    for (const file of await readdir(MIGRATIONS)) {
      const number = file.slice(0, 4)
      if (file.endsWith('.sql') && number > last && number <= next)
        await copyFile(join(MIGRATIONS, file), join(files, file))
    }
    last = next
    return await migrate(url, files)
  }

  beforeAll(async () => {
    await asAdmin(`create database ${name}`)
    files = await mkdtemp(join(tmpdir(), 'migrations-'))
    await migrateTo(upTo)
    opened = openDatabase(url, { poolSize: 5 })
  })
  afterAll(async () => {
    await opened?.$client.end()
    await asAdmin(`drop database if exists ${name} with (force)`)
    await rm(files, { recursive: true, force: true })
  })

  return {
    get pool(): pg.Pool {
      if (!opened) throw new Error('oldDatabase() is ready only inside tests')
      return opened.$client
    },
    migrateTo,
  }
}
