import { and, asc, count, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { findNotificationKind } from './notification.ts'
import type { Notification } from './schema.ts'
import { emailLogs, notifications, smsLogs } from './tables.ts'

/** Those that the list in the app shows. */
const listedFor = (userId: string) => and(eq(notifications.userId, userId), notifications.inApp)

/** What a person was told, newest first. @param page.unreadOnly leaves out what was read */
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

/** How many a person was told, and how many of them are unread. */
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

/** The badge's number: no more than is shown is counted. */
export async function countUnread(db: Queryable, userId: string): Promise<number> {
  const shown = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(listedFor(userId), isNull(notifications.readAt)))
    .limit(100)
    .as('shown')
  const [counted] = await db.select({ unread: count() }).from(shown)
  return counted?.unread ?? 0
}

/** Over what a person can be reached beside the app and email: there is no use in making jobs for the rest. */
export async function readReach(db: Queryable, userId: string): Promise<{ bySms: boolean; byPush: boolean }> {
  // Raw: two questions in one statement that asks no table.
  const found = await db.execute<{ sms: boolean; push: boolean }>(sql`
    select exists (select from sms_consents where user_id = ${userId} and action = 'given' and is_proved) as sms,
      exists (select from push_subscriptions where user_id = ${userId}) as push`)
  const row = found.rows[0]
  return { bySms: row?.sms ?? false, byPush: row?.push ?? false }
}

/** How many letters and texts could not be sent. @param since milliseconds since 1970, UTC */
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
