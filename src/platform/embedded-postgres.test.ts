import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startCluster } from './embedded-postgres.ts'

const checkout = mkdtempSync(join(tmpdir(), 'a folder with spaces '))
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

async function ask(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

test('it starts in a folder with spaces, is shared by a second start, and recovers after a kill', async () => {
  const first = await startCluster({ checkout, name: 'demo' })
  expect(await first.createDatabase('greenside')).toBe(true)
  const url = first.url('greenside')
  await ask(url, 'create table kept (word text)')
  await ask(url, `insert into kept values ('still here')`)

  const second = await startCluster({ checkout, name: 'demo' })
  expect(second.url('greenside')).toBe(url)
  expect(await second.createDatabase('greenside')).toBe(false)

  const [{ pid } = { pid: 0 }] = await ask(url, `select pg_read_file('postmaster.pid') as file`).then(
    (rows) => rows.map((row) => ({ pid: Number(String(row.file).split('\n')[0]) })),
  )
  execFileSync('kill', ['-9', String(pid)])

  const third = await startCluster({ checkout, name: 'demo' })
  expect(await ask(third.url('greenside'), 'select word from kept')).toEqual([{ word: 'still here' }])
  await third.stop()
  await expect(ask(third.url('greenside'), 'select 1')).rejects.toThrow()
}, 60_000)

test('it starts although another program has the pid of the killed server', async () => {
  const first = await startCluster({ checkout, name: 'demo' })
  const [{ folder } = { folder: '' }] = await ask(
    first.url('postgres'),
    `select current_setting('data_directory') as folder`,
  )
  const { port } = new URL(first.url('postgres'))
  await first.stop()
  const file = join(checkout, 'postgres')
  symlinkSync('/bin/sleep', file)
  const program = spawn(file, ['120'], { argv0: 'sleep' })
  onTestFinished(() => void program.kill())
  writeFileSync(join(folder, 'postmaster.pid'), `${program.pid}\n${folder}\n0\n${port}\n`)

  const second = await startCluster({ checkout, name: 'demo' })
  expect(await ask(second.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
  expect(program.exitCode).toBeNull()
  await second.stop()
}, 90_000)

test('it is not stopped while another client is connected', async () => {
  const cluster = await startCluster({ checkout, name: 'demo' })
  const other = new pg.Client({ connectionString: cluster.url('postgres') })
  await other.connect()
  await cluster.stop()
  expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await other.end()
  await cluster.stop()
}, 60_000)

test('a temporary one is shared, recovers after a kill, and leaves no shared memory', async () => {
  const options = { checkout, name: 'throwaway', isThrowaway: true }
  const first = await startCluster(options)
  const [{ file, folder }] = (await ask(
    first.url('postgres'),
    `select pg_read_file('postmaster.pid') as file, current_setting('data_directory') as folder`,
  )) as [{ file: string; folder: string }]
  process.kill(Number(file.split('\n')[0]), 'SIGKILL')

  const second = await startCluster(options)
  expect(await ask(second.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await startCluster(options)).url('postgres')).toBe(second.url('postgres'))
  await second.stop()
  expect(existsSync(folder)).toBe(!folder.startsWith('/dev/shm'))
}, 60_000)
