import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { findNotificationKind } from './notification.ts'
import type { Notification } from './schema.ts'

interface Row extends Record<string, unknown> {
  id: string
  kind: string
  title: string
  body: string
  href: string
  is_read: boolean
  at: string
}

/** What a person was told, newest first. @param page.unreadOnly leaves out what was read */
export async function listNotifications(
  { db, messageKinds }: Pick<Services, 'db' | 'messageKinds'>,
  userId: string,
  page: { limit: number; offset: number; unreadOnly?: boolean },
): Promise<Notification[]> {
  const found = await db.execute<Row>(sql`
    select id, kind, title, body, href, read_at is not null as is_read, extract(epoch from created_at) * 1000 as at
    from notifications where user_id = ${userId} and in_app ${page.unreadOnly ? sql`and read_at is null` : sql``}
    order by created_at desc, id limit ${page.limit} offset ${page.offset}`)
  return found.rows.map(({ is_read, at, ...row }) => {
    const setting = findNotificationKind(messageKinds, row.kind)?.setting
    return {
      ...row,
      icon: setting?.icon ?? ('bell' as const),
      isAlert: setting?.isAlert ?? false,
      isRead: is_read,
      at: toIso(Math.round(Number(at))),
    }
  })
}

/** How many a person was told, and how many of them are unread. */
export async function countNotifications(
  db: Queryable,
  userId: string,
): Promise<{ total: number; unread: number }> {
  const found = await db.execute<{ total: number; unread: number }>(sql`
    select count(*)::int as total, (count(*) filter (where read_at is null))::int as unread
    from notifications where user_id = ${userId} and in_app`)
  return found.rows[0] ?? { total: 0, unread: 0 }
}

/** The badge's number: no more than is shown is counted. */
export async function countUnread(db: Queryable, userId: string): Promise<number> {
  const found = await db.execute<{ unread: number }>(sql`
    select count(*)::int as unread from (
      select 1 from notifications where user_id = ${userId} and in_app and read_at is null limit 100) as newest`)
  return found.rows[0]?.unread ?? 0
}

/** Over what a person can be reached beside the app and email: there is no use in making jobs for the rest. */
export async function readReach(db: Queryable, userId: string): Promise<{ bySms: boolean; byPush: boolean }> {
  const found = await db.execute<{ sms: boolean; push: boolean }>(sql`
    select exists (select from sms_consents where user_id = ${userId} and action = 'given' and is_proved) as sms,
      exists (select from push_subscriptions where user_id = ${userId}) as push`)
  const row = found.rows[0]
  return { bySms: row?.sms ?? false, byPush: row?.push ?? false }
}

/** How somebody is reached. */
export interface Contact {
  fullName: string
  email: string
  phone: string | null
  isClosed: boolean
  /** They were seen to read their mailbox; until then anybody may have typed their name and their address. */
  isProven: boolean
}

/** How to reach someone: only for mails we send, never part of an answer to others. */
export async function findContact(db: Queryable, userId: string): Promise<Contact | null> {
  const found = await db.execute<{
    full_name: string
    email: string
    phone: string | null
    is_closed: boolean
    is_proven: boolean
  }>(sql`
    select full_name, email, phone, closed_at is not null as is_closed, mailbox_proven_at is not null as is_proven
    from profiles where id = ${userId}`)
  const person = found.rows[0]
  if (!person) return null
  const { full_name: fullName, email, phone, is_closed: isClosed, is_proven: isProven } = person
  return { fullName, email, phone, isClosed, isProven }
}

export const vendorHealthSchema = z.object({
  vendors: z.array(
    z.object({
      vendor: z.string(),
      state: z.enum(['closed', 'open', 'half_open']),
      failures: z.int(),
      lastError: z.string().nullable(),
      changedAt: z.iso.datetime(),
    }),
  ),
  /** Jobs by channel: those that wait, those that failed before and are tried again, those that are given up. */
  queues: z.array(z.object({ queue: z.string(), waiting: z.int(), retrying: z.int(), failed: z.int() })),
})

interface VendorRow extends Record<string, unknown> {
  vendor: string
  state: 'closed' | 'open' | 'half_open'
  failures: number
  last_error: string | null
  changed: string
}

/** How each vendor did when that last changed, and what waits for them. */
export async function listVendorHealth(db: Queryable): Promise<z.infer<typeof vendorHealthSchema>> {
  const vendors = await db.execute<VendorRow>(sql`
    select vendor, state, failures, last_error, extract(epoch from changed_at) * 1000 as changed
    from vendor_health order by vendor`)
  const queues = await db.execute<{ queue: string; waiting: number; retrying: number; failed: number }>(sql`
    select name as queue, (count(*) filter (where state = 'created'))::int as waiting,
      (count(*) filter (where state in ('retry', 'active')))::int as retrying,
      (count(*) filter (where state = 'failed'))::int as failed
    from pgboss.job
    where name in ('send-templated-email', 'send-templated-sms', 'send-push', 'send-message-notification')
    group by name order by name`)
  return {
    vendors: vendors.rows.map(({ last_error, changed, ...row }) => ({
      ...row,
      lastError: last_error,
      changedAt: toIso(Math.round(Number(changed))),
    })),
    queues: [...queues.rows],
  }
}
