import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { AboutOf, MessageKind, NotificationKind } from '#platform/message-kind.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import { sendPush, sendTemplatedEmail, sendTemplatedSms } from './jobs.ts'
import type { Happened } from './kind.ts'
import type { Letter } from './letter.ts'
import { type ChannelPreferences, wants } from './notification.ts'
import { readChannelPreferences } from './preferences/queries.ts'
import { readReach } from './queries.ts'
import { maySendAt } from './quiet-hours.ts'
import { readQuietHours } from './quiet-hours-setting.ts'
import { notifications } from './tables.ts'
import { shortWords } from './template.ts'

/** A notification for one person. */
export interface Notice<Kind extends NotificationKind = NotificationKind> {
  userId: string
  kind: Kind
  /** Identifies the business event, such as `{bookingId}:2`. Each person is notified once per key. */
  businessKey: string
  /** One line without markup, used in the in-app list and in push notifications. */
  title: string
  body: string
  /**
   * Templates of title and body with the variables of the email. A push notification is filled again just before it is sent,
   * with the current values of the variables that the check of its kind returns.
   */
  template?: { title: string; body: string }
  /** A path in this application, such as `/lessons`. */
  href: string
  /** The email to send. Its text version is sent as well if it has one and the recipient wants texts. */
  email?: Letter
  /** The recipient caused the event, so only the in-app list shows it. */
  isOwnAct?: boolean
  /** Identifies the messages in the logs. Defaults to a combination of template, event and person. */
  key?: string
  /** The subject of the notification. Each message checks before it is sent whether it is still true. */
  about: AboutOf<Kind> | Happened
}

type Telling = Pick<Services, 'jobs' | 'clock' | 'answers'>

/**
 * Notifies a person within the current transaction: adds an entry to the in-app list and enqueues a job for
 * each enabled channel. Texts and push are delayed until the end of quiet hours. Repeated calls have no
 * effect.
 * @returns false if the person was already notified
 */
export async function notifyUser<Kind extends NotificationKind>(
  services: Telling,
  tx: Queryable,
  notice: Notice<Kind>,
): Promise<boolean> {
  const { userId, kind } = notice
  if (await services.answers.has_no_mailbox(tx, userId)) return false
  const preferences = await readChannelPreferences(tx, userId)
  const isNew = await store(tx, notice, {
    inApp: wants(preferences, kind, 'in_app'),
    now: services.clock.now(),
  })
  if (!isNew) return false
  if (notice.isOwnAct) return true
  if (notice.email && wants(preferences, kind, 'email')) {
    const job = messageOf(services, notice, notice.email)
    await services.jobs.send(tx, sendTemplatedEmail, job, { id: uuidV8(`email:${job.key}`) })
  }
  await enqueueInterruptions(services, tx, notice, preferences)
  return true
}

async function store(tx: Queryable, notice: Notice, { inApp, now }: { inApp: boolean; now: number }) {
  const { userId, kind, businessKey, href } = notice
  const { title, body } = shortWords(notice)
  const stored = await tx
    .insert(notifications)
    .values({
      userId,
      kind: kind.id,
      businessKey,
      title,
      body,
      href,
      inApp,
      createdAt: now,
    })
    .onConflictDoNothing({
      target: [notifications.userId, notifications.kind, notifications.businessKey],
    })
    .returning({ id: notifications.id })
  return stored.length > 0
}

/** Enqueues texts and push, which interrupt people: only if enabled, and not during quiet hours. */
async function enqueueInterruptions(
  services: Telling,
  tx: Queryable,
  notice: Notice,
  preferences: ChannelPreferences,
) {
  const { userId, kind, businessKey, href, about } = notice
  const { bySms, byPush } = await readReach(tx, userId)
  const text = notice.email?.template.text && notice.email
  const sms = bySms && wants(preferences, kind, 'sms') ? text : undefined
  const push = byPush && wants(preferences, kind, 'push')
  if (!sms && !push) return
  const now = services.clock.now()
  const goesAt = maySendAt(now, await readQuietHours(services, tx, userId))
  const when = goesAt > now ? { notBefore: goesAt } : {}
  if (sms) {
    const job = messageOf(services, notice, sms)
    await services.jobs.send(tx, sendTemplatedSms, job, { id: uuidV8(`sms:${job.key}`), ...when })
  }
  if (push) {
    const key = `${kind.id}:${businessKey}:${userId}`
    const { template, email } = notice
    const refill = template && email ? { template, variables: email.variables } : {}
    const job = { key, userId, kind: kind.id, ...shortWords(notice), ...refill, href, about, writtenAt: now }
    await services.jobs.send(tx, sendPush, job, { id: uuidV8(`push:${key}`), ...when })
  }
}

function messageOf({ clock }: Telling, { userId, kind, businessKey, key, about }: Notice, letter: Letter) {
  const { variables } = letter
  const template = letter.template.key
  const name = key ?? `${template}:${businessKey}:${userId}`
  return { key: name, template, userId, variables, kind: kind.id, about, writtenAt: clock.now() }
}

/** An email that is not a notification: about an account, or to a person without one. */
export interface PlainLetter<Kind extends MessageKind = MessageKind> {
  /** Identifies the business event and the recipient. Each key is sent once. */
  key: string
  kind: Kind
  /** Null for a person without an account, who is given by `toEmail` and `toName`. */
  userId: string | null
  /** Overrides the person's own address. */
  toEmail?: string
  toName?: string
  /**
   * For a person without an account: the subscription that the unsubscribe link stops; see
   * `subscribeAddress`.
   */
  addressId?: string
  letter: Letter
  /** Defaults to an event that remains true. */
  about?: AboutOf<Kind> | Happened
  /**
   * How long the job, which contains the address, is kept after sending. Defaults to the value for other
   * jobs.
   */
  forgetAfterSeconds?: number
}

/** Enqueues an email within the current transaction. Repeating a key has no effect. */
export async function sendLetter<Kind extends MessageKind>(
  services: Telling,
  tx: Queryable,
  plain: PlainLetter<Kind>,
): Promise<void> {
  const { letter, kind, forgetAfterSeconds, ...rest } = plain
  const job = {
    about: { what: 'account' } as const,
    ...rest,
    kind: kind.id,
    template: letter.template.key,
    variables: letter.variables,
    writtenAt: services.clock.now(),
  }
  await services.jobs.send(tx, sendTemplatedEmail, job, {
    id: uuidV8(`email:${plain.key}`),
    ...(forgetAfterSeconds === undefined ? {} : { forgetAfterSeconds }),
  })
}

/** Enqueues a text within the current transaction, as a direct response to an action of the recipient. */
export async function sendText<Kind extends MessageKind>(
  services: Telling,
  tx: Queryable,
  {
    letter,
    kind,
    ...text
  }: {
    key: string
    kind: Kind
    userId: string
    letter: Letter
    about: AboutOf<Kind>
  },
): Promise<void> {
  const { template, variables } = letter
  const job = { ...text, kind: kind.id, template: template.key, variables, writtenAt: services.clock.now() }
  await services.jobs.send(tx, sendTemplatedSms, job, { id: uuidV8(`sms:${text.key}`) })
}

type Reading = Pick<Services, 'db' | 'clock'>

/** Marks some or all of a person's notifications as read. Notifications of other people are never changed. */
export async function markNotificationsRead(
  { db, clock }: Reading,
  userId: string,
  which: { ids: string[] } | 'all',
): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: clock.now() })
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        which === 'all' ? undefined : inArray(notifications.id, which.ids),
      ),
    )
}
