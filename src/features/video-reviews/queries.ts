import { and, asc, count, desc, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { findGolferOfClips, isShared, mayBeSeenBy } from '#features/clips/access.ts'
import { clipFileAddress } from '#features/clips/clip.ts'
import type { ClipQuestions } from '#features/clips/questions.ts'
import { clips } from '#features/clips/tables.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { coachAccount, coachName, studentAccount } from '#features/coaches/coach-and-student.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import type { GolferQuestions } from '#features/golfers/questions.ts'
import { golfers } from '#features/golfers/tables.ts'
import type { MessageQuestions } from '#features/messages/questions.ts'
import { mayUseCards } from '#features/payments/saved-cards/policy.ts'
import { orders, payments } from '#features/payments/tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type {
  OwnReviewOffer,
  ReviewClip,
  ReviewCounts,
  ReviewOffer,
  VideoReview,
  VideoReviewSummary,
} from './schema.ts'
import { videoReviewOffers, videoReviews } from './tables.ts'
import { sendUntil } from './video-review.ts'

/** What a listed coach sells; null when the coach sells no reviews. */
export async function findReviewOffer(db: Queryable, instructorId: string): Promise<ReviewOffer | null> {
  const [offer] = await db
    .select({ priceCents: videoReviewOffers.priceCents, promisedHours: videoReviewOffers.promisedHours })
    .from(videoReviewOffers)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, videoReviewOffers.instructorId))
    .where(
      and(
        eq(videoReviewOffers.instructorId, instructorId),
        eq(videoReviewOffers.isSold, true),
        eq(instructorProfiles.isListed, true),
        eq(instructorProfiles.takesDemoBookings, false),
      ),
    )
  return offer ?? null
}

/** A coach's own offer; null before the first one. */
export async function findOwnReviewOffer(db: Queryable, coachId: string): Promise<OwnReviewOffer | null> {
  const [offer] = await db.select().from(videoReviewOffers).where(eq(videoReviewOffers.instructorId, coachId))
  return offer ?? null
}

const iso = (at: number | null) => (at === null ? null : toIso(at))

const selection = {
  review: videoReviews,
  coach: coachName,
  student: studentAccount.fullName,
  golfer: golfers.name,
}

/** Reviews with the names of their people. */
const readReviews = (db: Queryable, which: SQL | undefined) =>
  db
    .select(selection)
    .from(videoReviews)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, videoReviews.instructorId))
    .innerJoin(coachAccount, eq(coachAccount.id, videoReviews.instructorId))
    .innerJoin(studentAccount, eq(studentAccount.id, videoReviews.studentId))
    .leftJoin(golfers, eq(golfers.id, videoReviews.golferId))
    .where(which)

type Found = Awaited<ReturnType<typeof readReviews>>[number]

const summaryOf = ({ review, coach, student, golfer }: Found): VideoReviewSummary => ({
  id: review.id,
  status: review.status,
  coach: { id: review.instructorId, name: coachLabel(coach) },
  student: { id: review.studentId, name: student },
  golfer,
  priceCents: review.priceCents,
  promisedHours: review.promisedHours,
  question: review.question,
  createdAt: toIso(review.createdAt),
  askedAt: iso(review.askedAt),
  dueAt: iso(review.dueAt),
  answeredAt: iso(review.answeredAt),
  endReason: review.endReason,
})

type Owner = Pick<Actor, 'userId' | 'role'>

/** Filters reviews to the ones in the list of a user. */
const areListedFor = ({ userId, role }: Owner) =>
  role === 'coach'
    ? and(
        eq(videoReviews.instructorId, userId),
        inArray(videoReviews.status, ['paid', 'asked', 'answered', 'refunded']),
      )
    : and(eq(videoReviews.studentId, userId), ne(videoReviews.status, 'unpaid'))

/** A user's reviews: the ones that wait for an answer first, the most urgent at the top, then the newest. */
export async function listReviews(
  db: Queryable,
  owner: Owner,
  { limit, offset }: { limit: number; offset: number },
): Promise<VideoReviewSummary[]> {
  const found = await readReviews(db, areListedFor(owner))
    .orderBy(
      sql`${videoReviews.status} <> 'asked'`,
      asc(sql`case when ${videoReviews.status} = 'asked' then ${videoReviews.dueAt} end`),
      desc(videoReviews.createdAt),
      videoReviews.id,
    )
    .limit(limit)
    .offset(offset)
  return found.map(summaryOf)
}

/** How many reviews a user lists, and how many of them wait for the videos or for the answer. */
export async function countReviews(db: Queryable, owner: Owner): Promise<ReviewCounts> {
  const [found] = await db
    .select({
      total: count(),
      toSend: sql`count(*) filter (where ${videoReviews.status} = 'paid')`.mapWith(Number),
      waiting: sql`count(*) filter (where ${videoReviews.status} = 'asked')`.mapWith(Number),
    })
    .from(videoReviews)
    .where(areListedFor(owner))
  return found ?? { total: 0, toSend: 0, waiting: 0 }
}

/** The reviews that wait for a coach's answer, the most urgent first; times in milliseconds since 1970, UTC. */
export async function listWaiting(
  db: Queryable,
  coachId: string,
  limit: number,
): Promise<{ id: string; playerName: string; dueAt: number; zone: string }[]> {
  const found = await db
    .select({
      id: videoReviews.id,
      golfer: golfers.name,
      student: studentAccount.fullName,
      dueAt: videoReviews.dueAt,
      zone: instructorProfiles.timeZone,
    })
    .from(videoReviews)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, videoReviews.instructorId))
    .innerJoin(studentAccount, eq(studentAccount.id, videoReviews.studentId))
    .leftJoin(golfers, eq(golfers.id, videoReviews.golferId))
    .where(and(eq(videoReviews.instructorId, coachId), eq(videoReviews.status, 'asked')))
    .orderBy(asc(videoReviews.dueAt), videoReviews.id)
    .limit(limit)
  return found.map(({ golfer, student, dueAt, ...review }) => ({
    ...review,
    playerName: golfer ?? student,
    dueAt: dueAt ?? 0,
  }))
}

/** A review with its videos, for its student and its coach; null for everybody else. */
export async function findReview(
  db: Queryable,
  viewer: Pick<Actor, 'userId' | 'impersonatedBy' | 'token'>,
  videoReviewId: string,
): Promise<VideoReview | null> {
  const viewerId = viewer.userId
  const isTheirs = or(eq(videoReviews.instructorId, viewerId), eq(videoReviews.studentId, viewerId))
  const [found] = await readReviews(db, and(eq(videoReviews.id, videoReviewId), isTheirs))
  if (!found) return null
  const { review } = found
  const as = review.studentId === viewerId ? 'student' : 'coach'
  // A coach sees a review once it is paid.
  if (as === 'coach' && (review.status === 'pending' || review.status === 'unpaid')) return null
  const [money] = await db
    .select({
      refundedCents: payments.refundedCents,
      checkoutUrl: orders.checkoutUrl,
      offersCards: orders.offersCards,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.id, review.paymentId))
  const mayPay =
    as === 'student' && review.status === 'pending' && (!money?.offersCards || mayUseCards(viewer))
  return {
    ...summaryOf(found),
    as,
    golferId: review.golferId,
    answer: review.answer,
    endMessage: review.endMessage,
    paidAt: iso(review.paidAt),
    sendUntil: review.paidAt === null ? null : toIso(sendUntil(review.paidAt)),
    endedAt: iso(review.endedAt),
    refundedCents: money?.refundedCents ?? 0,
    clips: await listClipsOf(db, viewerId, videoReviewId),
    mayShare: await mayShare(db, review),
    checkoutUrl: mayPay ? (money?.checkoutUrl ?? null) : null,
  }
}

async function mayShare(db: Queryable, review: typeof videoReviews.$inferSelect): Promise<boolean> {
  if (!(await isShared(db, review))) return false
  if (!review.golferId) return true
  return (await findGolferOfClips(db, review.studentId, review.golferId))?.isAllowed ?? false
}

/** The videos of a review that the viewer may see, in the order in which they were added. */
async function listClipsOf(db: Queryable, viewerId: string, videoReviewId: string): Promise<ReviewClip[]> {
  const rows = await db
    .select({
      clip: clips,
      drawings: sql<number>`(select count(*)::int from clip_drawings d where d.clip_id = clips.id)`,
      voiceOvers: sql<number>`(select count(*)::int from clip_voice_overs v where v.clip_id = clips.id)`,
    })
    .from(clips)
    .where(and(eq(clips.videoReviewId, videoReviewId), mayBeSeenBy(db, viewerId)))
    .orderBy(asc(clips.createdAt), clips.id)
  return rows.map(({ clip, drawings, voiceOvers }) => {
    const pictures = clip.kind === 'image' ? clip.files : clip.poster
    const picture =
      pictures.find(({ type, width }) => type === 'image/webp' && width >= 400) ?? pictures.at(-1)
    return {
      id: clip.id,
      title: clip.title,
      kind: clip.kind,
      picture: picture ? clipFileAddress(clip.id, picture.name) : null,
      drawings,
      voiceOvers,
    }
  })
}

/** How many videos a review has. */
export async function countClips(db: Queryable, videoReviewId: string): Promise<number> {
  const [found] = await db.select({ n: count() }).from(clips).where(eq(clips.videoReviewId, videoReviewId))
  return found?.n ?? 0
}

/** Answers golfers: how many video reviews a golfer has, and how many of them are at the checkout or paid and not answered. */
export async function countReviewsOfGolfer(
  db: Queryable,
  golferId: string,
): Promise<GolferQuestions['video_reviews_of_golfer']['answer']> {
  const isOpen = inArray(videoReviews.status, ['pending', 'paid', 'asked'])
  const [found] = await db
    .select({
      all: count(),
      open: sql`count(*) filter (where ${isOpen})`.mapWith(Number),
    })
    .from(videoReviews)
    .where(eq(videoReviews.golferId, golferId))
  return found ?? { all: 0, open: 0 }
}

/** Answers clips: a paid review whose videos are still to be sent, for its student. */
export async function findReviewToFill(
  db: Queryable,
  { videoReviewId, studentId }: ClipQuestions['review_to_fill']['about'],
): Promise<ClipQuestions['review_to_fill']['answer']> {
  const [review] = await db
    .select({ instructorId: videoReviews.instructorId, golferId: videoReviews.golferId })
    .from(videoReviews)
    .innerJoin(profiles, eq(profiles.id, videoReviews.instructorId))
    .where(
      and(
        eq(videoReviews.id, videoReviewId),
        eq(videoReviews.studentId, studentId),
        eq(videoReviews.status, 'paid'),
        eq(profiles.isOpen, true),
      ),
    )
  return review ?? null
}

/** Answers messages: the pairs of a coach, of a student, or of both, in which the student paid a review of the coach. */
export async function listReviewPairs(
  db: Queryable,
  about: MessageQuestions['video_review_pairs']['about'],
): Promise<MessageQuestions['video_review_pairs']['answer']> {
  const { instructorId, studentId } = videoReviews
  return await db
    .selectDistinct({ instructorId, studentId })
    .from(videoReviews)
    .where(
      and(
        isNotNull(videoReviews.paidAt),
        'instructorId' in about ? eq(instructorId, about.instructorId) : undefined,
        'studentId' in about ? eq(studentId, about.studentId) : undefined,
      ),
    )
}
