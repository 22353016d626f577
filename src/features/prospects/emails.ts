import { sendLetter } from '#features/notifications/commands.ts'
import { fillIn, type Letter } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import { siteNameOf } from '#platform/env.ts'
import { formatMoment, OFFICE_ZONE } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { trialInterest, trialInterestKind } from './letters.ts'
import type { TrialInterest } from './schema.ts'

/** How soon we said that we would get in touch. */
const ANSWER_MS = 24 * 60 * 60 * 1_000

/** Tells the people who run Greenside, in the transaction that keeps the request. Once a request. */
export async function announceTrialInterest(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  asked: TrialInterest,
): Promise<void> {
  await sendLetter(services, tx, {
    key: `trial-interest:${asked.clientId}`,
    kind: trialInterestKind,
    userId: null,
    toEmail: services.env.SUPPORT_EMAIL,
    toName: siteNameOf(services.env),
    letter: trialInterestLetter(asked, services.clock.now()),
  })
}

/** The letter itself. @param now milliseconds since 1970, UTC */
export const trialInterestLetter = (
  asked: Pick<TrialInterest, 'fullName' | 'email' | 'phone' | 'businessName' | 'message'>,
  now: number,
): Letter =>
  fillIn(trialInterest, {
    full_name: asked.fullName,
    email: asked.email,
    phone: asked.phone,
    business_name: asked.businessName ?? 'Not given',
    message: asked.message ?? 'No message.',
    answer_by: formatMoment(now + ANSWER_MS, OFFICE_ZONE),
  })
