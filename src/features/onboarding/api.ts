import { z } from 'zod'
import { signedIn } from '#ports/services.ts'
import { goLive, saveDraft } from './commands.ts'
import { eligibilityOf } from './onboarding.ts'
import { findZipPlace, readDraft } from './queries.ts'
import {
  draftSchema,
  draftStateSchema,
  fullDraft,
  goLiveSchema,
  isStarted,
  nextStepSchema,
  openSteps,
  placeOfZipSchema,
} from './schema.ts'
import { steps } from './steps.ts'

const tags = ['Onboarding']

export const onboardingApi = {
  draft: signedIn
    .route({
      method: 'GET',
      path: '/coach-draft',
      tags,
      summary: 'What you typed so far on the way to being a coach',
    })
    .output(draftStateSchema)
    .handler(async ({ context: { services, actor } }) => {
      const eligibility = eligibilityOf(actor.role)
      return { eligibility, draft: eligibility === 'open' ? await readDraft(services.db, actor) : {} }
    }),

  nextStep: signedIn
    .route({
      method: 'GET',
      path: '/coach-draft/next-step',
      tags,
      summary: 'Where you go on with a coaching profile that you began',
    })
    .output(nextStepSchema)
    .handler(async ({ context: { services, actor } }) => {
      if (eligibilityOf(actor.role) !== 'open') return { next: null, missing: [] }
      const draft = await readDraft(services.db, actor)
      if (!isStarted(draft)) return { next: null, missing: [] }
      const open = openSteps(fullDraft(draft))
      // A ZIP code of five digits may still be none.
      const isPlaceOpen = !(await findZipPlace(services.db, services.clock, draft.zip ?? ''))
      const missing = steps.filter((step) => open.includes(step) || (step === 'place' && isPlaceOpen))
      return { next: missing[0] ?? 'preview', missing }
    }),

  saveDraft: signedIn
    .route({ method: 'PUT', path: '/coach-draft', tags, summary: 'Keep what you typed' })
    .input(draftSchema)
    .output(z.object({ saved: z.literal(true) }))
    .handler(async ({ input, context }) => {
      await saveDraft(context.services, context.actor, input)
      return { saved: true as const }
    }),

  place: signedIn
    .route({
      method: 'GET',
      path: '/places/{zip}',
      tags,
      summary: 'Where a ZIP code is, and its time zone; null when there is no such code',
    })
    .input(z.object({ zip: z.string().regex(/^\d{5}$/, 'ZIP code must have 5 digits') }))
    .output(placeOfZipSchema.nullable())
    .handler(({ input, context: { services } }) => findZipPlace(services.db, services.clock, input.zip)),

  goLive: signedIn
    .meta({ forPersonAlone: true })
    .route({ method: 'POST', path: '/coach-draft/live', tags, summary: 'Become a coach who can be booked' })
    .output(goLiveSchema)
    .handler(({ context }) => goLive(context.services, context.actor)),
}
