import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { AboutOf, MessageKind, NotificationKind } from '#platform/message-kind.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { oneLine } from '#platform/written-text.ts'
import type { Services } from '#ports/services.ts'
import { sendPush, sendTemplatedEmail, sendTemplatedSms } from './jobs.ts'
import type { Happened } from './kind.ts'
import type { Letter } from './letter.ts'
import { type ChannelPreferences, wants } from './notification.ts'
import { readChannelPreferences } from './preferences/queries.ts'
import { readReach } from './queries.ts'
import { mayGoAt } from './quiet-hours.ts'
import { readQuietHours } from './quiet-hours-setting.ts'
import { notifications } from './tables.ts'

/** What there is to tell one person. */
export interface Notice<Kind extends NotificationKind = NotificationKind> {
  userId: string
  kind: Kind
  /** Names the business event, such as `{bookingId}:2`: a person is told each once, whatever happens twice. */
  businessKey: string
  /** One line, without markup; the list in the app and a push show it. */
  title: string
  body: string
  /** A page of ours, such as `/lessons`. */
  href: string
  /** Its text goes out, too, where it has one and the reader wants texts. */
  email?: Letter
  /** The reader did it: only the list in the app shows it. */
  isOwnAct?: boolean
  /** Names its messages in the logs; made of template, event and person when left out. */
  key?: string
  /** What it is about: each message asks before it goes whether that is still true. */
  about: AboutOf<Kind> | Happened
}

type Telling = Pick<Services, 'jobs' | 'clock' | 'answers'>

/**
 * Tells a person something, in the transaction that gave reason to: the entry in their list, and a job for each channel that
 * they chose. Texts and push wait until their quiet hours end. Telling the same again does nothing.
 * @returns false when they had been told before
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
  const stored = await tx
    .insert(notifications)
    .values({
      userId,
      kind: kind.id,
      businessKey,
      title: shortLine(notice.title, 200),
      body: shortLine(notice.body, 500),
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

/** Texts and push make a phone ring: not at night, and only where somebody asked for them. */
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
  const goesAt = mayGoAt(now, await readQuietHours(services, tx, userId))
  const when = goesAt > now ? { notBefore: goesAt } : {}
  if (sms) {
    const job = messageOf(services, notice, sms)
    await services.jobs.send(tx, sendTemplatedSms, job, { id: uuidV8(`sms:${job.key}`), ...when })
  }
  if (push) {
    const key = `${kind.id}:${businessKey}:${userId}`
    const words = { title: shortLine(notice.title, 200), body: shortLine(notice.body, 500) }
    const job = { key, userId, kind: kind.id, ...words, href, about, writtenAt: now }
    await services.jobs.send(tx, sendPush, job, { id: uuidV8(`push:${key}`), ...when })
  }
}

function messageOf({ clock }: Telling, { userId, kind, businessKey, key, about }: Notice, letter: Letter) {
  const { variables } = letter
  const template = letter.template.key
  const name = key ?? `${template}:${businessKey}:${userId}`
  return { key: name, template, userId, variables, kind: kind.id, about, writtenAt: clock.now() }
}

/** A letter that is no notification: about an account, or to somebody without one. */
export interface PlainLetter<Kind extends MessageKind = MessageKind> {
  /** Names the business event and the reader: the same key is sent once. */
  key: string
  kind: Kind
  /** Null for somebody without an account, who is then `toEmail` and `toName`. */
  userId: string | null
  /** Another address than the person's own. */
  toEmail?: string
  toName?: string
  /** For somebody without an account: what the link at the end of the mail stops; see `subscribeAddress`. */
  addressId?: string
  letter: Letter
  /** That it happened, when left out. */
  about?: AboutOf<Kind> | Happened
  /** How long after it was sent its job stays, with the address in it; as other jobs when left out. */
  forgetAfterSeconds?: number
}

/** Sends a letter in the transaction that gave reason to. The same key again sends nothing more. */
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

/** Sends a text that answers what its reader has just done, in the same transaction. */
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
