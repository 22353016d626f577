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
