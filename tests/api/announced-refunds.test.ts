import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { charlotteTime } from '../support/now.ts'
import { oldDatabase } from '../support/old-database.ts'
import { addCoach } from '../support/people.ts'

const old = oldDatabase('0227')

test('a payment of before the upgrade knows how much of its refunds letters announced', async () => {
  const { pool } = old
  const personId = (await addCoach(pool)).id
  let hour = 8
  /** A paid lesson. @param announced the totals in its letters about refunds, as the previous version wrote them */
  async function addPaid(...announced: string[]) {
    const id = randomUUID()
    await pool.query(
      `insert into bookings (id, instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
         lesson_title, status, payment_status, location_name)
       values ($1, $2, $2, $3::timestamptz, $3::timestamptz, 60, 'America/New_York', 85, 'A lesson', 'confirmed', 'completed', 'There')`,
      [id, personId, charlotteTime(4, ++hour)],
    )
    await pool.query(
      'insert into payments (booking_id, instructor_id, student_id, amount_cents) values ($1, $2, $2, 8500)',
      [id, personId],
    )
    for (const total of announced)
      await pool.query(
        `insert into notifications (user_id, kind, business_key, title, href, created_at)
         values ($1, 'refund', $2, 'A refund', '/lessons', now())`,
        [personId, `${id}:${total}`],
      )
    return id
  }
  const lessons = [await addPaid(), await addPaid('2000', '4500'), await addPaid('2000:again:re_1')]
  await old.migrateTo('0231')
  const { rows } = await pool.query('select booking_id, refund_told_cents as told from payments')
  const told = new Map(rows.map((row) => [row.booking_id, row.told]))
  expect(lessons.map((id) => told.get(id))).toEqual([0, 4_500, 2_000])
})
