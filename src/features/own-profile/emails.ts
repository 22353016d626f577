import { eq } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn, type Letter } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { profileRequestApproved, profileRequestKind, profileRequestRefused } from './letters.ts'
import { credentialRequests, importedReviews } from './tables.ts'

type Sending = Pick<Services, 'jobs' | 'clock' | 'env' | 'answers'>

/** An admin's answer about a certificate or an imported review; with the reason when it was rejected. */
interface Answer {
  of: 'check' | 'review'
  /** The certificate, or the author of the review. */
  name: string
  refusal: string | null
}

/** Notifies a coach of the answer about a certificate, in its transaction. Sent once. */
export async function notifyCheckAnswered(
  services: Sending,
  tx: Queryable,
  requestId: string,
): Promise<void> {
  const [request] = await tx
    .select({
      coachId: credentialRequests.instructorId,
      coachName: profiles.fullName,
      name: credentialRequests.credential,
      refusal: credentialRequests.refusal,
    })
    .from(credentialRequests)
    .innerJoin(profiles, eq(profiles.id, credentialRequests.instructorId))
    .where(eq(credentialRequests.id, requestId))
  if (request) await notifyAnswered(services, tx, requestId, { of: 'check', ...request })
}

/** Notifies a coach of the answer about an imported review, in its transaction. Sent once. */
export async function notifyReviewAnswered(
  services: Sending,
  tx: Queryable,
  reviewId: string,
): Promise<void> {
  const [review] = await tx
    .select({
      coachId: importedReviews.instructorId,
      coachName: profiles.fullName,
      name: importedReviews.author,
      refusal: importedReviews.refusal,
    })
    .from(importedReviews)
    .innerJoin(profiles, eq(profiles.id, importedReviews.instructorId))
    .where(eq(importedReviews.id, reviewId))
  if (review) await notifyAnswered(services, tx, reviewId, { of: 'review', ...review })
}

async function notifyAnswered(
  services: Sending,
  tx: Queryable,
  requestId: string,
  answered: Answer & { coachId: string; coachName: string },
) {
  const { coachId, refusal, of } = answered
  const { headline, message } = wordsOf(answered)
  await notifyUser(services, tx, {
    userId: coachId,
    kind: profileRequestKind,
    businessKey: requestId,
    title: headline,
    body: refusal ?? message,
    href: '/profile-edit',
    email: requestLetter(services.env.appUrl, answered),
    about: { what: 'profile_request', of, requestId, answer: refusal === null ? 'approved' : 'refused' },
  })
}

/** The text of the email. Deterministic for the same facts. */
export function requestLetter(
  appUrl: string,
  answered: Answer & { coachId: string; coachName: string },
): Letter {
  const { coachId, coachName: coach_name, refusal } = answered
  const words = { coach_name, ...wordsOf(answered) }
  return refusal === null
    ? fillIn(profileRequestApproved, { ...words, profile_url: `${appUrl}/instructor/${coachId}` })
    : fillIn(profileRequestRefused, { ...words, reason: refusal, profile_edit_url: `${appUrl}/profile-edit` })
}

function wordsOf({ of, name, refusal }: Answer): { headline: string; message: string } {
  if (of === 'check')
    return refusal === null
      ? {
          headline: `Checked: ${name}`,
          message: `we looked at “${name}”. Your profile now shows it as checked.`,
        }
      : {
          headline: `Not checked: ${name}`,
          message: `we looked at “${name}” and could not mark it as checked.`,
        }
  return refusal === null
    ? {
        headline: `The review by ${name} is on your profile`,
        message: `the review by ${name} that you brought along is on your profile now. It is marked as imported and counts in your rating.`,
      }
    : {
        headline: `The review by ${name} is not shown`,
        message: `we looked at the review by ${name} that you brought along and do not show it.`,
      }
}
