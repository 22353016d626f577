import type pg from 'pg'
import { DAY, HOUR } from '#platform/duration.ts'
import { scenario } from './scenarios.ts'

/** Ids that are stable across runs, so that seeding again inserts no duplicates. */
const idOf = (kind: string, nth: number) =>
  `00000000-0000-4000-8000-${kind.padStart(8, '0')}${String(nth).padStart(4, '0')}`

const tickets = [
  [
    'Sam Rivera',
    'student@greenside.demo',
    'Receipt for my employer',
    'Can I get a receipt with the address of our company on it?',
    'open',
    3,
  ],
  [
    'Nadia Brooks',
    'nadia.brooks@golfers.example',
    'Chat Support Request',
    'I am left-handed and my daughter is not. Is there a coach who has clubs for both of us?',
    'open',
    9,
  ],
  [
    'Maya Bennett',
    'coach@greenside.demo',
    'Payout on a holiday',
    'A payout was due on Thanksgiving. When do banks send it?',
    'in_progress',
    30,
  ],
  [
    'Walt Kim',
    'walt.kim@golfers.example',
    'Gift for my father',
    'How do I buy lessons as a gift? He lives in Charlotte and I do not.',
    'closed',
    76,
  ],
] as const

const waiting = [
  ['Elena Duarte', 'elena.duarte@golfers.example', 'Boise', 'ID', 'beginner', 100, 5],
  ['Ray Lindqvist', 'ray.lindqvist@golfers.example', 'Fargo', 'ND', 'regular', 150, 40],
  ['Tessa Wynn', 'tessa.wynn@golfers.example', 'Boise', 'ID', 'casual', null, 61],
] as const

const matches = [
  [
    'Colin Mercer',
    'colin.mercer@golfers.example',
    'beginner',
    '25-34',
    'Play a round with friends',
    60,
    100,
    4,
  ],
  ['Hana Sato', 'hana.sato@golfers.example', 'casual', '45-54', 'Break 100', 75, 125, 27],
] as const

const saves = [
  ['Gwen Abbott', 'gwen.abbott@golfers.example', '+17045550161', 'Mornings before work, please call.', 6],
  ['Pete Novak', 'pete.novak@golfers.example', null, null, 52],
] as const

const trials = [
  [
    'Ruth Okafor',
    'ruth@oakridge-academy.example',
    '704 555 0144',
    'Oak Ridge Golf Academy',
    'Six coaches, two ranges. Can we try it over the winter?',
    20,
  ],
  ['Ben Salter', 'ben.salter@golfers.example', '(980) 555-0171', null, null, 90],
] as const

const reviews = [
  ['Karen L.', 5, 'Patient with my slice and my temper. Ten strokes in one summer.', 'Google, June'],
  ['D. Whitfield', 4, 'Good lesson, started a little late.', 'Yelp, last autumn'],
] as const

/**
 * Inserts items for the admins' work lists: support tickets, email addresses from forms, a reported message, reviews and a certificate.
 * @param now milliseconds UTC
 */
export async function insertOfficeWork(client: pg.ClientBase, now: number): Promise<void> {
  const ago = (hours: number) => new Date(now - hours * HOUR)
  for (const [at, [name, email, subject, message, status, hours]] of tickets.entries())
    await client.query(
      `insert into support_tickets (client_id, user_id, user_name, user_email, subject, message, status, created_at, updated_at)
       values ($1, (select id from profiles where email = $3), $2, $3, $4, $5, $6, $7, $7) on conflict (client_id) do nothing`,
      [idOf('71c4e7', at), name, email, subject, message, status, ago(hours)],
    )
  for (const [name, email, city, state, skillLevel, maxBudget, hours] of waiting)
    await client.query(
      `insert into city_waitlist (name, email, city, state, preferences, created_at)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [
        name,
        email,
        city,
        state,
        JSON.stringify({ skillLevel, ...(maxBudget ? { maxBudget } : {}) }),
        ago(hours),
      ],
    )
  for (const [name, email, skillLevel, ageRange, primaryGoal, low, high, hours] of matches)
    await client.query(
      `insert into match_saves (name, email, matched_instructor_id, preferences, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
      [
        name,
        email,
        scenario.maya.id,
        JSON.stringify({
          city: 'Charlotte',
          state: 'NC',
          skillLevel,
          ageRange,
          primaryGoal,
          budget: { low, high },
        }),
        ago(hours),
      ],
    )
  for (const [name, email, phone, notes, hours] of saves)
    await client.query(
      `insert into instructor_saves (instructor_id, name, email, phone, notes, created_at)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [scenario.maya.id, name, email, phone, notes, ago(hours)],
    )
  for (const [at, [name, email, phone, business, message, hours]] of trials.entries())
    await client.query(
      `insert into trial_interests (client_id, full_name, email, phone, business_name, message, created_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (client_id) do nothing`,
      [idOf('7a1a1', at), name, email, phone, business, message, ago(hours)],
    )
  for (const [at, [author, rating, body, source]] of reviews.entries())
    await client.query(
      `insert into imported_reviews (instructor_id, author, rating, body, source, created_at) values ($1, $2, $3, $4, $5, $6)`,
      [scenario.priya.id, author, rating, body, source, new Date(now - (at + 1) * DAY)],
    )
  // A student reports the newest message of a coach who is not one of the named ones.
  await client.query(
    `insert into message_reports (conversation_id, message_id, reporter_id, reported_id, reason, details, created_at)
     select m.conversation_id, m.id, c.student_id, c.instructor_id, 'off_platform_payment', 'Wants me to pay in cash next time.', $2
     from messages m join conversations c on c.id = m.conversation_id
     where m.sender_id = c.instructor_id and m.message_type = 'text' and c.instructor_id <> $1
     order by m.created_at desc, m.id limit 1`,
    [scenario.maya.id, ago(7)],
  )
}
