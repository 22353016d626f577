import { afterEach, describe, expect, test, vi } from 'vitest'
import { DAY, MINUTE } from '#platform/duration.ts'
import {
  archivingProblem,
  backupArguments,
  parseInfo,
  restoreArguments,
  takePgBackRest,
} from './pgbackrest.ts'

/** Printed by pgBackRest 2.45 with two repositories, after a full and an incremental backup into the first. */
const INFO =
  '[{"archive":[{"database":{"id":1,"repo-key":1},"id":"15-1","max":"000000010000000000000005","min":"000000010000000000000001"},{"database":{"id":1,"repo-key":2},"id":"15-1","max":"000000010000000000000005","min":"000000010000000000000001"}],"backup":[{"archive":{"start":"000000010000000000000002","stop":"000000010000000000000002"},"backrest":{"format":5,"version":"2.45"},"database":{"id":1,"repo-key":1},"error":false,"info":{"delta":22992374,"repository":{"delta":3040001,"size":3040001},"size":22992374},"label":"20261129-042925F","lsn":{"start":"0/2000028","stop":"0/2000100"},"prior":null,"reference":null,"timestamp":{"start":1795926565,"stop":1795926567},"type":"full"},{"archive":{"start":"000000010000000000000003","stop":"000000010000000000000004"},"backrest":{"format":5,"version":"2.45"},"database":{"id":1,"repo-key":1},"error":false,"info":{"delta":8458,"repository":{"delta":431,"size":3040003},"size":22992374},"label":"20261129-042925F_20261129-042928I","lsn":{"start":"0/3000028","stop":"0/4000050"},"prior":"20261129-042925F","reference":["20261129-042925F"],"timestamp":{"start":1795926568,"stop":1795926570},"type":"incr"}],"cipher":"none","db":[{"id":1,"repo-key":1,"system-id":7713445851504039987,"version":"15"},{"id":1,"repo-key":2,"system-id":7713445851504039987,"version":"15"}],"name":"greenside","repo":[{"cipher":"none","key":1,"status":{"code":0,"message":"ok"}},{"cipher":"none","key":2,"status":{"code":2,"message":"no valid backups"}}],"status":{"code":4,"lock":{"backup":{"held":false}},"message":"different across repos"}}]'
/** The same before any stanza was created. */
const NO_STANZA =
  '[{"archive":[],"backup":[],"cipher":"none","db":[],"name":"greenside","repo":[{"cipher":"none","key":1,"status":{"code":1,"message":"missing stanza path"}},{"cipher":"none","key":2,"status":{"code":1,"message":"missing stanza path"}}],"status":{"code":1,"lock":{"backup":{"held":false}},"message":"missing stanza path"}}]'
const stored = parseInfo(INFO, 'greenside')
const FULL_AT = 1_795_926_565_000

afterEach(() => vi.unstubAllEnvs())

test('the list of backups is read', () => {
  expect(stored).toEqual({
    repositories: [1, 2],
    backups: [
      {
        label: '20261129-042925F',
        repository: 1,
        isFull: true,
        began: FULL_AT,
        ended: FULL_AT + 3_000,
        isDamaged: false,
      },
      {
        label: '20261129-042925F_20261129-042928I',
        repository: 1,
        isFull: false,
        began: FULL_AT + 3_000,
        ended: FULL_AT + 6_000,
        isDamaged: false,
      },
    ],
  })
  expect(parseInfo(INFO.replace('"error":false', '"error":true'), 'greenside').backups[0]?.isDamaged).toBe(
    true,
  )
})

describe('the next backup', () => {
  const next = (repository: number, now: number, keepDays = 35) =>
    backupArguments('greenside', stored, { repository, now, keepDays })

  test('of a repository is full each week, and incremental on the other days', () => {
    expect(next(1, FULL_AT + 6 * DAY)).toContain('--type=incr')
    expect(next(1, FULL_AT + 7 * DAY - 20 * MINUTE)).toContain('--type=full')
    expect(next(2, FULL_AT + DAY)).toEqual(expect.arrayContaining(['--repo=2', '--type=full']))
    expect(next(1, FULL_AT + DAY).at(-1)).toBe('backup')
  })

  test('deletes what is older than BACKUP_DAYS from every repository: a set ends a week and a day after its full backup', () => {
    const { 1: retention } = /--repo2-retention-full=(\d+)/.exec(next(1, FULL_AT).join(' ')) ?? []
    expect(Number(retention) + 7 + 1).toBe(35)
    expect(next(1, FULL_AT)).toEqual(
      expect.arrayContaining([
        '--repo1-retention-full-type=time',
        `--repo1-retention-full=${retention}`,
        '--repo2-retention-full-type=time',
      ]),
    )
    expect(() => next(1, FULL_AT, 8)).toThrow('BACKUP_DAYS must be at least 9 with PGBACKREST_STANZA.')
  })
})

test('a restore names the backup, the folder and the instant, and never archives', () => {
  const [full] = stored.backups
  if (!full) throw new Error('there is a full backup')
  const to = restoreArguments('greenside', full, '/srv/now/data', '2026-11-29 05:00:00+00:00')
  expect(to).toEqual(
    expect.arrayContaining([
      '--repo=1',
      '--set=20261129-042925F',
      '--pg1-path=/srv/now/data',
      '--type=time',
      '--target=2026-11-29 05:00:00+00:00',
      '--archive-mode=off',
    ]),
  )
  expect(restoreArguments('greenside', full, '/srv/now/data').join(' ')).not.toMatch(/--target|--type/)
})

describe('what is not set up is said in one sentence, with the next step', () => {
  test('a stanza that does not exist, and a repository that cannot be read', () => {
    const sentence =
      'Repository 1 of pgBackRest has no stanza greenside (PGBACKREST_STANZA). Create it as the user postgres: pgbackrest --stanza=greenside stanza-create'
    expect(() => parseInfo(NO_STANZA, 'greenside')).toThrow(sentence)
    expect(() => parseInfo('[]', 'greenside')).toThrow(sentence)
    const away = INFO.replace('"code":2,"message":"no valid backups"', '"code":99,"message":"other"')
    expect(() => parseInfo(away, 'greenside')).toThrow('Repository 2 of pgBackRest cannot be read: other')
  })

  test('an archive command that is off, or another one', () => {
    const right = { mode: 'on', command: 'pgbackrest --stanza=greenside archive-push %p' }
    expect(archivingProblem(right, 'greenside')).toBeNull()
    expect(archivingProblem({ mode: 'off', command: '' }, 'greenside')).toEqual({
      what: 'PGBACKREST_STANZA is set, and archive_mode of the database is off.',
      todo: `Run these in psql and restart PostgreSQL: alter system set archive_mode = on; alter system set archive_command = '${right.command}';`,
    })
    const other = archivingProblem({ mode: 'on', command: 'cp %p /mnt' }, 'greenside')
    expect(other?.what).toContain('does not run pgbackrest')
    expect(other?.todo).toContain(`archive_command = '${right.command}'`)
  })

  test('pgBackRest that is not installed', async () => {
    vi.stubEnv('PATH', '/nowhere')
    const options = { stanza: 'greenside', folder: '/nowhere', keepDays: 35 }
    await expect(takePgBackRest('postgres://nobody@127.0.0.1:1/none', options)).rejects.toThrow(
      'PGBACKREST_STANZA is set, and pgbackrest is not installed: apt-get install pgbackrest',
    )
  })
})
