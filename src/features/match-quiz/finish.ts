import { eq } from 'drizzle-orm'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { findCoachesFor, listNearbyCoaches, type NearbyCoach, type TimesOfCoaches } from './candidates.ts'
import type { QuizVisitor } from './commands.ts'
import { mailMatch } from './mailed-match.ts'
import { findTypedPlace, type QuizPlace } from './places.ts'
import { findResponse, listReviewTexts } from './queries.ts'
import { firstOpenScreen, type QuizAnswers } from './quiz.ts'
import { fitting, type Request, rateFor, teachesAGoal } from './ranking.ts'
import { goalWords, missingEquipment, reasonsFor } from './reasons.ts'
import { changesFor, noMatchReason, noMatchSentence, type Recommendation, recommend } from './recommend.ts'
import type { MatchedCoach, QuizResult } from './schema.ts'
import { quizResponses, quizResults } from './tables.ts'
import { weights } from './weights.ts'

const RESULTS = { points: 120, seconds: 60 * 60 }
const NEARBY = { points: 60, seconds: 60 * 60 }
/** The number of alternatives shown with a match. Without a match one more is shown. */
const OTHERS = 3
const TIMES_SHOWN = 6
const TIMES_A_DAY = 2

/**
 * The recommendation for a completed round. It is computed once and stored, so that a reload and the email
 * name the same coach; it is recomputed if that coach no longer fits. It is emailed once if an address was
 * given.
 * @throws AppError no_such_round, not_answered, too_many_requests
 */
export async function finishQuiz(
  services: Services,
  taker: QuizVisitor,
  responseId: string,
): Promise<QuizResult> {
  const { db, clock, rateLimits } = services
  await rateLimits.count('quiz-result', taker.ip, RESULTS)
  const round = await findResponse(db, taker.sessionId, responseId)
  const request = requestOf(round.answers)
  const found = await findTypedPlace(db, round.locationRaw ?? '')
  if (!request || !found.ok || firstOpenScreen(round.variant, round.answers))
    throw new AppError('conflict', 'not_answered', 'A question is still open. Please answer it first.')
  const now = clock.now()
  const times: TimesOfCoaches = new Map()
  const { coaches, figures } = await findCoachesFor(db, found.place, request, now, times)
  const isEveryCoach = coaches.length === figures.total
  const asked = { request, sessionId: taker.sessionId }
  const made = recommend(coaches, asked)
  const fits = new Set(made.ranked.map(({ coach }) => coach.id))
  const kept = (round.ranked ?? []).map(({ instructorId }) => instructorId).filter((id) => fits.has(id))
  const isKept = kept.length > 0 && kept[0] === round.recommendedInstructorId
  const order = isKept
    ? [...kept, ...made.ranked.map(({ coach }) => coach.id).filter((id) => !kept.includes(id))]
    : made.ranked.map(({ coach }) => coach.id)
  const byId = new Map(coaches.map((coach) => [coach.card.id, coach]))
  const ordered = order.flatMap((id) => byId.get(id) ?? [])
  const [first] = ordered
  const why = first ? null : noMatchReason(coaches, request)
  if (!isKept)
    await db.transaction(async (tx) => {
      await tx
        .update(quizResponses)
        .set({
          completedAt: round.completedAt ?? now,
          matchFound: first !== undefined,
          noMatchReason: why,
          recommendedInstructorId: first?.card.id ?? null,
          recommendedInstructorName: first?.card.name ?? null,
          updatedAt: now,
        })
        .where(eq(quizResponses.id, responseId))
      const result = {
        weightsVersion: weights.version,
        radiusMiles: made.radiusMiles,
        isShuffled: made.isShuffled,
        ranked: made.ranked
          .slice(0, 12)
          .map(({ coach, score, parts }) => ({ instructorId: coach.id, score, parts })),
        createdAt: now,
      }
      await tx
        .insert(quizResults)
        .values({ responseId, ...result })
        .onConflictDoUpdate({ target: quizResults.responseId, set: result })
    })
  const nearest = async () => (isEveryCoach ? coaches : await listNearbyCoaches(db, found.place, now, times))
  const others = first ? ordered.slice(1, 1 + OTHERS) : (await nearest()).slice(0, OTHERS + 1)
  const shown = [...(first ? [first] : []), ...others]
  const texts = await listReviewTexts(
    db,
    shown.map(({ card }) => card.id),
  )
  const { city, state } = found.place
  const present = (coach: NearbyCoach) =>
    presentCoach(
      coach,
      request,
      texts.get(coach.card.id) ?? [],
      placeWords(round.locationRaw ?? '', found.place),
    )
  const match = first ? present(first) : null
  if (match && round.contactEmail)
    await mailMatch(services, { responseId, email: round.contactEmail, place: `${city}, ${state}`, match })
  // Where more coaches teach than are compared, other answers compare other coaches.
  const coachesFor = async (other: Request) =>
    isEveryCoach || other === request
      ? coaches
      : (await findCoachesFor(db, found.place, other, now, times)).coaches
  const changes = await changesFor(coachesFor, asked)
  return {
    place: { city, state },
    radiusMiles: made.radiusMiles,
    match,
    others: others.map(present),
    fitting: fitting(
      coaches.map(({ candidate }) => candidate),
      request,
    ).filter(({ distance }) => distance <= made.radiusMiles).length,
    caveat: first ? caveatOf(first, request, made) : null,
    noMatch: why && noMatchSentence({ coaches, figures }, request, `${city}, ${state}`),
    changes: changes.filter(({ instructorId }) => instructorId !== first?.card.id),
  }
}

function presentCoach(
  coach: NearbyCoach,
  request: Request,
  texts: readonly string[],
  from: string,
): MatchedCoach {
  return {
    coach: coach.card,
    rateCents: rateFor(coach.candidate, request.lessonType) ?? coach.candidate.hourlyRateCents,
    reasons: reasonsFor(coach, request, texts, from),
    place: coach.place,
    openTimes: spread(coach.openTimes),
  }
}

/** The origin of the distances: the center of the ZIP code entered, or else of the city. */
const placeWords = (typed: string, { city, state }: QuizPlace) => {
  const [zip] = /^\d{5}(?=-|$)/.exec(typed.trim()) ?? []
  return zip ? `ZIP ${zip}` : `${city}, ${state}`
}

/** A warning if the best coach teaches none of the selected goals or lacks the requested equipment. */
function caveatOf(
  { candidate, card }: NearbyCoach,
  request: Request,
  { ranked, radiusMiles }: Recommendation,
): string | null {
  const missing = missingEquipment(candidate, request)
  const ask = ': ask before you book.'
  if (teachesAGoal(candidate, request))
    return missing && `${card.label} does not list ${missing}, which you asked for${ask}`
  const goals = goalWords(request.goals)
  if (ranked.some(({ coach }) => teachesAGoal(coach, request)))
    return `${card.label} does not list what you want to work on (${goals})${missing ? `, nor ${missing}` : ''}${ask}`
  return `No matching coach within ${radiusMiles} miles lists what you want to work on (${goals}). ${card.label} comes closest${missing ? `, without ${missing}` : ' in everything else'}${ask}`
}

/** Selects times from several days rather than all from one day. */
function spread(times: NearbyCoach['openTimes']): NearbyCoach['openTimes'] {
  const chosen: NearbyCoach['openTimes'] = []
  const counts = new Map<string, number>()
  for (const time of times) {
    const day = time.start.slice(0, 10)
    const count = counts.get(day) ?? 0
    const last = chosen.at(-1)
    const isFar = !last || Date.parse(time.start) - Date.parse(last.start) >= 3 * 3_600_000
    if (count >= TIMES_A_DAY || !isFar) continue
    counts.set(day, count + 1)
    chosen.push(time)
    if (chosen.length === TIMES_SHOWN) break
  }
  return chosen
}

/** The answers the ranking needs; null if one is missing. */
export function requestOf(answers: QuizAnswers): Request | null {
  const { experience, goals, lessonType, gender, technologies, budget } = answers
  if (!experience || !goals || !lessonType || !gender || !technologies || !budget) return null
  return { experience, goals, lessonType, gender, technologies, budget }
}

/**
 * Coaches near a place, nearest first.
 * @param maxDistance statute miles
 * @returns an empty list for an unknown place
 */
export async function findNearbyInstructors(
  services: Services,
  { location, maxDistance }: { location: string; maxDistance: number },
  ip: string,
): Promise<NearbyCoach['card'][]> {
  await services.rateLimits.count('nearby-instructors', ip, NEARBY)
  const found = await findTypedPlace(services.db, location)
  if (!found.ok) return []
  const coaches = await listNearbyCoaches(services.db, found.place, services.clock.now())
  return coaches.filter(({ candidate }) => candidate.distance <= maxDistance).map(({ card }) => card)
}
