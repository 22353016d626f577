import { expect, test, vi } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { openRealtime } from './realtime.ts'

const database = testDatabase()

test('announcements of a committed change reach those who asked, and nobody else', async () => {
  const realtime = openRealtime(database.url, () => undefined)
  const heard: string[] = []
  realtime.subscribe('booking:1', (topic) => heard.push(topic))
  await vi.waitFor(() => expect(realtime.isLive()).toBe(true))
  heard.length = 0
  await database.pool.query(`select pg_notify('greenside', 'booking:2')`)
  await database.pool.query(`select pg_notify('greenside', 'booking:10')`)
  await database.pool.query(`select pg_notify('greenside', 'booking:1')`)
  await database.pool.query(`select pg_notify('greenside', 'booking:1 {"more":1}')`)
  await vi.waitFor(() => expect(heard).toEqual(['booking:1', 'booking:1 {"more":1}']))
  await realtime.close()
})

test('when the connection is lost it says that things may have been missed, comes back, and hears again', async () => {
  const realtime = openRealtime(database.url, () => undefined)
  const heard: string[] = []
  realtime.subscribe('booking:', (topic) => heard.push(topic))
  await vi.waitFor(() => expect(realtime.isLive()).toBe(true))
  heard.length = 0
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'greenside-realtime' and datname = current_database()`,
  )
  await vi.waitFor(() => expect(heard).toContain(''))
  await vi.waitFor(() => expect(realtime.isLive()).toBe(true), { timeout: 5_000 })
  await database.pool.query(`select pg_notify('greenside', 'booking:3')`)
  await vi.waitFor(() => expect(heard).toContain('booking:3'))
  await realtime.close()
})

test('it is known for a minute what was announced, and what is not known may have changed', async () => {
  let ms = 1_000_000
  const realtime = openRealtime(
    database.url,
    () => undefined,
    () => ms,
  )
  const heard: string[] = []
  realtime.subscribe('booking:', (topic) => heard.push(topic))
  expect(realtime.mayHaveChanged('booking:1', 10), 'nobody listens yet').toBe(true)
  await vi.waitFor(() => expect(realtime.isLive()).toBe(true))
  const announce = async (topic: string) => {
    await database.pool.query(`select pg_notify('greenside', $1)`, [topic])
    await vi.waitFor(() => expect(heard).toContain(topic))
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
