import { and, eq, sql } from 'drizzle-orm'
import { contactsOfStudents, type SharedContact } from '#features/bookings/contacts.ts'
import { listLessons } from '#features/bookings/queries.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { messagePreview } from '#features/messages/message.ts'
import { takesLessons } from '#features/proposals/queries.ts'
import type { Queryable } from '#platform/db.ts'
import { isoOfMs, toIso } from '#platform/time.ts'
import { countLettersToCome } from './bring/queries.ts'
import { type RosterView, rosterFilters, STUDENTS_PER_PAGE } from './roster.ts'
import type { KeptNote, Roster, RosterRow, StudentOfCoach } from './schema.ts'
import {
  filterConditions,
  foundBy,
  type RosterRecord,
  rosterColumns,
  rosterOrder,
  rosterTable,
} from './statement.ts'
import { studentNotes } from './tables.ts'

/** Maximum number of rows in an export. */
const MOST_IN_A_FILE = 10_000
const MOST_LESSONS = 100

/**
 * A page of a coach's students, with the number in each filter.
 * @param now milliseconds since 1970, UTC
 * @param view.page from 1
 */
export async function listRoster(
  db: Queryable,
  coachId: string,
  view: RosterView & { page: number },
  now: number,
): Promise<Roster> {
  const offset = (view.page - 1) * STUDENTS_PER_PAGE
  const [rows, counted, coach, letters] = await Promise.all([
    readRows(db, coachId, view, now, { limit: STUDENTS_PER_PAGE, offset }),
    countRoster(db, coachId, view.query, now),
    readCoach(db, coachId),
    countLettersToCome(db, coachId),
  ])
  return { rows, ...counted, ...coach, letters }
}

/** The complete list for an export, and the coach's zone. */
export async function listWholeRoster(
  db: Queryable,
  coachId: string,
  view: RosterView,
  now: number,
): Promise<{ rows: RosterRow[]; zone: string }> {
  const rows = await readRows(db, coachId, view, now, { limit: MOST_IN_A_FILE, offset: 0 })
  return { rows, zone: (await readCoach(db, coachId)).zone }
}

async function readRows(
  db: Queryable,
  coachId: string,
  view: RosterView,
  now: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<RosterRow[]> {
  const present = new Date(now)
  const found = await db.execute<RosterRecord>(sql`
    ${rosterTable(coachId, present)}
    select ${rosterColumns} from roster
    where ${foundBy(view.query)} and ${filterConditions(present)[view.filter]}
    order by ${rosterOrder(view)} limit ${limit} offset ${offset}`)
  const ids = found.rows.flatMap(({ student_id }) => student_id ?? [])
  const contacts = await contactsOfStudents(db, coachId, ids, now)
  return found.rows.map((row) => toRow(row, contacts))
}

async function countRoster(db: Queryable, coachId: string, query: string, now: number) {
  const present = new Date(now)
  const conditions = filterConditions(present)
  const columns = rosterFilters.map(
    (filter) =>
      sql`(count(*) filter (where ${foundBy(query)} and ${conditions[filter]}))::int as ${sql.identifier(filter)}`,
  )
  const found = await db.execute<Record<(typeof rosterFilters)[number] | 'total', number>>(sql`
    ${rosterTable(coachId, present)} select count(*)::int as total, ${sql.join(columns, sql`, `)} from roster`)
  const { total, ...counts } = found.rows[0] ?? noCounts
  return { total, counts }
}

async function readCoach(db: Queryable, coachId: string) {
  const [coach] = await db
    .select({ isInstant: instructorProfiles.instantBookEnabled, zone: instructorProfiles.timeZone })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, coachId))
  return coach ?? { isInstant: false, zone: 'UTC' }
}

const noCounts = { total: 0, all: 0, active: 0, away: 0, new: 0, credits: 0, invited: 0 }

/**
 * The coach's view of one student; null for users who are not the coach's students.
 * @param now milliseconds since 1970, UTC
 */
export async function findStudent(
  db: Queryable,
  coachId: string,
  studentId: string,
  now: number,
): Promise<StudentOfCoach | null> {
  const found = await db.execute<RosterRecord>(sql`
    ${rosterTable(coachId, new Date(now), studentId)} select ${rosterColumns} from roster`)
  const record = found.rows[0]
  if (!record || record.is_invited) return null
  const who = { userId: coachId, as: 'coach', withId: studentId } as const
  const [upcoming, past, note, coach, contacts, isTaking] = await Promise.all([
    listLessons(db, who, { now, list: 'upcoming', limit: MOST_LESSONS, offset: 0 }),
    listLessons(db, who, { now, list: 'ended', limit: MOST_LESSONS + 1, offset: 0 }),
    record.is_former ? null : findNote(db, coachId, studentId),
    readCoach(db, coachId),
    contactsOfStudents(db, coachId, [studentId], now),
    isTakingLessons(db, studentId),
  ])
  const { invitation: _, invitationId: __, broughtId: ___, ...row } = toRow(record, contacts)
  return {
    ...row,
    studentId,
    takesLessons: isTaking,
    mayBookSince: isoOrNull(record.access_at),
    ...coach,
    upcoming: upcoming.filter(({ status }) => status !== 'pending').map(toLesson),
    past: past.slice(0, MOST_LESSONS).map(toLesson),
    hasOlder: past.length > MOST_LESSONS,
    money: {
      paidCents: Number(record.paid),
      refundedCents: Number(record.refunded),
      payments: record.payments,
    },
    note: note ?? noNote,
  }
}

async function isTakingLessons(db: Queryable, studentId: string): Promise<boolean> {
  const found = await db.execute(sql`select from profiles s where s.id = ${studentId} and ${takesLessons}`)
  return found.rows.length > 0
}

export const noNote: KeptNote = { note: '', version: 0, updatedAt: null }

/** A coach's note about a student. */
export async function findNote(db: Queryable, coachId: string, studentId: string): Promise<KeptNote | null> {
  const [row] = await db
    .select()
    .from(studentNotes)
    .where(and(eq(studentNotes.instructorId, coachId), eq(studentNotes.studentId, studentId)))
  return row ? { note: row.note, version: row.version, updatedAt: toIso(row.updatedAt) } : null
}

function toLesson(lesson: Awaited<ReturnType<typeof listLessons>>[number]): StudentOfCoach['past'][number] {
  const { id, start, durationMinutes, zone, title, priceCents, status, paymentStatus, noShow } = lesson
  return {
    id,
    start,
    durationMinutes,
    zone,
    title,
    locationName: lesson.location.name,
    priceCents,
    status,
    paymentStatus,
    noShow,
    playedBy: lesson.golfer?.name ?? null,
  }
}

function toRow(row: RosterRecord, contacts: ReadonlyMap<string, SharedContact>): RosterRow {
  return {
    studentId: row.student_id,
    invitationId: row.invitation_id,
    broughtId: row.brought_id,
    name: row.name,
    golfers: row.golfers ?? [],
    pictureUrl: row.picture,
    isFormer: row.is_former,
    isCaller: row.is_caller,
    isInvited: row.is_invited,
    isNew: row.is_new,
    isAway: row.is_away,
    invitation:
      row.email !== null && row.invited_at !== null && row.invitation_state !== null
        ? {
            email: row.email,
            sentAt: isoOfMs(row.invited_at),
            state: row.invitation_state,
            givesAccess: row.gives_access ?? true,
            message: row.message,
          }
        : null,
    lessonsHad: row.had,
    lastLesson: row.last_at && row.last_zone ? { start: isoOfMs(row.last_at), zone: row.last_zone } : null,
    nextLesson:
      row.next_at && row.next_zone && row.next_id
        ? { start: isoOfMs(row.next_at), zone: row.next_zone, bookingId: row.next_id }
        : null,
    spentCents: Number(row.paid) - Number(row.refunded),
    creditsLeft: row.credits,
    lastWord:
      row.conversation_id && row.word_at && !row.is_former
        ? {
            conversationId: row.conversation_id,
            at: isoOfMs(row.word_at),
            preview: messagePreview({ content: row.word ?? '', attachments: row.word_attachments }),
            isOwn: row.is_own_word,
            isFromAssistant: row.is_assistant_word,
            isUnread: row.is_unread,
          }
        : null,
    mayBook: row.access_at !== null,
    since: isoOfMs(row.since),
    contact: row.student_id === null ? contactOfFile(row) : (contacts.get(row.student_id) ?? null),
  }
}

const contactOfFile = ({ phone, email }: RosterRecord) => (phone === null ? null : { phone, email })
const isoOrNull = (ms: string | null) => (ms === null ? null : isoOfMs(ms))
