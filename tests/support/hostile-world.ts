import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { hostileTexts, hostileWords } from './hostile-words.ts'

export interface HostileWorld {
  /** The student's conversation with the coach, in which everything was said. */
  talk: string
  /** Lessons that were reviewed, answered, noted and reported. */
  lessons: string[]
  tickets: string[]
  /** Coaches whose names and words about themselves are markup, at one place. */
  coaches: string[]
  zip: string
}

const ZIP = '96910'

/**
 * Puts every hostile string where people write: names, titles, notes, messages, tickets, reviews, replies, reported problems,
 * profiles. Straight into the database, as if every check on the way in had been forgotten.
 */
export async function addHostileWorld(
  client: pg.ClientBase,
  { coachId, studentId }: { coachId: string; studentId: string },
): Promise<HostileWorld> {
  const words = [...hostileWords]
  await client.query('begin')
  await client.query(`update profiles set user_type = 'instructor' where id = $1`, [coachId])
  await client.query(
    `insert into instructor_profiles (user_id, display_name, hourly_rate, is_visible, instant_book_enabled, time_zone, bio)
     values ($1, $2, 85, true, true, 'Pacific/Guam', 'x') on conflict do nothing`,
    [coachId, `Coach ${words[4]}`],
  )
  await addPlace(client, coachId, words[5] ?? '')
  await client.query(
    `insert into intake_questions (instructor_id, position, question, is_required)
     select $1, n, left(w, 120), false from unnest($2::text[]) with ordinality as t (w, n)`,
    [coachId, words.slice(6, 9)],
  )
  await client.query('update profiles set full_name = $2 where id = $1', [studentId, words[4]])

  // Everybody who wrote to the coach, each under another name and with those words.
  await client.query(
    `with people as (insert into profiles (full_name, email)
       select w, 'hostile-' || n || '-' || $3 || '@students.test' from unnest($2::text[]) with ordinality as t (w, n) returning id),
     talks as (insert into conversations (instructor_id, student_id) select $1, id from people returning id, student_id)
     select 1`,
    [coachId, words, coachId],
  )
  await client.query(
    `insert into messages (conversation_id, position, sender_id, content)
     select c.id, 1, c.student_id, p.full_name from conversations c join profiles p on p.id = c.student_id where c.instructor_id = $1`,
    [coachId],
  )
  await client.query(
    `insert into lesson_proposals (instructor_id, student_id, status, proposed_dates, price_amount, lesson_title, note,
       change_request, time_zone, expires_at, duration_minutes)
     select $1, c.student_id, 'changes_requested', '[{"datetime":"2027-11-22T15:00:00Z"}]', 85, w[n], coalesce(w[n + 1], w[n]),
       coalesce(w[n + 2], w[n]), 'Pacific/Guam', current_instant() + interval '2 days', 60
     from conversations c join profiles p on p.id = c.student_id,
       lateral (select split_part(p.email, '-', 2)::int as n, $2::text[] as w) told
     where c.instructor_id = $1 and n % 3 = 1`,
    [coachId, words],
  )
  const { rows: talks } = await client.query<{ id: string }>(
    'insert into conversations (instructor_id, student_id) values ($1, $2) returning id',
    [coachId, studentId],
  )
  const talk = talks[0]?.id ?? ''
  await client.query(
    `insert into messages (conversation_id, position, sender_id, content)
     select $1, 1, case when n % 2 = 0 then $2 else $3 end::uuid, w from unnest($4::text[]) with ordinality as t (w, n)`,
    [talk, coachId, studentId, hostileTexts(1_900)],
  )

  const tickets: string[] = []
  for (const text of hostileTexts(1_900)) {
    const id = randomUUID()
    tickets.push(id)
    await client.query(
      `insert into support_tickets (id, client_id, user_id, user_email, user_name, subject, message)
       select $1, $1, id, email, $3, $4, $5 from profiles where id = $2`,
      [id, studentId, words[4], words[tickets.length], text],
    )
    await client.query(
      `insert into support_replies (client_id, ticket_id, author_id, is_staff, message) values ($1, $2, null, true, $3)`,
      [randomUUID(), id, text],
    )
  }

  const lessons: string[] = []
  await client.query('set local session_replication_role = replica')
  for (const text of hostileTexts(1_900))
    lessons.push(await addLesson(client, { coachId, studentId, text, n: lessons.length }))
  await client.query(
    'update instructor_profiles set booked_rating_sum = $2 * 5, booked_rating_count = $2 where user_id = $1',
    [coachId, lessons.length],
  )
  await client.query('set local session_replication_role = origin')

  const coaches: string[] = []
  const bios = hostileTexts(3_900)
  for (const [n, name] of words.filter((_, n) => n % 8 === 0).entries()) {
    const id = randomUUID()
    coaches.push(id)
    await client.query(
      `insert into profiles (id, full_name, email, user_type) values ($1, $2, $3, 'instructor')`,
      [id, name, `${id}@coaches.test`],
    )
    await client.query(
      `insert into instructor_profiles (user_id, display_name, bio, hourly_rate, is_visible, time_zone, specialties, credentials,
         custom_reviews) values ($1, $2, $3, 85, true, 'Pacific/Guam', array[$2], array[$2], $4)`,
      [id, name, bios[n % bios.length], JSON.stringify([{ author: name, rating: 5, text: name }])],
    )
    await addPlace(client, id, name)
  }
  await client.query('commit')
  return { talk, lessons, tickets, coaches, zip: ZIP }
}

async function addPlace(client: pg.ClientBase, coachId: string, name: string) {
  await client.query(
    `insert into instructor_teaching_locations (instructor_id, location_name, address, city, state, zip, lat, lng, time_zone, is_primary)
     values ($1, $2, $2, 'Hagatna', 'GU', $3, 13.47, 144.75, 'Pacific/Guam', true)`,
    [coachId, name, ZIP],
  )
}

async function addLesson(
  client: pg.ClientBase,
  lesson: { coachId: string; studentId: string; text: string; n: number },
): Promise<string> {
  const { coachId, studentId, text, n } = lesson
  const [id, paymentId] = [randomUUID(), randomUUID()]
  const start = new Date(Date.now() - (3 + n) * 86_400_000)
  await client.query(
    `insert into bookings (id, instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
       lesson_title, status, payment_status, location_name, lesson_completed)
     values ($1, $2, $3, $4::timestamptz, $4::timestamptz + interval '1 hour', 60, 'Pacific/Guam', 85, $5, 'completed', 'completed', $5, true)`,
    [id, coachId, studentId, start, text.split('\n')[0]],
  )
  await client.query(
    `with o as (insert into orders (id, student_id) values ($2, $4) returning id)
     insert into payments (id, order_id, booking_id, instructor_id, student_id, amount_cents, payment_status, payment_method, paid_at, created_at)
     select $1, o.id, o.id, $3, $4, 8500, 'completed', 'card', $5, $5 from o`,
    [paymentId, id, coachId, studentId, start],
  )
  await client.query(
    `insert into lesson_reviews (booking_id, instructor_id, student_id, rating, comment, published_at, reply, replied_at)
     values ($1, $2, $3, 5, $4, current_instant(), $4, current_instant())`,
    [id, coachId, studentId, text],
  )
  await client.query(
    'insert into lesson_notes (booking_id, instructor_id, student_id, note) values ($1, $2, $3, $4)',
    [id, coachId, studentId, text],
  )
  await client.query(
    `with golfer as (
       insert into golfers (account_id, name, relation) values ($2, left($3, 100), 'adult') on conflict do nothing returning id
     )
     update bookings b set golfer_id = golfer.id from golfer where b.id = $1`,
    [id, studentId, text.split('\n')[0]],
  )
  await client.query('insert into booking_notes (booking_id, note) values ($1, left($2, 500))', [id, text])
  await client.query(
    'insert into intake_answers (booking_id, position, question, answer) values ($1, 1, left($2, 120), left($2, 300))',
    [id, text],
  )
  await client.query(
    `insert into payment_disputes (booking_id, payment_id, student_id, instructor_id, lesson_title, dispute_reason, payment_amount,
       student_name, student_email, instructor_name, instructor_email, dispute_details, admin_notes)
     values ($1, $2, $3, $4, $5, 'other', 8500, $5, 'x@students.test', $5, 'x@coaches.test', $6, $6)`,
    [id, paymentId, studentId, coachId, text.split('\n')[0], text],
  )
  return id
}
