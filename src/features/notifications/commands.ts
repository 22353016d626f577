import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { uuidFrom } from '#platform/ids.ts'
import type { Services } from '#ports/services.ts'
import { type AboutLesson, sendPush, sendTemplatedEmail, sendTemplatedSms } from './jobs.ts'
import { type NotificationKind, wants } from './notification.ts'
import { readChoices } from './preferences/queries.ts'
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
  variables: Record<string, string>
}

type Telling = Pick<Services, 'jobs' | 'clock'>

/**
 * Tells a person something, in the transaction that gave reason to: the entry in their list, and a job for each channel that
 * they chose. Texts and push wait until their quiet hours end. Telling the same again does nothing.
 * @returns false when they had been told before
 */
export async function notifyUser(services: Telling, tx: Queryable, notice: Notice): Promise<boolean> {
  const { userId, kind, businessKey } = notice
  const now = services.clock.now()
  const choices = await readChoices(tx, userId)
  const stored = await tx.execute(sql`
    insert into notifications (user_id, kind, business_key, title, body, href, in_app, created_at)
    values (${userId}, ${kind}, ${businessKey}, ${oneLine(notice.title, 200)}, ${oneLine(notice.body, 500)},
      ${notice.href}, ${wants(choices, kind, 'in_app')}, ${new Date(now)})
    on conflict (user_id, kind, business_key) do nothing returning id`)
  if (stored.rows.length === 0) return false
  await enqueueEmail(services, tx, notice, wants(choices, kind, 'email'))
  const sms = wants(choices, kind, 'sms') ? notice.sms : undefined
  const byPush = wants(choices, kind, 'push')
  if (!sms && !byPush) return true
  const goesAt = mayGoAt(now, await readQuietHours(tx, userId))
  const when = goesAt > now ? { notBefore: goesAt } : {}
  if (sms) {
    const job = messageOf(notice, sms)
    await services.jobs.send(tx, sendTemplatedSms, job, { id: uuidFrom(`sms:${job.key}:${userId}`), ...when })
  }
  if (byPush) {
    const key = `${kind}:${businessKey}:${userId}`
    const { title, body, href, about } = notice
    const job = {
      key,
      userId,
      kind,
      title: oneLine(title, 200),
      body: oneLine(body, 500),
      href,
      ...(about ? { about } : {}),
    }
    await services.jobs.send(tx, sendPush, job, { id: uuidFrom(`push:${key}`), ...when })
  }
  return true
}

async function enqueueEmail(services: Telling, tx: Queryable, notice: Notice, isWanted: boolean) {
  if (!notice.email || !isWanted) return
  const job = messageOf(notice, notice.email)
  await services.jobs.send(tx, sendTemplatedEmail, job, { id: uuidFrom(`email:${job.key}:${notice.userId}`) })
}

function messageOf({ userId, kind, businessKey, about }: Notice, { templateKey, variables }: FromTemplate) {
  const key = `${templateKey}:${businessKey}`
  return { key, template: templateKey, userId, variables, kind, ...(about ? { about } : {}) }
}

/** What people typed may be in it: no line breaks, and an end. */
const oneLine = (text: string, atMost: number) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= atMost ? line : `${line.slice(0, atMost - 1)}…`
}
