import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { passwordChanged, welcome } from '#features/accounts/letters.ts'
import { newMessage } from '#features/messages/letters.ts'
import { keepHtml, storedHtml } from '#features/notifications/email-wordings.ts'
import { fillText, renderText } from '#features/notifications/template.ts'
import { HOUR } from '#platform/duration.ts'
import type { LetterTemplate } from '#platform/letter-template.ts'
import { formatMoment } from '#platform/time.ts'
import { scenario } from './scenarios.ts'

const APP_URL = 'https://greenside.demo'

interface Reader {
  id: string
  full_name: string
  email: string
  phone: string | null
}

/** Messages that were not sent, by index, with the reason. All others are sent. */
const emailTroubles: Record<number, [status: 'failed' | 'skipped', why: string]> = {
  4: ['failed', '550 5.1.1 The mailbox does not exist'],
  11: ['failed', '452 4.2.2 The mailbox is full'],
  17: ['skipped', 'not sent: it was read, or is not wanted any more'],
  26: ['failed', 'Connection to the mail server timed out'],
  38: ['skipped', 'not sent: not wanted any more'],
  47: ['failed', '554 5.7.1 The message was refused as unwanted'],
}
const smsTroubles: Record<number, [status: 'failed' | 'skipped', why: string]> = {
  3: ['failed', '30005: unknown or inactive number'],
  9: ['skipped', 'not sent: this number did not agree to texts'],
  14: ['failed', '30007: filtered by the carrier'],
}
/** Delivery reports for sent messages, by index. All others are delivered, except the newest, which have no report yet. */
const emailReports: Record<number, [delivery: 'undelivered' | 'complained', why: string | null]> = {
  6: ['undelivered', '550 5.1.1 The mailbox does not exist'],
  22: ['undelivered', 'The mailbox is full, after 8 hours of tries'],
  33: ['undelivered', '550 5.1.1 The mailbox does not exist'],
  41: ['complained', null],
}
const smsReports: Record<number, [delivery: 'undelivered', why: string]> = {
  5: ['undelivered', 'error 30003'],
  12: ['undelivered', 'error 30005'],
}
/** The number of newest messages that have no delivery report yet. */
const NOT_HEARD_OF = 3

type Report = readonly [delivery: string | null, why: string | null]

function reportOf(nth: number, status: string, reports: Record<number, Report>): Report {
  if (status !== 'sent' || nth < NOT_HEARD_OF) return [null, null]
  return reports[nth] ?? ['delivered', null]
}

/** Inserts some weeks of emails and texts including failures, a template that an admin edited twice, and golfers with a scheduled email. */
export async function insertMessageLogs(client: pg.ClientBase, now: number): Promise<void> {
  const { rows: readers } = await client.query<Reader>(
    `select id, full_name, email, phone from profiles
      where is_demo and user_type = 'student' and closed_at is null order by email limit 60`,
  )
  for (const [nth, reader] of readers.entries()) await insertEmail(client, reader, nth, now)
  for (const [nth, reader] of readers.slice(0, 18).entries()) await insertText(client, reader, nth, now)
  await insertSuppressions(client, readers, now)
  await insertVersions(client, now)
  await insertQuizTakers(client, now)
}

/** Returns a rendered email for a reader. Only templates whose variables are all names are used. */
function letterFor(
  nth: number,
  reader: Reader,
  at: number,
): { letter: LetterTemplate; values: Record<string, string> } {
  if (nth % 5 === 0) return { letter: welcome, values: { full_name: reader.full_name } }
  if (nth % 7 === 0)
    return {
      letter: passwordChanged,
      values: {
        full_name: reader.full_name,
        changed_at: formatMoment(at, 'America/New_York'),
        reset_page_url: `${APP_URL}/reset-password`,
      },
    }
  return { letter: newMessage, values: messageValues(nth) }
}

const said = [
  'See you Saturday at nine. Bring the seven iron and the wedge you like least.',
  'The range opens at eight now, so we can start half an hour earlier.',
  'Nice work today. Ten minutes with the gate drill before Thursday, please.',
  'Could we move to the short game area? The range is closed for mowing.',
]

const messageValues = (nth: number) => ({
  sender_name: 'Coach Maya',
  message_count: '1',
  message_text: said[nth % said.length] ?? '',
  conversation_url: `${APP_URL}/inbox`,
})

async function insertEmail(client: pg.ClientBase, reader: Reader, nth: number, now: number): Promise<void> {
  const at = now - (nth * 8 + 1) * HOUR
  const { letter, values } = letterFor(nth, reader, at)
  if (!letter.email) return
  const house = {
    site_name: 'Greenside',
    app_url: APP_URL,
    support_email: 'support@greenside.demo',
    sms_cta_url: APP_URL,
  }
  const template = { subject: letter.email.subject, htmlContent: letter.email.html }
  const kept = keepHtml(template, { ...house, ...values }, { footer: null, shared: house })
  const [status, why] = emailTroubles[nth] ?? ['sent', null]
  const [delivery, note] = reportOf(nth, status, emailReports)
  const key = `demo-log:email:${nth}`
  const job = { key, template: letter.key, userId: reader.id, variables: values }
  const stored = storedHtml(kept)
  await drizzle({ client: client as pg.Client }).execute(sql`${stored.first}
    insert into email_logs (dedupe_key, user_id, template_key, recipient_email, recipient_name, subject, status, error_message,
      job, sent_at, created_at, delivery, delivery_note, delivery_at, html_content, wording, wording_values, html_digest)
    values (${key}, ${reader.id}, ${letter.key}, ${reader.email}, ${reader.full_name},
      ${fillText(template.subject, { ...house, ...values })}, ${status}, ${why}, ${JSON.stringify(job)}::jsonb,
      ${status === 'sent' ? new Date(at + 2_000) : null}, ${new Date(at)}, ${delivery}, ${note},
      ${delivery ? new Date(at + 9_000) : null}, ${stored.values})`)
}

/** True for generated people, who unlike the named ones do not appear in tests or in the demo's logins. */
const isInvented = ({ email }: Reader) => /\.s\d+@greenside\.demo$/.test(email)

/** Suppresses the addresses of those readers whose emails bounced permanently or were marked as spam. */
async function insertSuppressions(
  client: pg.ClientBase,
  readers: readonly Reader[],
  now: number,
): Promise<void> {
  for (const [nth, reason] of [
    [6, 'bounced'],
    [33, 'bounced'],
    [41, 'complained'],
  ] as const) {
    const reader = readers[nth]
    if (!reader || !isInvented(reader)) continue
    await client.query(
      `insert into suppressed_addresses (email, reason, note, since) values (lower($1), $2, $3, $4) on conflict do nothing`,
      [reader.email, reason, emailReports[nth]?.[1] ?? null, new Date(now - (nth * 8 + 1) * HOUR)],
    )
  }
}

async function insertText(client: pg.ClientBase, reader: Reader, nth: number, now: number): Promise<void> {
  if (!newMessage.text) return
  const at = now - (nth * 21 + 2) * HOUR
  const values = messageValues(nth)
  const [status, why] = smsTroubles[nth] ?? ['sent', null]
  const [delivery, note] = reportOf(nth, status, smsReports)
  await client.query(
    `insert into sms_logs (dedupe_key, user_id, template_key, recipient_phone, recipient_name, message_content, status,
       error_message, sent_at, created_at, delivery, delivery_note, delivery_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      `demo-log:sms:${nth}`,
      reader.id,
      newMessage.key,
      reader.phone ?? '+17045550150',
      reader.full_name,
      renderText({ messageContent: newMessage.text.message }, values),
      status,
      why,
      status === 'sent' ? new Date(at + 1_000) : null,
      new Date(at),
      delivery,
      note,
      delivery ? new Date(at + 4_000) : null,
    ],
  )
}

/** Inserts two edits that Avery made to the password reset email; the second one is active. */
async function insertVersions(client: pg.ClientBase, now: number): Promise<void> {
  const { key, email } = passwordChanged
  if (!email) return
  const versions = [
    { subject: 'Your Greenside password is new', daysAgo: 9 },
    { subject: 'Your password was changed just now', daysAgo: 2 },
  ]
  for (const { subject, daysAgo } of versions)
    await client.query(
      `insert into template_versions (channel, template_key, template_name, subject, content, saved_by, created_at)
       values ('email', $1, $2, $3, $4, $5, $6)`,
      [key, email.name, subject, email.html, scenario.avery.id, new Date(now - daysAgo * 24 * HOUR)],
    )
  await client.query('update email_templates set subject = $2, updated_at = $3 where template_key = $1', [
    key,
    versions.at(-1)?.subject,
    new Date(now - 48 * HOUR),
  ])
}

const takers = [
  ['Priya Raman', 3],
  ['Walt Jennings', 9],
  ['Noor Haddad', 16],
] as const

/** Inserts golfers who took the quiz today. Each has an email scheduled for a later day. */
async function insertQuizTakers(client: pg.ClientBase, now: number): Promise<void> {
  for (const [name, hoursAgo] of takers)
    await client.query(
      `insert into quiz_responses (session_id, variant, current_step, completed_at, contact_email, contact_name, match_found,
         recommended_instructor_id, recommended_instructor_name, location_raw, location_city, location_state, created_at, updated_at)
       values (gen_random_uuid(), 'control', 'budget', $1, $2, $3, true, $4, 'Maya Bennett', '28202', 'Charlotte', 'NC', $1, $1)`,
      [
        new Date(now - hoursAgo * HOUR),
        `${name.toLowerCase().replace(' ', '.')}@quiz.greenside.demo`,
        name,
        scenario.maya.id,
      ],
    )
}
