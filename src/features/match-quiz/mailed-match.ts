import { and, desc, eq } from 'drizzle-orm'
import { sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import { isEmailKnown } from '#features/notifications/queries.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { AppError } from '#platform/errors.ts'
import { formatMoney } from '#platform/money.ts'
import { signedValues } from '#platform/signed-value.ts'
import type { Services } from '#ports/services.ts'
import type { QuizVisitor } from './commands.ts'
import { yourMatch, yourMatchKind } from './letters.ts'
import { stateOf } from './queries.ts'
import type { MatchedCoach, QuizState } from './schema.ts'
import { quizDrafts, quizResponses, quizResults } from './tables.ts'

/**
 * The link in the email contains the round's id and the day of signing, with a signature that cannot be
 * forged.
 */

const LINK_DAYS = 180
const LETTERS_PER_ADDRESS = { points: 3, seconds: 86_400 }
const OPENINGS = { points: 60, seconds: 60 * 60 }

const links = ({ env }: Pick<Services, 'env'>) => signedValues(env.SESSION_SECRET, 'mailed match')

/** The content of the email about a round. */
export interface MailedMatch {
  responseId: string
  email: string
  /** `Charlotte, NC` */
  place: string
  match: Pick<MatchedCoach, 'coach' | 'rateCents' | 'reasons'>
}

/**
 * Emails a match with a link that opens it again. The same match is sent to an address once, and an address
 * gets at most three such emails in 24 hours, because anyone can enter any address.
 * @returns whether the match is or was emailed
 */
export async function mailMatch(
  services: Services,
  { responseId, email, place, match }: MailedMatch,
): Promise<boolean> {
  const address = email.toLowerCase()
  const [first = '', second = '', third = ''] = match.reasons.map(({ text }) => text)
  const now = services.clock.now()
  const token = links(services).sign(`${responseId}:${Math.floor(now / DAY)}`)
  const key = `your-match:${responseId}:${match.coach.id}:${address}`
  return await services.db.transaction(async (tx) => {
    if (await isEmailKnown(tx, key)) return true
    if (!(await isWithinLimit(services, address))) return false
    await sendLetter(services, tx, {
      key,
      kind: yourMatchKind,
      userId: null,
      toEmail: address,
      letter: fillIn(yourMatch, {
        coach_name: match.coach.label,
        place,
        price: formatMoney(match.rateCents),
        first_reason: first,
        second_reason: second,
        third_reason: third,
        match_url: `${services.env.appUrl}/find-your-match?match=${encodeURIComponent(token)}`,
      }),
      about: { what: 'quiz', responseId },
    })
    return true
  })
}

async function isWithinLimit({ rateLimits }: Services, address: string): Promise<boolean> {
  try {
    await rateLimits.count('match-letters', address, LETTERS_PER_ADDRESS)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many') return false
    throw error
  }
}

/**
 * Opens an emailed match. In the browser that took the quiz this is the original round. In any other browser
 * the answers are copied into a new round, without the contact details.
 * @throws AppError no_such_match for a link that is invalid, is older than 180 days, or whose answers were
 *   deleted; too_many_requests
 */
export async function openMailedMatch(
  services: Services,
  taker: QuizVisitor,
  token: string,
): Promise<QuizState> {
  const { db, clock, rateLimits } = services
  await rateLimits.count('quiz-open', taker.ip, OPENINGS)
  const [responseId = '', day = '0'] = links(services).read(token)?.split(':') ?? []
  if (!responseId || clock.now() / DAY - Number(day) > LINK_DAYS) throw noSuchMatch()
  const [source] = await db.select().from(quizResponses).where(eq(quizResponses.id, responseId))
  if (!source) throw noSuchMatch()
  if (source.sessionId === taker.sessionId) return await stateOf(db, taker.sessionId, source.id)
  const id = await db.transaction(
    async (tx) => (await findCopy(tx, taker, responseId)) ?? (await copy(services, tx, taker, source)),
  )
  return await stateOf(db, taker.sessionId, id)
}

async function findCopy(
  tx: Queryable,
  { sessionId }: QuizVisitor,
  responseId: string,
): Promise<string | null> {
  const [known] = await tx
    .select({ id: quizResponses.id })
    .from(quizResponses)
    .where(and(eq(quizResponses.sessionId, sessionId), eq(quizResponses.copiedFrom, responseId)))
    .orderBy(desc(quizResponses.createdAt))
    .limit(1)
  return known?.id ?? null
}

async function copy(
  { clock }: Services,
  tx: Queryable,
  { sessionId, visitId }: QuizVisitor,
  source: typeof quizResponses.$inferSelect,
): Promise<string> {
  const now = clock.now()
  const { id: sourceId, ...answered } = source
  const [made] = await tx
    .insert(quizResponses)
    .values({
      ...answered,
      sessionId,
      visitId,
      copiedFrom: sourceId,
      contactEmail: null,
      contactName: null,
      contactPhone: null,
      userId: null,
      reengagementEmailSent: false,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: quizResponses.id })
  const [draft] = await tx.select().from(quizDrafts).where(eq(quizDrafts.responseId, sourceId))
  const [result] = await tx.select().from(quizResults).where(eq(quizResults.responseId, sourceId))
  if (!made || !draft) throw noSuchMatch()
  await tx.insert(quizDrafts).values({
    responseId: made.id,
    answers: { ...draft.answers, contact: 'skipped' },
    updatedAt: now,
  })
  if (result) await tx.insert(quizResults).values({ ...result, responseId: made.id })
  return made.id
}

const noSuchMatch = () =>
  new AppError(
    'not_found',
    'no_such_match',
    'This link does not open a match anymore. Take the quiz again: it needs about a minute.',
  )
