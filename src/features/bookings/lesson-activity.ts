import { sql } from 'drizzle-orm'
import { PACKAGE_REFUNDED } from '#features/ledger/queries.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import { listActions } from './lesson-actions.ts'
import { opensAt } from './review-window.ts'
import type { Lesson, ListedLesson } from './schema.ts'

interface StoryRow extends Record<string, unknown> {
  id: string
  cancel_message: string | null
  package: 'open' | 'ended' | 'returned' | null
  package_title: string | null
  moved_as: 'student' | 'coach' | 'admin' | null
  moved_from: string | null
  moved_at: string | null
  refunded_cents: number | null
  owed_back: string
  session_id: string | null
  is_paid: boolean
  rating: number | null
  is_published: boolean
  has_note: boolean
  payout_status: 'held' | 'sending' | 'sent' | 'nothing_due' | null
  payout_at: string | null
}

/**
 * Adds to lessons what happened to them and what somebody on one side of them can do now.
 * @param viewer.now milliseconds since 1970, UTC
 */
export async function withActivity(
  db: Queryable,
  lessons: readonly Lesson[],
  viewer: { as: 'student' | 'coach'; now: number },
): Promise<ListedLesson[]> {
  if (lessons.length === 0) return []
  const ids = sql.join(
    lessons.map((lesson) => sql`${lesson.id}::uuid`),
    sql`, `,
  )
  // Raw: reviews, notes, packages and shares belong to features above this one.
  const found = await db.execute<StoryRow>(sql`
    select b.id, b.cancel_message, m.moved_as, extract(epoch from m.from_start) * 1000 as moved_from,
      extract(epoch from m.moved_at) * 1000 as moved_at,
      case when b.package_id is null then p.refunded_cents
        else (select coalesce(sum(l.amount_cents), 0) from ledger_transactions t
          join ledger_lines l on l.transaction_id = t.id and l.account = 'refunds_due'
          where t.booking_id = b.id and t.kind = 'refunded' and t.business_key not like ${`${PACKAGE_REFUNDED}%`})::integer
        end as refunded_cents,
      case when b.package_id is null
        then (select coalesce(sum(r.amount_cents), 0) from payment_refunds r where r.payment_id = p.id)
        -- What an ended package gave back went through the payment of its first lesson, and is not that lesson's.
        else (select coalesce(-sum(l.amount_cents), 0) from ledger_transactions t
          join ledger_lines l on l.transaction_id = t.id and l.account = 'refunds_due'
          where t.booking_id = b.id and t.kind = 'refund_due') end::text as owed_back,
      p.stripe_session_id as session_id, coalesce(p.payment_status in ('completed', 'refunded', 'partially_refunded'), false) as is_paid,
      r.rating, r.published_at is not null as is_published,
      case when b.package_id is null then null
        when exists (select from ledger_transactions t where t.booking_id = b.id and t.kind = 'credit_returned') then 'returned'
        when exists (select from lesson_packages k where k.id = b.package_id and k.ended_at is null) then 'open'
        else 'ended' end as package,
      (select k.lesson_title from lesson_packages k where k.id = b.package_id) as package_title,
      exists (select from lesson_notes n where n.booking_id = b.id) as has_note,
      o.status as payout_status, extract(epoch from coalesce(o.sent_at, o.due_at)) * 1000 as payout_at
    from bookings b
    left join payments p on p.booking_id = b.id
    left join lesson_reviews r on r.booking_id = b.id
    left join payouts o on o.booking_id = b.id and o.package_id is null
    left join lateral (select moved_as, from_start, moved_at from lesson_moves where booking_id = b.id
      order by moved_at desc limit 1) m on true
    where b.id in (${ids})`)
  const stories = new Map(found.rows.map((row) => [row.id, row]))
  return lessons.flatMap((lesson) => {
    const story = stories.get(lesson.id)
    return story ? [tell(lesson, story, viewer)] : []
  })
}

function tell(lesson: Lesson, row: StoryRow, viewer: { as: 'student' | 'coach'; now: number }): ListedLesson {
  const lessonStart = Date.parse(lesson.start)
  const isReviewed = row.rating !== null
  const facts = {
    status: lesson.status,
    noShow: lesson.noShow,
    lessonStart,
    lessonEnd: lessonStart + lesson.durationMinutes * 60_000,
    isReported: lesson.problem !== null,
    isReviewed,
    isNoted: row.has_note,
  }
  const owedBack = Number(row.owed_back)
  const refundedCents = row.package ? Math.min(row.refunded_cents ?? 0, owedBack) : (row.refunded_cents ?? 0)
  const maySeeRating = viewer.as === 'student' || row.is_published
  return {
    ...lesson,
    checkoutUrl: viewer.as === 'student' ? lesson.checkoutUrl : null,
    actions: listActions(facts, viewer.as, viewer.now).map((action) => ({
      ...action,
      until: action.until === null ? null : toIso(action.until),
    })),
    moved:
      row.moved_as && row.moved_from && row.moved_at
        ? { by: row.moved_as, from: isoOf(row.moved_from), at: isoOf(row.moved_at) }
        : null,
    owedBackCents: Math.max(refundedCents, owedBack),
    refundedCents,
    receipt: viewer.as === 'student' && row.is_paid ? row.session_id : null,
    package: row.package,
    packageTitle: row.package_title,
    cancelMessage: row.cancel_message,
    review: isReviewed ? { rating: maySeeRating ? row.rating : null, isPublished: row.is_published } : null,
    hasNote: row.has_note,
    wordsOpenAt: opensAt(facts.lessonEnd) > viewer.now ? toIso(opensAt(facts.lessonEnd)) : null,
    payout: viewer.as === 'coach' ? payoutOf(row) : null,
  }
}

function payoutOf({ payout_status, payout_at }: StoryRow): ListedLesson['payout'] {
  if (!payout_at || !payout_status || payout_status === 'nothing_due') return null
  return { status: payout_status === 'sent' ? 'sent' : 'held', at: isoOf(payout_at) }
}

const isoOf = (ms: string) => toIso(Math.round(Number(ms)))
