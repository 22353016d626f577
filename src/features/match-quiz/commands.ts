import { and, desc, eq, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import { present } from '#platform/columns.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { type FoundPlace, findTypedPlace } from './places.ts'
import { findResponse, stateOf } from './queries.ts'
import {
  CONSENT_WORDING,
  fartherStep,
  firstOpenScreen,
  type QuizAnswers,
  type QuizVariant,
  screensOf,
  stepOf,
  stepOrders,
} from './quiz.ts'
import type { AnswerInput, QuizState } from './schema.ts'
import { quizDrafts, quizResponses, quizResults } from './tables.ts'
import { variantOf } from './variant.ts'

const BEGINNINGS = { points: 60, seconds: 60 * 60 }
const ANSWERS = { points: 600, seconds: 60 * 60 }
/** The maximum number of rounds stored per session. */
const ROUNDS_AT_MOST = 20

/** The person taking the quiz, as known to the server. */
export interface QuizVisitor {
  sessionId: string
  /** The browser's visit; null if it is not counted. */
  visitId: string | null
  actor: Pick<Actor, 'userId' | 'role' | 'impersonatedBy'> | null
  ip: string
}

export const studentOf = ({ actor }: QuizVisitor) =>
  actor?.role === 'student' && !actor.impersonatedBy ? actor.userId : null

/**
 * Returns the state of a session's quiz: of the given round if it is the session's, else of its latest one.
 * Creates a row if the session has none or restarts. The session, with all of its rows, counts as a test if the
 * variant was chosen in the URL or if an admin or a prospect takes the quiz.
 * @throws AppError too_many_requests
 */
export async function beginQuiz(
  services: Services,
  taker: QuizVisitor,
  {
    variant,
    responseId,
    anew,
  }: { variant?: QuizVariant | undefined; responseId?: string | undefined; anew: boolean },
): Promise<QuizState> {
  const { db, clock, rateLimits } = services
  const { sessionId, actor } = taker
  const isLooking =
    actor?.role === 'admin' || actor?.role === 'prospect' || actor?.impersonatedBy !== undefined
  const isTry = variant !== undefined || isLooking
  const rounds = await db
    .select({ id: quizResponses.id, variant: quizResponses.variant, isTest: quizResponses.isTest })
    .from(quizResponses)
    .where(eq(quizResponses.sessionId, sessionId))
    .orderBy(desc(quizResponses.createdAt), desc(quizResponses.id))
    .limit(ROUNDS_AT_MOST)
  const known = rounds.find(({ id }) => id === responseId) ?? rounds[0]
  const isTest = isTry || (known?.isTest ?? false)
  if (isTry && known && !known.isTest)
    await db.update(quizResponses).set({ isTest: true }).where(eq(quizResponses.sessionId, sessionId))
  if (known && !anew && (variant ?? known.variant) === known.variant)
    return await stateOf(db, sessionId, known.id)
  await rateLimits.count('quiz-begin', taker.ip, BEGINNINGS)
  if (rounds.length >= ROUNDS_AT_MOST)
    throw new AppError(
      'too_many',
      'too_many_rounds',
      'You have taken the quiz often. Change an answer of your last round.',
    )
  const now = clock.now()
  const order = variant ?? known?.variant ?? variantOf(sessionId)
  const id = await db.transaction(async (tx) => {
    const [made] = await tx
      .insert(quizResponses)
      .values({
        sessionId,
        visitId: taker.visitId,
        isTest,
        variant: order,
        currentStep: stepOrders[order][0] ?? 'location',
        userId: studentOf(taker),
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: quizResponses.id })
    if (!made) throw new Error('no row')
    await tx.insert(quizDrafts).values({ responseId: made.id, updatedAt: now })
    return made.id
  })
  return await stateOf(db, sessionId, id)
}

/**
 * Saves one answer. Changing an answer discards an earlier result.
 * @returns the new state of the quiz
 * @throws AppError no_such_round for a round of another session; no_such_question; no_such_place;
 *   too_many_requests
 */
export async function answerQuiz(
  services: Services,
  taker: QuizVisitor,
  input: AnswerInput,
): Promise<QuizState> {
  const { db, clock, rateLimits } = services
  await rateLimits.count('quiz-answer', taker.ip, ANSWERS)
  const round = await findResponse(db, taker.sessionId, input.responseId)
  if (!screensOf(round.variant).includes(input.screen))
    throw new AppError('bad_input', 'no_such_question', 'This question is not part of your quiz.')
  const place = input.screen === 'location' ? await findTypedPlace(db, input.location) : null
  if (place && !place.ok) throw new AppError('bad_input', 'no_such_place', place.reason)
  const now = clock.now()
  await db.transaction(async (tx) => {
    const answers: QuizAnswers = { ...round.answers, ...draftOf(input) }
    const open = firstOpenScreen(round.variant, answers)
    const reached = open ? stepOf(open) : (stepOrders[round.variant].at(-1) ?? round.currentStep)
    const currentStep = fartherStep(round.variant, round.currentStep, reached)
    await tx
      .update(quizResponses)
      .set({
        ...columnsOf(input, place),
        currentStep,
        // The visit may begin after the round: its first page view is reported later.
        visitId: round.visitId ?? taker.visitId,
        userId: studentOf(taker) ?? round.userId,
        updatedAt: now,
      })
      .where(eq(quizResponses.id, input.responseId))
    await tx
      .update(quizDrafts)
      .set({
        answers,
        updatedAt: now,
        ...(input.screen === 'contact'
          ? { consentedAt: input.contact && now, consentWording: input.contact && CONSENT_WORDING }
          : {}),
      })
      .where(eq(quizDrafts.responseId, input.responseId))
    if (input.screen !== 'contact') await voidResult(tx, input.responseId)
  })
  return await stateOf(db, taker.sessionId, input.responseId)
}

/** Discards the recommendation. The round stays marked as completed. */
async function voidResult(tx: Queryable, responseId: string) {
  await tx.delete(quizResults).where(eq(quizResults.responseId, responseId))
  await tx
    .update(quizResponses)
    .set({
      recommendedInstructorId: null,
      recommendedInstructorName: null,
      matchFound: null,
      noMatchReason: null,
    })
    .where(eq(quizResponses.id, responseId))
}

/** The part of an answer that is stored in the draft: everything except contact details. */
function draftOf(input: AnswerInput): QuizAnswers {
  switch (input.screen) {
    case 'location':
      return { location: input.location }
    case 'contact':
      return { contact: input.contact ? 'given' : 'skipped' }
    case 'lesson-type':
      return { lessonType: input.lessonType }
    default: {
      const { screen: _, responseId: __, ...answer } = input
      return answer
    }
  }
}

/** The columns of the response that hold the same answer. */
function columnsOf(input: AnswerInput, found: FoundPlace | null): Partial<typeof quizResponses.$inferInsert> {
  switch (input.screen) {
    case 'location':
      return found?.ok
        ? { locationRaw: input.location, locationCity: found.place.city, locationState: found.place.state }
        : {}
    case 'contact':
      return {
        contactName: input.contact?.name ?? null,
        contactEmail: input.contact?.email.toLowerCase() ?? null,
        contactPhone: input.contact?.phone || null,
      }
    case 'experience':
      return { experienceLevel: input.experience }
    case 'goals':
      return { goals: input.goals }
    case 'lesson-type':
      return { lessonType: input.lessonType }
    case 'gender':
      return { genderPreference: input.gender }
    case 'technologies':
      return {
        technologies: input.technologies,
        hasLaunchMonitor: input.technologies.includes('launch-monitor'),
      }
    case 'budget':
      return { budget: input.budget }
  }
}

/**
 * Marks all rows of a session as test or real.
 * @returns the number of rows
 * @throws AppError no_such_session
 */
export async function markSession(
  db: Database,
  audit: Audit,
  { sessionId, isTest }: { sessionId: string; isTest: boolean },
): Promise<number> {
  return await db.transaction(async (tx) => {
    const found = await tx
      .select({ isTest: quizResponses.isTest })
      .from(quizResponses)
      .where(eq(quizResponses.sessionId, sessionId))
      .for('update')
    if (found.length === 0) throw new AppError('not_found', 'no_such_session', 'There is no such session.')
    await tx.update(quizResponses).set({ isTest }).where(eq(quizResponses.sessionId, sessionId))
    const tests = found.filter((one) => one.isTest).length
    await audit.record(tx, {
      before: { responses: found.length, tests },
      after: { responses: found.length, tests: isTest ? found.length : 0 },
    })
    return found.length
  })
}

/**
 * Marks the follow-up email of a quiz as sent, once per email address. Concurrent calls are serialized.
 * @returns false if one was already sent to this address
 */
export async function markFollowUpSent(
  tx: Queryable,
  { responseId, email }: { responseId: string; email: string },
): Promise<boolean> {
  // Raw: takes an advisory lock on the address.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`quiz-follow-up:${email.toLowerCase()}`}, 0))`,
  )
  const others = alias(quizResponses, 'others')
  const marked = await tx
    .update(quizResponses)
    .set({ reengagementEmailSent: true, updatedAt: present })
    .where(
      and(
        eq(quizResponses.id, responseId),
        notExists(
          tx
            .select({ id: others.id })
            .from(others)
            .where(
              and(eq(sql`lower(${others.contactEmail})`, email.toLowerCase()), others.reengagementEmailSent),
            ),
        ),
      ),
    )
    .returning({ id: quizResponses.id })
  return marked.length > 0
}
