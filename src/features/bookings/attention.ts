import { sql } from 'drizzle-orm'
import type { AttentionSource } from '#ports/services.ts'

/** Booked lessons whose coach or student is suspended. An admin has to decide about them. */
export const lessonsOfSuspended: AttentionSource = {
  id: 'suspended-lessons',
  label: 'Lessons of suspended people',
  href: '/admin/users?state=suspended',
  async read(db) {
    // Raw: starts from the few suspended accounts and joins both the coach and the student side.
    const found = await db.execute<{ n: number; oldest: string | null }>(sql`
      select count(distinct b.id)::int as n, extract(epoch from min(p.suspended_at)) * 1000 as oldest
      from profiles p join bookings b on b.instructor_id = p.id or b.student_id = p.id
      where p.suspended_at is not null and b.status = 'confirmed'
        -- The seats of a suspended coach wait also when the clinic had begun.
        and case when b.clinic_id is not null and b.instructor_id = p.id then b.lesson_end else b.lesson_date end > p.suspended_at`)
    const { n = 0, oldest = null } = found.rows[0] ?? {}
    return { count: n, oldest: oldest === null ? null : Math.round(Number(oldest)) }
  },
}
