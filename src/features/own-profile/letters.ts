import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, facts, page, paragraph } from '#features/notifications/letter-markup.ts'
import { credentialRequests, importedReviews } from './tables.ts'

/** The notification about an answered request. */

export const profileRequestKind = defineNotificationKind({
  id: 'profile_request',
  setting: {
    label: 'Certificates and imported reviews',
    description: 'What you asked us to look at was approved or refused.',
    audience: 'coach',
    isTransactional: false,
    texts: 'none',
    icon: 'document',
  },
  about: z.object({
    what: z.literal('profile_request'),
    /** A certificate to verify, or an imported review. */
    of: z.enum(['check', 'review']),
    requestId: z.uuid(),
    answer: z.enum(['approved', 'refused']),
  }),
  goodForDays: 30,
  async check({ db }, { of, requestId, answer }) {
    const status = of === 'check' && answer === 'approved' ? 'checked' : answer
    const [found] =
      of === 'check'
        ? await db
            .select({ status: credentialRequests.status })
            .from(credentialRequests)
            .where(eq(credentialRequests.id, requestId))
        : await db
            .select({ status: importedReviews.status })
            .from(importedReviews)
            .where(eq(importedReviews.id, requestId))
    return { why: found?.status === status ? null : 'it was taken back, or answered anew' }
  },
})

export const ownProfileKinds = [profileRequestKind]

export const profileRequestApproved = defineLetter({
  key: 'profile-request-approved',
  needs: ['profile_url'],
  variables: ['coach_name', 'headline', 'message', 'profile_url'],
  email: {
    name: 'A certificate or imported review: approved',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{coach_name}}, {{message}}'),
      button('See your profile', 'profile_url'),
    ]),
  },
})

export const profileRequestRefused = defineLetter({
  key: 'profile-request-refused',
  needs: ['reason', 'profile_edit_url'],
  variables: ['coach_name', 'headline', 'message', 'reason', 'profile_edit_url'],
  email: {
    name: 'A certificate or imported review: refused, with the reason',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{coach_name}}, {{message}}'),
      facts([['Why', '{{reason}}']]),
      paragraph('If something was missing or has changed, you can ask again on your profile.'),
      button('Open your profile', 'profile_edit_url'),
    ]),
  },
})

export const ownProfileLetters = [profileRequestApproved, profileRequestRefused]
