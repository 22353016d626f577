import { and, asc, count, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import { sendTemplatedEmail } from './jobs.ts'
import { findNotificationKind } from './notification.ts'
import type { Notification } from './schema.ts'
import { emailLogs, notifications, smsLogs } from './tables.ts'

/** Whether an email with this key was sent before, or waits to be sent. */
export async function isEmailKnown(db: Queryable, key: string): Promise<boolean> {
  // Raw: the table of jobs belongs to the library.
  const found = await db.execute(sql`
    select 1 from ${emailLogs} where ${emailLogs.dedupeKey} = ${key}
    union all
    select 1 from pgboss.job where name = ${sendTemplatedEmail.name} and id = ${uuidV8(`email:${key}`)}::uuid
    limit 1`)
  return found.rows.length > 0
}

/** Notifications that appear in the in-app list. */
const listedFor = (userId: string) => and(eq(notifications.userId, userId), notifications.inApp)

/** A person's notifications, newest first. @param page.unreadOnly excludes notifications already read */
export async function listNotifications(
  { db, messageKinds }: Pick<Services, 'db' | 'messageKinds'>,
  userId: string,
  page: { limit: number; offset: number; unreadOnly?: boolean },
): Promise<Notification[]> {
  const { id, kind, title, body, href, readAt, createdAt } = notifications
  const found = await db
    .select({ id, kind, title, body, href, readAt, createdAt })
    .from(notifications)
    .where(and(listedFor(userId), page.unreadOnly ? isNull(readAt) : undefined))
    .orderBy(desc(createdAt), asc(id))
    .limit(page.limit)
    .offset(page.offset)
  return found.map(({ readAt, createdAt, ...row }) => {
    const setting = findNotificationKind(messageKinds, row.kind)?.setting
    return {
      ...row,
      icon: setting?.icon ?? ('bell' as const),
      isAlert: setting?.isAlert ?? false,
      isRead: readAt !== null,
      at: toIso(createdAt),
    }
  })
}

/** The number of a person's notifications, and how many are unread. */
export async function countNotifications(
  db: Queryable,
  userId: string,
): Promise<{ total: number; unread: number }> {
  const [counted] = await db
    .select({
      total: count(),
      unread: sql<number>`count(*) filter (where ${isNull(notifications.readAt)})`.mapWith(Number),
    })
    .from(notifications)
    .where(listedFor(userId))
  return counted ?? { total: 0, unread: 0 }
}

/** The number on the badge, counted only up to the highest number displayed. */
export async function countUnreadNotifications(db: Queryable, userId: string): Promise<number> {
  const shown = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(listedFor(userId), isNull(notifications.readAt)))
    .limit(100)
    .as('shown')
  const [counted] = await db.select({ unread: count() }).from(shown)
  return counted?.unread ?? 0
}

/** Whether a person can be reached by text or push, so that no jobs are enqueued for unavailable channels. */
export async function readReach(db: Queryable, userId: string): Promise<{ bySms: boolean; byPush: boolean }> {
  // Raw: two EXISTS subqueries in one SELECT without a FROM clause.
  const found = await db.execute<{ sms: boolean; push: boolean }>(sql`
    select exists (select from sms_consents where user_id = ${userId} and action = 'given' and is_proved) as sms,
      exists (select from push_subscriptions where user_id = ${userId}) as push`)
  const row = found.rows[0]
  return { bySms: row?.sms ?? false, byPush: row?.push ?? false }
}

/** The number of emails and texts that failed to send. @param since milliseconds since 1970, UTC */
export async function countFailedMessages(db: Queryable, since: number): Promise<number> {
  const failed = { failed: count() }
  const [letters, texts] = await Promise.all([
    db
      .select(failed)
      .from(emailLogs)
      .where(and(eq(emailLogs.status, 'failed'), gte(emailLogs.createdAt, since))),
    db
      .select(failed)
      .from(smsLogs)
      .where(and(eq(smsLogs.status, 'failed'), gte(smsLogs.createdAt, since))),
  ])
  return (letters[0]?.failed ?? 0) + (texts[0]?.failed ?? 0)
}
