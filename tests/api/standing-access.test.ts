import { randomUUID } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { ownData } from '#app/own-data.ts'
import type { Queryable } from '#platform/db.ts'
import { signedInCoach } from '../support/lessons.ts'
import { lettersTo, tokenFor } from '../support/mail.ts'
import { testProduct } from '../support/product.ts'

/**
 * Every table that refers to a person, or keeps a secret, has an answer to the question: what happens to it when the account is claimed,
 * its password is reset, or all its sessions end? Either a feature's `own-data.ts` ends it, or the reason why it stays is here.
 */
const product = testProduct()
const pool = () => product.database.pool

/** What `accounts` ends itself, in `access.ts`. */
const endedByAccounts = ['sessions', 'account_links', 'verifications']
/** What ends only when the account is claimed. `accounts` itself removes the first four. */
const endedByClaim = ['credentials', 'passkeys', 'two_factors', 'two_factor_codes_used', 'payout_accounts']

const reasons: Record<string, string> = {
  'rights that admins give; they are changed by another admin only': 'user_roles',
  'records of lessons and their money, which belong to two people': `bookings occupancies lesson_moves lesson_packages package_sales lesson_proposals
    invited_students booking_discounts gift_cards exit_offers promo_codes orders payments payment_disputes payment_findings dispute_changes payouts lesson_notes
    lesson_reviews cancellation_requests clinic_seat_requests freed_times freed_time_offers video_reviews rain_checks`,
  'shown on pages, to people who are signed in': `instructor_profiles instructor_schedules instructor_availability availability_calendars
    instructor_blocked_dates instructor_openings instructor_teaching_locations coach_pictures coach_drives coach_drafts coach_first_steps
    drills drill_pictures credential_requests credential_verifications imported_reviews showroom_coaches prospect_demo_mapping
    instructor_busy_times google_calendars places_with_own_hours package_offers intake_questions clinics open_starts open_start_changes video_review_offers`,
  'another person or the account itself sees and ends it, signed in': `student_calendar_access student_invitations student_notes
    student_imports brought_students
    conversations conversation_participants messages message_attachments message_reports message_preferences message_digests assistant_turns
    workspaces workspace_comments workspace_events workspace_notes goals goal_values shot_sessions shot_mappings clips clip_comments
    clip_drawings clip_news clip_positions clip_seen clip_sharing_ended clip_uploads clip_voice_overs golfers`,
  'letters go to the address of the account, which its owner reads': `notifications notification_preferences notification_settings email_logs
    sms_logs push_logs city_waitlist instructor_saves match_saves support_tickets support_replies support_viewers trial_interests`,
  'counts and logs, which show nothing to anybody but admins': `audit_log impersonations quiz_responses user_sessions page_views
    search_history instructor_impressions instructor_profile_events template_versions lesson_desk_notes
    market_lessons market_entries market_coaches market_changes review_patterns`,
  'times of lessons in a calendar, which is written to only while its account is connected':
    'google_lesson_events google_clinic_events',
  'access that is being given back to Google': 'google_access_ended',
}
const stays = Object.values(reasons).flatMap((tables) => tables.split(/\s+/))

test('every table that refers to a person or stores a secret is cleared by a new password or a claim, or says why it stays', async () => {
  const tables = await tablesOfPeople()
  const [ended, claimed] = await Promise.all([endedTables(false), endedTables(true)])
  const answered = [...endedByAccounts, ...endedByClaim, ...ended, ...claimed]
  expect(tables.filter((table) => !answered.includes(table) && !stays.includes(table))).toEqual([])
  expect(stays.filter((table) => answered.includes(table) || !tables.includes(table))).toEqual([])
  // A claim ends all that a new password ends.
  const within = ['google_calendar_sync'] // goes with its row of other_calendars
  expect(ended.filter((table) => !claimed.includes(table) && !within.includes(table))).toEqual([])
})

/** Tables with a reference to a person or an id of one, and tables with a hash, token or secret. */
async function tablesOfPeople(): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `select distinct c.relname as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not in ('profiles', 'delivery_reports', 'webhook_deliveries', 'place_lookups', 'email_templates', 'sms_templates')
       and (exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
              and f.confrelid in ('profiles'::regclass, 'instructor_profiles'::regclass))
         or a.attname ~ '^(user|coach|instructor|student|author|actor|prospect|reader|admin|subject)_id$|(_by|_hash|token|secret|password)$')
     order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** The tables that the statements of all features change. */
async function endedTables(isClaimed: boolean): Promise<string[]> {
  const dialect = new PgDialect()
  const said: string[] = []
  const listening = {
    execute: async (statement: SQL) => {
      said.push(dialect.sqlToQuery(statement).sql.replace(/\s+/g, ' ').trim())
      return { rows: [], rowCount: 0 }
    },
  }
  const end = { userId: randomUUID(), keepPush: null, isClaimed, now: product.clock.now() }
  await ownData.endAccess(listening as unknown as Queryable, end)
  return said.flatMap((text) => /^(?:delete from|update|insert into) (\w+)/.exec(text)?.[1] ?? [])
}

type Coach = Awaited<ReturnType<typeof signedInCoach>>
const letterTo = async (email: string, page: string) => {
  await product.sendMessages()
  return await tokenFor(pool(), email, page)
}
async function resetPassword(email: string) {
  await product.visitor().post('/api/password-resets', { email })
  const token = await letterTo(email, '/reset-password')
  const owner = product.visitor()
  const body = JSON.stringify({ token, password: 'chosen by the owner' })
  expect((await owner.send('PUT', '/api/password-resets', body, json)).status).toBe(200)
  return owner
}
const json = { 'content-type': 'application/json' }

/** A coach's calendars: an address that is read, and a Google account that lessons are written to. */
async function connectCalendars(coach: Coach, googleAccount: string) {
  await pool().query(
    `with google as (insert into other_calendars (instructor_id, kind, name) values ($1, 'google', 'Google') returning id)
     insert into google_calendar_sync (instructor_id, calendar_id, account, refresh_token, may_write, target_calendar)
     select $1, id, $2, 'sealed', true, 'primary' from google`,
    [coach.userId, googleAccount],
  )
}
const connections = async (coach: Coach) =>
  (
    await pool().query(
      `select (select count(*)::int from other_calendars where instructor_id = $1) as calendars,
         (select target_calendar from google_calendar_sync where instructor_id = $1) as target,
         (select count(*)::int from payout_accounts where instructor_id = $1) as payouts`,
      [coach.userId],
    )
  ).rows[0]

test('a new password stops writing lessons to a Google account with another address, but keeps reading it', async () => {
  const coach = await signedInCoach(product)
  await pool().query('update profiles set mailbox_proven_at = $2 where id = $1', [coach.userId, now()])
  await connectCalendars(coach, 'intruder@gmail.test')
  await coach.post('/api/coach/payout-account')
  await resetPassword(coach.email)
  expect(await connections(coach)).toEqual({ calendars: 1, target: null, payouts: 1 })
  await product.sendMessages()
  const changed = (await lettersTo(pool(), coach.email)).find(
    ({ subject }) => subject === 'Your password was changed',
  )
  expect(changed?.text).toContain('lessons in Google Calendar')
})

test('an admin who signs a coach out everywhere ends the same; the coach is told what, and the audit log keeps it', async () => {
  const [coach, admin] = [await signedInCoach(product), await product.admin()]
  await connectCalendars(coach, 'intruder@gmail.test')
  const done = await admin.post(`/api/admin/users/${coach.userId}/sign-out`, { reason: 'Ticket 4711' })
  expect(done.status, done.text).toBe(200)
  await product.sendMessages()
  const told = (await lettersTo(pool(), coach.email)).find(
    ({ subject }) => subject === 'You were signed out everywhere',
  )
  expect(told?.text).toContain('our team ended your sessions')
  expect(told?.text).toContain('lessons in Google Calendar')
  const [logged] = await product.query('select after from audit_log where subject_id = $1', [coach.userId])
  expect(logged.after).toMatchObject({
    sessions: 0,
    alsoEnded: expect.arrayContaining(['lessons in Google Calendar']),
  })
})

test('a Google account with the account’s address stays connected', async () => {
  const coach = await signedInCoach(product)
  await connectCalendars(coach, coach.email.toUpperCase())
  await resetPassword(coach.email)
  expect(await connections(coach)).toMatchObject({ calendars: 1, target: 'primary' })
})

test('a person who claims an account gets no calendar or bank account of whoever opened it', async () => {
  const coach = await signedInCoach(product)
  await connectCalendars(coach, 'intruder@gmail.test')
  await coach.post('/api/coach/payout-account')
  const first = await accountOf(coach)
  const owner = await resetPassword(coach.email)
  expect(await connections(coach)).toEqual({ calendars: 0, target: null, payouts: 0 })
  await owner.post('/api/coach/payout-account')
  expect(await accountOf(coach)).not.toBe(first)
})

const now = () => new Date(product.clock.now())
const accountOf = async (coach: Coach) =>
  (
    await pool().query('select provider_account_id as id from payout_accounts where instructor_id = $1', [
      coach.userId,
    ])
  ).rows[0]?.id

test('the email about a claimed account lists only what was removed', async () => {
  const sam = await product.student()
  await pool().query('update profiles set phone = null where id = $1', [sam.userId])
  await resetPassword(sam.email)
  await product.sendMessages()
  const claimed = (await lettersTo(pool(), sam.email)).find(
    ({ subject }) => subject === 'This account is yours now',
  )
  expect(claimed?.text).toContain('signed-in devices and the password.')
  expect(claimed?.text).not.toContain('phone')
})

test('no email is sent about a claim when nothing had been set up', async () => {
  const email = `new-${randomUUID()}@students.test`
  await pool().query(`insert into profiles (full_name, email, user_type) values ('Nia New', $1, 'student')`, [
    email,
  ])
  await product.visitor().post('/api/magic-links', { email })
  const token = await letterTo(email, '/magic-link-login')
  const nia = product.visitor()
  expect((await nia.put('/api/magic-links', { token })).status).toBe(200)
  await product.sendMessages()
  expect((await lettersTo(pool(), email)).map(({ subject }) => subject)).not.toContain(
    'This account is yours now',
  )
})
