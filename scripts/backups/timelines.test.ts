import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY } from '#platform/duration.ts'
import { freePort } from '#platform/free-port.ts'
import { eventually } from '#tests/support/eventually.ts'
import { forgetOldBackups } from './base-backup.ts'
import { recoverySettings } from './restore.ts'
import { correctHistory, parseHistory, setAsideAbandoned } from './timelines.ts'

const MONDAY = Date.parse('2026-03-02T12:00:00Z')
const MEGABYTE = 1024 ** 2
const root = resolve(import.meta.dirname, '../..')

let folder: string
const cleanUps: (() => unknown)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'timelines-'))
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const segment = (timeline: number, number: number) =>
  [timeline, 0, number].map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')

async function putLog(...names: string[]) {
  await mkdir(join(folder, 'wal'), { recursive: true })
  for (const name of names) await writeFile(join(folder, 'wal', name), '')
}

/** A whole backup that needs the log of the first timeline until a position. */
async function putBackup(at: number, until: string): Promise<string> {
  const name = `${at}-${at + 1000}`
  await mkdir(join(folder, 'base', name), { recursive: true })
  const range = { Timeline: 1, 'Start-LSN': '0/2000028', 'End-LSN': until }
  await writeFile(join(folder, 'base', name, 'backup_manifest'), JSON.stringify({ 'WAL-Ranges': [range] }))
  return name
}

const there = async (place: string) => (await readdir(join(folder, place))).sort()

/** A server that was restored to a moment whose log is in the middle of segment 5 of the first timeline. */
const restored = {
  timeline: 2,
  ends: parseHistory('1\t0/5800000\tbefore 2026-03-02 09:41:00+00\n'),
  segmentBytes: 16 * MEGABYTE,
}

test('what came after the moment of a restore is set aside, and what earlier minutes need stays', async () => {
  await putLog(segment(1, 4), segment(1, 5), segment(1, 6), `${segment(1, 7)}.partial`, segment(2, 5))
  const early = await putBackup(MONDAY - 2 * DAY, '0/4000100')
  const late = await putBackup(MONDAY - DAY, '0/6000100')
  const aside = await setAsideAbandoned(folder, restored, MONDAY)
  expect(aside).toBe(join(folder, 'abandoned', String(MONDAY)))
  expect(await there('wal')).toEqual([segment(1, 4), `${segment(1, 5)}.partial`, segment(2, 5)])
  expect(await there('base')).toEqual([early])
  expect(await there(`abandoned/${MONDAY}/wal`)).toEqual([segment(1, 6), `${segment(1, 7)}.partial`])
  expect(await there(`abandoned/${MONDAY}/base`)).toEqual([late])
  expect(await setAsideAbandoned(folder, restored, MONDAY + 1)).toBeNull()
})

test('a server that was never restored keeps everything, and the log of another server is an error', async () => {
  const first = { ...restored, timeline: 1, ends: parseHistory('') }
  await putLog(segment(1, 5), `${segment(1, 6)}.partial`)
  const name = await putBackup(MONDAY, '0/6000100')
  expect(await setAsideAbandoned(folder, first, MONDAY)).toBeNull()
  expect(await there('wal')).toEqual([segment(1, 5), `${segment(1, 6)}.partial`])
  expect(await there('base')).toEqual([name])
  await putLog(segment(2, 6))
  await expect(setAsideAbandoned(folder, first, MONDAY)).rejects.toThrow(/later timeline/)
})

test('after a second restore to a moment before the first one, the timeline in between is no part of the history', () => {
  const first = '1\t0/5800000\tbefore 2026-03-02 09:41:00+00\n'
  // As PostgreSQL writes it: the second timeline ends before it has begun.
  const second = `${first}\n2\t0/3000028\tbefore 2026-03-01 07:00:00+00\n`
  expect(correctHistory(second)).toBe('1\t0/3000028\tbefore 2026-03-01 07:00:00+00\n')
  for (const right of ['', first, `${first}\n2\t0/6000028\tno recovery target specified\n`])
    expect(correctHistory(right)).toBe(right)
})

test('what was set aside is deleted when its days are over, like other backups', async () => {
  await putLog(segment(1, 6), segment(1, 7))
  const [old, young] = [await putBackup(MONDAY - 3 * DAY, '0/6000100'), await putBackup(MONDAY, '0/7000100')]
  await utimes(join(folder, 'wal', segment(1, 6)), new Date(MONDAY - 2 * DAY), new Date(MONDAY - 2 * DAY))
  await utimes(join(folder, 'wal', segment(1, 7)), new Date(MONDAY), new Date(MONDAY))
  await setAsideAbandoned(folder, restored, MONDAY)
  expect(await there(`abandoned/${MONDAY}/base`)).toEqual([old, young])
  await forgetOldBackups(folder, { now: MONDAY + 34 * DAY, keepDays: 35 })
  expect(await there(`abandoned/${MONDAY}/base`)).toEqual([young])
  expect(await there(`abandoned/${MONDAY}/wal`)).toEqual([segment(1, 7)])
  await forgetOldBackups(folder, { now: MONDAY + 36 * DAY, keepDays: 35 })
  expect(await there('abandoned')).toEqual([])
})

/** A server of Debian's runs as the user postgres, which only root can start. */
const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
const [newest] = versions.toSorted((a, b) => Number(b) - Number(a))
const hasServer =
  existsSync(`/usr/lib/postgresql/${newest}/bin/initdb`) && existsSync('/usr/bin/pg_receivewal')

test.runIf(hasServer && process.getuid?.() === 0)(
  'the continuous backup follows a server that was restored to an earlier moment',
  async () => {
    const { homeOf, initialise, startPostgres } = await import('#tests/load/support/machines.ts')
    const home = homeOf('timelines')
    cleanUps.push(() => rm(home, { recursive: true, force: true }))
    const start = async (data: string) => {
      const server = await startPostgres(data, await freePort(), { fsync: 'off' })
      cleanUps.push(() => server.stop())
      const client = new pg.Client({ connectionString: server.url('postgres') })
      await client.connect()
      cleanUps.push(() => client.end())
      return { ...server, client }
    }
    const follow = (url: string) => {
      // Files in a bucket are not copied.
      const env = { ...process.env, DATABASE_URL: url, BACKUP_FOLDER: folder, S3_BUCKET: 'bucket' }
      const child = spawn(process.execPath, ['scripts/backup.ts', '--follow'], {
        cwd: root,
        env,
        stdio: 'ignore',
      })
      const ended = new Promise((done) => child.once('exit', done))
      const stop = () => {
        child.kill('SIGTERM')
        return ended
      }
      cleanUps.push(stop)
      return stop
    }
    const data = initialise(home)
    const earlier = join(home, 'earlier')
    execFileSync('cp', ['-a', data, earlier])
    const lost = await start(data)
    const stopFollowing = follow(lost.url('postgres'))
    await eventually(async () => expect(await there('wal')).not.toEqual([]))
    for (const name of ['one', 'two', 'three'])
      await lost.client.query(`create table ${name} (); select pg_switch_wal()`)
    await eventually(async () => expect(await there('wal')).toContain(segment(1, 3)))
    await stopFollowing()
    await lost.client.end()
    await lost.killHard()
    // It replays nothing after its copy, and begins the second timeline. Its copy has the target of an earlier restore.
    await appendFile(
      join(earlier, 'postgresql.auto.conf'),
      `recovery_target_time = '2026-01-01 00:00:00+00'\n${recoverySettings(join(home, 'nothing'), undefined)}`,
    )
    await writeFile(join(earlier, 'recovery.signal'), '')
    const server = await start(earlier)
    await eventually(async () =>
      expect((await server.client.query('select pg_is_in_recovery() as still')).rows).toEqual([
        { still: false },
      ]),
    )
    follow(server.url('postgres'))
    await eventually(async () => expect(await there('wal')).toContain('00000002.history'))
    await server.client.query('create table after_restore (); select pg_switch_wal()')
    await eventually(async () => expect(await there('wal')).toContain(segment(2, 1)))
  },
)
