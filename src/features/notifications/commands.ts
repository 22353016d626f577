import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { uuidFrom } from '#platform/ids.ts'
import { oneLine } from '#platform/written-text.ts'
import type { Services } from '#ports/services.ts'
import { readChoices } from './choices/queries.ts'
import { type AboutLesson, sendPush, sendTemplatedEmail, sendTemplatedSms } from './jobs.ts'
import { type Choices, type NotificationKind, wants } from './notification.ts'
import { readReach } from './queries.ts'
import { readQuietHours } from './quiet-hours/queries.ts'
import { mayGoAt } from './quiet-hours/quiet-hour.ts'

/** What there is to tell one person. */
export interface Notice {
  userId: string
  kind: NotificationKind
  /** Names the business event, such as `{bookingId}:2`: a person is told each once, whatever happens twice. */
  businessKey: string
  /** One line, without markup; the list in the app and a push show it. */
  title: string
  body: string
  /** A page of ours, such as `/lessons`. */
  href: string
  email?: FromTemplate
  sms?: FromTemplate
  /** Set for what tells of a lesson: each message reads it again before it goes. */
  about?: AboutLesson
}

interface FromTemplate {
  templateKey: string
  /** Names this message in the logs; made of template, event and person when left out. */
  key?: string
  variables: Record<string, string>
}

type Telling = Pick<Services, 'jobs' | 'clock'>

/**
 * Tells a person something, in the transaction that gave reason to: the entry in their list, and a job for each channel that
 * they chose. Texts and push wait until their quiet hours end. Telling the same again does nothing.
 * @returns false when they had been told before
 */
export async function notifyUser(services: Telling, tx: Queryable, notice: Notice): Promise<boolean> {
  const { userId, kind } = notice
  const choices = await readChoices(tx, userId)
  const isNew = await store(tx, notice, { inApp: wants(choices, kind, 'in_app'), now: services.clock.now() })
  if (!isNew) return false
  if (notice.email && wants(choices, kind, 'email')) {
    const job = messageOf(notice, notice.email)
    await services.jobs.send(tx, sendTemplatedEmail, job, { id: uuidFrom(`email:${job.key}`) })
  }
  await enqueueInterruptions(services, tx, notice, choices)
  return true
}

async function store(tx: Queryable, notice: Notice, { inApp, now }: { inApp: boolean; now: number }) {
  const { userId, kind, businessKey, href } = notice
  const stored = await tx.execute(sql`
    insert into notifications (user_id, kind, business_key, title, body, href, in_app, created_at)
    values (${userId}, ${kind}, ${businessKey}, ${shortLine(notice.title, 200)}, ${shortLine(notice.body, 500)}, ${href},
      ${inApp}, ${new Date(now)})
    on conflict (user_id, kind, business_key) do nothing returning id`)
  return stored.rows.length > 0
}

/** Texts and push make a phone ring: not at night, and only where somebody asked for them. */
async function enqueueInterruptions(services: Telling, tx: Queryable, notice: Notice, choices: Choices) {
  const { userId, kind, businessKey, href, about } = notice
  const { bySms, byPush } = await readReach(tx, userId)
  const sms = bySms && wants(choices, kind, 'sms') ? notice.sms : undefined
  const push = byPush && wants(choices, kind, 'push')
  if (!sms && !push) return
  const now = services.clock.now()
  const goesAt = mayGoAt(now, await readQuietHours(tx, userId))
  const when = goesAt > now ? { notBefore: goesAt } : {}
  if (sms) {
    const job = messageOf(notice, sms)
    await services.jobs.send(tx, sendTemplatedSms, job, { id: uuidFrom(`sms:${job.key}`), ...when })
  }
  if (push) {
    const key = `${kind}:${businessKey}:${userId}`
    const words = { title: shortLine(notice.title, 200), body: shortLine(notice.body, 500) }
    const job = { key, userId, kind, ...words, href, ...(about ? { about } : {}) }
    await services.jobs.send(tx, sendPush, job, { id: uuidFrom(`push:${key}`), ...when })
  }
}

function messageOf({ userId, kind, businessKey, about }: Notice, message: FromTemplate) {
  const { templateKey, variables } = message
  const key = message.key ?? `${templateKey}:${businessKey}:${userId}`
  return { key, template: templateKey, userId, variables, kind, ...(about ? { about } : {}) }
}

/** What people typed may be in it: no line breaks, and an end. */
const shortLine = (text: string, atMost: number) => {
  const line = oneLine(text).replace(/\s+/g, ' ').trim()
  return line.length <= atMost ? line : `${line.slice(0, atMost - 1)}…`
}

type Reading = Pick<Services, 'db' | 'clock'>

/** Marks some of a person's notifications read, or all of them. Other people's are not touched, whatever is asked. */
export async function markRead(
  { db, clock }: Reading,
  userId: string,
  which: { ids: string[] } | 'all',
): Promise<void> {
  const some =
    which === 'all'
      ? sql``
      : sql`and id in (select jsonb_array_elements_text(${JSON.stringify(which.ids)}::jsonb)::uuid)`
  await db.execute(sql`
    update notifications set read_at = ${new Date(clock.now())}
    where user_id = ${userId} and read_at is null ${some}`)
}
