import { sendLetter } from '#features/notifications/commands.ts'
import { contactOf } from '#features/notifications/delivery.ts'
import { letterValues } from '#features/notifications/letter-values.ts'
import { renderEmail } from '#features/notifications/render-email.ts'
import { subscribeAddress } from '#features/notifications/unsubscribe-links.ts'
import { readEmailWords } from '#features/notifications/words.ts'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import { DAY } from '#platform/duration.ts'
import { doEach } from '#platform/each-item.ts'
import { AppError } from '#platform/errors.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { markFollowUpSent } from '../commands.ts'
import { followUpLetter } from './emails.ts'
import {
  FOLLOW_UP_AFTER_MS,
  FOLLOW_UP_WITHIN_DAYS,
  followUpWords,
  MOST_AT_ONCE,
  whyNotWords,
} from './follow-up.ts'
import { quizFollowUpsJob } from './jobs.ts'
import { quizFollowUpKind } from './letters.ts'
import { findNearby, findTaker, listDue, type Nearby, type QuizTaker } from './queries.ts'
import type { FollowUpPreview } from './schema.ts'

const SENDS_PER_ADMIN = { points: 60, seconds: 60 * 60 }

/**
 * Emails everyone who took the quiz a day ago and has not booked. Idempotent: one email per person. Golfers
 * without any coach to name are not emailed, and wait for one as long as the email may be sent.
 * @returns how many emails were enqueued
 */
export async function sendDueFollowUps(services: Services): Promise<number> {
  const now = services.clock.now()
  const window = { from: now - FOLLOW_UP_WITHIN_DAYS * DAY, until: now - FOLLOW_UP_AFTER_MS }
  return await doEach(services, {
    name: quizFollowUpsJob.name,
    items: await listDue(services.db, window, MOST_AT_ONCE),
    idOf: ({ id }) => String(id),
    async work(taker) {
      const nearby = await findNearby(services.db, taker)
      return isNobodyNear(nearby) ? false : await send(services, taker, nearby)
    },
  })
}

/**
 * Renders the email to a golfer as a preview for an admin.
 * @throws AppError no_response, nobody_near
 */
export async function previewFollowUp(services: Services, email: string): Promise<FollowUpPreview> {
  const { taker, nearby } = await find(services, email)
  const site = await services.siteSettings.read()
  const letter = followUpLetter(services.env.appUrl, taker, nearby, services.clock.now())
  const words = await readEmailWords(services, letter.template.key)
  if (!words) throw new AppError('unavailable', 'not_previewed', followUpWords.notPreviewed)
  const contact = taker.userId ? await contactOf(services, { userId: taker.userId }) : null
  const variables = letterValues({
    letter: letter.template,
    variables: letter.variables,
    isConfirmed: contact?.isProven ?? false,
    site,
    ownUrl: services.env.appUrl,
  })
  const { subject, html } = renderEmail({ subject: words.subject, htmlContent: words.html }, variables, {
    ...site,
    unsubscribeUrl: `${site.appUrl}/unsubscribe`,
  })
  return {
    to: taker.email,
    name: taker.name,
    quizAt: toIso(Math.round(taker.createdAt)),
    plannedFor: taker.isPlanned ? toIso(Math.round(taker.createdAt) + FOLLOW_UP_AFTER_MS) : null,
    isMatched: taker.isMatched,
    match: nearby.match?.label ?? null,
    others: nearby.others.map(({ label, location }) => `${label}, ${location}`),
    whyNot: taker.whyNot === null ? null : whyNotWords[taker.whyNot],
    subject,
    html,
  }
}

/**
 * Sends the email to a golfer now, on behalf of an admin, instead of a day after the quiz.
 * @throws AppError no_response, nobody_near, not_written_to, too_many_requests
 */
export async function sendFollowUp(
  services: Services,
  by: { actor: Actor; audit: Audit },
  email: string,
): Promise<void> {
  await services.rateLimits.count('quiz-follow-up', by.actor.userId, SENDS_PER_ADMIN)
  const { taker, nearby } = await find(services, email)
  if (taker.whyNot !== null) throw new AppError('conflict', 'not_written_to', whyNotWords[taker.whyNot])
  const isSent = await send(services, taker, nearby, (tx) =>
    by.audit.record(tx, {
      subjectId: taker.userId,
      ids: { quizResponseId: taker.id },
      before: { sent: false },
      after: { sent: true, others: nearby.others.length, hasMatch: nearby.match !== null },
    }),
  )
  if (!isSent) throw new AppError('conflict', 'not_written_to', whyNotWords.already_sent)
}

/** True if the email would name no coach. */
const isNobodyNear = ({ match, others }: Nearby) => !match && others.length === 0

async function find(services: Services, email: string) {
  const taker = await findTaker(services.db, email, services.clock.now() - FOLLOW_UP_WITHIN_DAYS * DAY)
  if (!taker) throw new AppError('not_found', 'no_response', followUpWords.noResponse)
  const nearby = await findNearby(services.db, taker)
  if (isNobodyNear(nearby)) throw new AppError('not_found', 'nobody_near', followUpWords.nobodyNear)
  return { taker, nearby }
}

type Recorder = (tx: Parameters<Audit['record']>[0]) => Promise<void>

/**
 * Enqueues the email and records it in one transaction.
 * @returns false when it had been sent before
 */
async function send(
  services: Services,
  taker: QuizTaker,
  nearby: Nearby,
  record: Recorder = async () => undefined,
): Promise<boolean> {
  const { id, email, userId } = taker
  return await services.db.transaction(async (tx) => {
    if (!(await markFollowUpSent(tx, { responseId: String(id), email }))) return false
    const addressId = userId ? undefined : await subscribeAddress(tx, email, quizFollowUpKind)
    await sendLetter(services, tx, {
      key: `quiz-follow-up:${id}`,
      kind: quizFollowUpKind,
      userId,
      ...(userId ? {} : { toEmail: email, ...(taker.name ? { toName: taker.name } : {}) }),
      ...(addressId ? { addressId } : {}),
      letter: followUpLetter(services.env.appUrl, taker, nearby, services.clock.now()),
      about: { what: 'quiz', responseId: id },
    })
    await record(tx)
    return true
  })
}
