import { expect, test } from 'vitest'
import { writeLessons } from '#features/other-calendars/google/lessons.ts'
import { sendDueReadings } from '#features/other-calendars/reading.ts'
import { bookPaid, signedInCoach } from '#tests/support/lessons.ts'
import { charlotteTime } from '#tests/support/now.ts'
import { testProduct, testSecret } from '#tests/support/product.ts'
import { connectGoogleCalendar } from './google-calendar.ts'

const product = testProduct()

test('a coach of the demo is connected as if she had done it herself: read at her turn, and lessons are written [row 97]', async () => {
  const maya = await signedInCoach(product)
  const client = await product.database.pool.connect()
  await connectGoogleCalendar(
    client,
    { id: maya.userId, email: maya.email },
    product.clock.now(),
    testSecret,
  ).finally(() => client.release())
  const shown = async () => (await maya.get('/api/coach/other-calendars')).json
  const kept = async () =>
    (
      await product.database.pool.query(
        'select id, starts_at, ends_at from instructor_busy_times where instructor_id = $1 order by starts_at',
        [maya.userId],
      )
    ).rows
  const { calendars, google } = await shown()
  expect(calendars).toMatchObject([
    { kind: 'google', name: 'Google Calendar', failure: null, isOutOfReach: false },
  ])
  expect(google.connection).toMatchObject({
    account: maya.email,
    isConnected: true,
    mayWrite: true,
    target: maya.email,
    stoppedWriting: false,
  })
  const before = await kept()
  expect(before.length).toBeGreaterThan(100)

  expect(await sendDueReadings(product.services)).toBe(1)
  await maya.post(`/api/coach/other-calendars/${calendars[0].id}/readings`, {})
  // The rows are unchanged, so current bookings are not disturbed.
  expect(await kept()).toEqual(before)
  expect((await shown()).calendars[0]).toMatchObject({ failure: null })

  const sam = await product.student('Sam Rivera')
  const start = charlotteTime(5, 10)
  await bookPaid(product, sam, { instructorId: maya.userId, start })
  await writeLessons(product.services, maya.userId)
  const day = Date.parse(start)
  const entries = await product.services.localCalendar?.listEntries(maya.email, {
    start: day,
    end: day + 3_600_000,
  })
  // The day also has family events, which `isWritten` excludes.
  expect(entries?.filter(({ isWritten }) => isWritten)).toMatchObject([
    { title: 'Golf lesson with Sam Rivera', calendarId: maya.email, start: day },
  ])
})
