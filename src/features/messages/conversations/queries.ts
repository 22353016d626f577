import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { isPaidLesson } from '#features/bookings/paid-lesson.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { literally } from '#platform/like-pattern.ts'
import { isoOfMs } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { messagePreview } from '../message.ts'
import type { Conversation, Recipient } from '../schema.ts'
import { mayRead } from './access.ts'
import { conversationsStatement, isUnread, type StoredConversation } from './statement.ts'

const A_PAGE = 25
const RECIPIENTS = 50

interface Asking {
  userId: string
  /** Milliseconds since 1970, UTC. */
  now: number
}

/** A page of the user's conversations, newest first. The search covers names of participants and messages. */
export async function listConversations(
  db: Queryable,
  asking: Asking & { archived: boolean; query?: string | undefined; cursor?: string | undefined },
): Promise<{ conversations: Conversation[]; nextCursor: string | null }> {
  const from = asking.cursor === undefined ? null : readCursor(asking.cursor)
  const mine = sql`
    select p.* from conversation_participants p where ${mayRead(asking.userId, sql`p`)}
      and p.archived_at is ${asking.archived ? sql`not null` : sql`null`}
      ${from ? sql`and (p.last_message_at, p.conversation_id) < (${from.at}::timestamptz, ${from.id}::uuid)` : sql``}
      ${asking.query ? sql`and ${mentions(asking.query)}` : sql``}
    order by p.last_message_at desc, p.conversation_id desc limit ${A_PAGE + 1}`
  const rows = await readRows(db, mine, asking.now)
  const page = rows.slice(0, A_PAGE)
  const last = page.at(-1)
  return {
    conversations: page.map(toConversation),
    nextCursor: rows.length > A_PAGE && last ? writeCursor(last) : null,
  }
}

/** A conversation of the user; null if it does not exist or the user is not a participant. */
export async function findConversation(
  db: Queryable,
  conversationId: string,
  asking: Asking,
): Promise<Conversation | null> {
  const mine = sql`select p.* from conversation_participants p
    where p.conversation_id = ${conversationId} and ${mayRead(asking.userId, sql`p`)}`
  const [row] = await readRows(db, mine, asking.now)
  return row ? toConversation(row) : null
}

/** The number of unread conversations, up to 100: higher counts are shown as 99+. */
export async function countUnread(db: Queryable, userId: string): Promise<number> {
  // Raw: counts up to a hundred rows, with the same condition as the list.
  const counted = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      select from conversation_participants me join conversations c on c.id = me.conversation_id
      join instructor_profiles coach on coach.user_id = c.instructor_id
      where ${mayRead(userId, sql`me`)} and me.archived_at is null and me.blocked_at is null and ${isUnread} limit 100) few`)
  return counted.rows[0]?.n ?? 0
}

/**
 * People a user may write to. For a student: coaches they have talked to, bought lessons from or accepted an
 * invitation of. For a coach: students who booked, bought a package or a video review, were given access,
 * accepted an invitation or have written, except callers without an email address.
 * @param request.personId restricts the result to one person, who may also be a visible coach without any
 *   previous contact
 */
export async function listRecipients(
  { db, answers }: Pick<Services, 'db' | 'answers'>,
  viewer: { userId: string; side: 'student' | 'coach' },
  request: { query?: string | undefined; personId?: string | undefined },
): Promise<Recipient[]> {
  const isStudent = viewer.side === 'student'
  const [own, others] = isStudent
    ? [sql`student_id`, sql`instructor_id`]
    : [sql`instructor_id`, sql`student_id`]
  const about = isStudent ? { studentId: viewer.userId } : { instructorId: viewer.userId }
  const pairs = [
    ...(await answers.package_pairs(db, about)),
    ...(await answers.video_review_pairs(db, about)),
    ...(await answers.invitation_pairs(db, about)),
  ]
  const connected = pairs.map((pair) => (isStudent ? pair.instructorId : pair.studentId))
  // Raw: a union whose parts and columns depend on the side.
  const known = sql`
    select ${others} as id from conversations where ${own} = ${viewer.userId}
    union select ${others} from bookings where ${own} = ${viewer.userId} and ${isPaidLesson(sql`bookings`)}
    union select ${others} from student_calendar_access where ${own} = ${viewer.userId}
    union select unnest(${sql.param(connected)}::uuid[])
    ${isStudent && request.personId ? sql`union select user_id from instructor_profiles where user_id = ${request.personId} and is_listed` : sql``}`
  const name = isStudent ? sql`coalesce(coach.display_name, p.full_name)` : sql`p.full_name`
  const found = await db.execute<{
    id: string
    name: string
    picture: string | null
    conversation: string | null
  }>(sql`
    select p.id, ${name} as name, ${isStudent ? sql`coach.profile_image_url` : sql`p.image`} as picture,
      c.id as conversation
    from (${known}) k join profiles p on p.id = k.id left join instructor_profiles coach on coach.user_id = p.id
    left join conversations c on c.${own} = ${viewer.userId} and c.${others} = p.id
    where p.is_open and p.entered_by is null and not p.is_invited and p.id <> ${viewer.userId}
      ${isStudent ? sql`and coach.user_id is not null` : sql``}
      ${request.personId ? sql`and p.id = ${request.personId}` : sql``}
      ${request.query ? sql`and ${name} ilike ${`%${literally(request.query)}%`}` : sql``}
    order by name, p.id limit ${RECIPIENTS}`)
  const side = viewer.side === 'student' ? 'coach' : 'student'
  return found.rows.map((row) => ({
    userId: row.id,
    side,
    name: row.name,
    label: labelOf(side, row.name),
    pictureUrl: row.picture,
    conversationId: row.conversation,
  }))
}

const mentions = (words: string): SQL => {
  const pattern = `%${literally(words)}%`
  return sql`(exists (select from conversations c join profiles o on o.id in (c.instructor_id, c.student_id) and o.id <> p.user_id
      left join instructor_profiles i on i.user_id = o.id
      where c.id = p.conversation_id and coalesce(i.display_name, o.full_name) ilike ${pattern})
    or exists (select from messages m where m.conversation_id = p.conversation_id and m.content ilike ${pattern}))`
}

async function readRows(db: Queryable, mine: SQL, now: number): Promise<StoredConversation[]> {
  const found = await db.execute<StoredConversation>(conversationsStatement(mine, new Date(now)))
  return found.rows
}

function toConversation(row: StoredConversation): Conversation {
  const otherSide = row.side === 'student' ? 'coach' : 'student'
  return {
    id: row.id,
    side: row.side,
    other: {
      userId: row.other_id,
      name: row.other_name,
      label: labelOf(otherSide, row.other_name),
      pictureUrl: row.other_picture,
      isActive: row.other_active,
      lastReadPosition: row.other_read,
      isGone: row.other_gone,
    },
    lastMessage:
      row.position === null || row.sender_id === null || row.message_type === null || row.sent === null
        ? null
        : {
            position: row.position,
            senderId: row.sender_id,
            type: row.message_type,
            preview: messagePreview({ content: row.content ?? '', attachments: row.attachments }),
            sentAt: isoOfMs(row.sent),
          },
    lastMessageAt: isoOfMs(row.last_at),
    isUnread: row.is_unread,
    unreadCount: row.unread_count,
    lastReadPosition: row.last_read_position,
    isArchived: row.is_archived,
    isMuted: row.is_muted,
    isBlocked: row.is_blocked,
    isSuspended: row.is_suspended,
    assistant: {
      isOn: row.ai_enabled && !row.ai_disabled,
      isEnabledByCoach: row.ai_enabled,
      isDisabledHere: row.ai_disabled,
      needsHuman: row.needs_human,
      reason: row.side === 'coach' ? row.reason : null,
    },
  }
}

const labelOf = (side: 'student' | 'coach', name: string) =>
  side === 'coach' ? coachLabel(name) : (name.trim().split(/\s+/)[0] ?? name)

const writeCursor = (row: StoredConversation) =>
  Buffer.from(JSON.stringify([row.cursor_at, row.id])).toString('base64url')

const cursorSchema = z.tuple([z.string().regex(/^\d{4}-[\d :.+-]{15,40}$/), z.uuid()])

function readCursor(cursor: string): { at: string; id: string } {
  try {
    const [at, id] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { at, id }
  } catch {
    throw new AppError('bad_input', 'bad_cursor', 'This page of the list does not exist.')
  }
}
