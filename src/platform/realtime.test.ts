import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openDatabase } from './db.ts'
import { openRealtime, sendAfterChanges } from './realtime.ts'

const database = testDatabase()

test('announcements of a committed change reach subscribers, and nobody else', async () => {
  const realtime = openRealtime(database.url, () => undefined)
  const heard: string[] = []
  realtime.subscribe('booking:1', (topic) => heard.push(topic))
  await eventually(() => expect(realtime.isLive()).toBe(true))
  heard.length = 0
  await database.pool.query(`select pg_notify('greenside', 'booking:2')`)
  await database.pool.query(`select pg_notify('greenside', 'booking:10')`)
  await database.pool.query(`select pg_notify('greenside', 'booking:1')`)
  await database.pool.query(`select pg_notify('greenside', 'booking:1 {"more":1}')`)
  await eventually(() => expect(heard).toEqual(['booking:1', 'booking:1 {"more":1}']))
  await realtime.close()
})

test('after a lost connection it reports possible gaps, reconnects, and receives again', async () => {
  const realtime = openRealtime(database.url, () => undefined)
  const heard: string[] = []
  realtime.subscribe('booking:', (topic) => heard.push(topic))
  await eventually(() => expect(realtime.isLive()).toBe(true))
  heard.length = 0
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'greenside-realtime' and datname = current_database()`,
  )
  await eventually(() => expect(heard).toContain(''))
  await eventually(() => expect(realtime.isLive()).toBe(true))
  await database.pool.query(`select pg_notify('greenside', 'booking:3')`)
  await eventually(() => expect(heard).toContain('booking:3'))
  await realtime.close()
})

test('announcements are remembered for a minute, and anything unknown may have changed', async () => {
  let ms = 1_000_000
  const realtime = openRealtime(
    database.url,
    () => undefined,
    () => ms,
  )
  const heard: string[] = []
  realtime.subscribe('booking:', (topic) => heard.push(topic))
  expect(realtime.mayHaveChanged('booking:1', 10), 'nobody listens yet').toBe(true)
  await eventually(() => expect(realtime.isLive()).toBe(true))
  const announce = async (topic: string) => {
    await database.pool.query(`select pg_notify('greenside', $1)`, [topic])
    await eventually(() => expect(heard).toContain(topic))
  }
  ms += 10_000
  expect(realtime.mayHaveChanged('booking:1', 9_000)).toBe(false)
  expect(realtime.mayHaveChanged('booking:1', 11_000), 'from before the connection').toBe(true)
  await announce('booking:1')
  await announce('booking:2 {"more":1}')
  ms += 5_000
  expect(realtime.mayHaveChanged('booking:1', 6_000)).toBe(true)
  expect(realtime.mayHaveChanged('booking:2', 6_000)).toBe(true)
  expect(realtime.mayHaveChanged('booking:3', 6_000)).toBe(false)
  expect(realtime.mayHaveChanged('booking:1', 4_000)).toBe(false)
  ms += 70_000
  await announce('booking:4')
  expect(realtime.mayHaveChanged('booking:3', 69_000)).toBe(false)
  expect(realtime.mayHaveChanged('booking:3', 76_000), 'too long ago to know').toBe(true)
  await realtime.close()
})

test('announcements of transactions are sent after commit, in the order they were written', async () => {
  const realtime = openRealtime(database.url, () => undefined)
  const other = openRealtime(database.url, () => undefined)
  const heard: string[] = []
  const heardByOther: string[] = []
  realtime.subscribe('lesson:', (topic) => heard.push(topic))
  other.subscribe('lesson:', (topic) => heardByOther.push(topic))
  await eventually(() => expect(realtime.isLive() && other.isLive()).toBe(true))
  heard.length = 0
  heardByOther.length = 0
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query(`select announce('lesson:undone')`)
  await client.query('rollback')
  const expected = Array.from({ length: 1_200 }, (_, i) => `lesson:${i}`)
  await client.query('begin')
  await client.query(`select announce('lesson:' || i) from generate_series(0, 1199) i`)
  realtime.send()
  await database.pool.query(`select announce('other:1')`)
  await eventually(async () =>
    expect(
      (await database.pool.query('select from announcements')).rowCount,
      'all that is committed went out',
    ).toBe(0),
  )
  expect(heard).toEqual([])
  await client.query('commit')
  client.release()
  realtime.send()
  other.send()
  await eventually(() => expect(heard.length).toBeGreaterThanOrEqual(expected.length))
  await eventually(() => expect(heardByOther.length).toBeGreaterThanOrEqual(expected.length))
  expect(heard).toEqual(expected)
  expect(heardByOther).toEqual(expected)
  await Promise.all([realtime.close(), other.close()])
})

test('another process sends the announcements of a crashed one', async () => {
  await database.pool.query(`select announce('lesson:left')`)
  const realtime = openRealtime(database.url, () => undefined)
  const heard: string[] = []
  realtime.subscribe('lesson:left', (topic) => heard.push(topic))
  await eventually(() => expect(heard).toContain('lesson:left'))
  await realtime.close()
})

test('announcements are sent after statements that change something, and not after reads', async () => {
  const db = openDatabase(database.url, { poolSize: 1 })
  let sent = 0
  sendAfterChanges(db.$client, { send: () => sent++ })
  const sends = async (work: () => Promise<unknown>) => {
    sent = 0
    await work()
    return sent
  }
  const read = sql`select id as updated_at from announcements`
  const change = sql`with made as (insert into announcements (announcement) values ('lesson:1') returning 1) select * from made`
  expect(await sends(() => db.execute(read))).toBe(0)
  expect(await sends(() => db.$client.query('select announcement from announcements'))).toBe(0)
  expect(await sends(() => db.execute(change))).toBe(1)
  expect(await sends(() => db.$client.query({ text: `select announce('lesson:2')` }))).toBe(1)
  expect(await sends(() => db.transaction((tx) => tx.execute(change)))).toBe(1)
  expect(await sends(() => db.execute(read)), 'the change of the same connection was sent').toBe(0)
  await db.$client.end()
})
