import { z } from 'zod'
import { bookingRefused } from '#features/checkout/refusal.ts'
import { heldBookingSchema } from '#features/checkout/schema.ts'
import { AppError, type ErrorCode } from '#platform/errors.ts'
import { toIso } from '#platform/time.ts'
import { coach, signedIn, student } from '#ports/services.ts'
import { acceptProposal } from './acceptance.ts'
import {
  declineProposal,
  proposeLesson,
  requestChanges,
  reviseProposal,
  withdrawProposal,
} from './commands.ts'
import { listOpenTimes } from './open-times.ts'
import { packagesApi } from './packages/api.ts'
import { packageOffersApi } from './packages/offers/api.ts'
import { packageSalesApi } from './packages/sales/api.ts'
import { noSuchProposal } from './policy.ts'
import { type ProposalRefusal, type ProposalTab, proposalRefusalTexts, proposalTabs } from './proposal.ts'
import {
  countProposals,
  findProposal,
  listProposalStudents,
  listProposals,
  listProposalsBetween,
} from './queries.ts'
import {
  acceptProposalSchema,
  proposalCountsSchema,
  proposalListSchema,
  proposalSchema,
  proposalStudentsOfSchema,
  proposalStudentsSchema,
  proposeLessonSchema,
  requestChangesSchema,
  reviseProposalSchema,
} from './schema.ts'

const tags = ['Proposals']
const PROPOSALS_A_DAY = { points: 60, seconds: 86_400 }
const ACCEPTS_AN_HOUR = { points: 30, seconds: 3600 }
const tabs = Object.keys(proposalTabs) as [ProposalTab, ...ProposalTab[]]
const made = z.object({ proposalId: z.uuid() })
const one = z.object({ proposalId: z.uuid() })

const codes: Partial<Record<ProposalRefusal, ErrorCode>> = {
  no_such_proposal: 'not_found',
  no_student: 'not_allowed',
  time_not_offered: 'bad_input',
}

const refusal = (reason: ProposalRefusal) =>
  new AppError(codes[reason] ?? 'conflict', reason, proposalRefusalTexts[reason])

export const proposalsApi = {
  ...packagesApi,
  ...packageOffersApi,
  ...packageSalesApi,

  list: coach
    .route({ method: 'GET', path: '/coach/proposals', tags, summary: "A coach's proposals, newest first" })
    .input(
      z.object({
        tab: z.enum(tabs).default('all'),
        page: z.coerce.number().int().min(1).max(500).default(1),
      }),
    )
    .output(proposalListSchema)
    .handler(({ input, context: { actor, services } }) => listProposals(services.db, actor.userId, input)),

  counts: coach
    .route({
      method: 'GET',
      path: '/coach/proposal-counts',
      tags,
      summary: 'How many proposals stand under each tab',
    })
    .output(proposalCountsSchema)
    .handler(({ context: { actor, services } }) => countProposals(services.db, actor.userId)),

  students: coach
    .route({
      method: 'GET',
      path: '/coach/proposal-students',
      tags,
      summary: 'Students a coach may propose to: the latest, those with a name, or one of them',
    })
    .input(proposalStudentsOfSchema)
    .output(proposalStudentsSchema)
    .handler(({ input, context: { actor, services } }) =>
      listProposalStudents(services, actor.userId, input),
    ),

  between: signedIn
    .route({
      method: 'GET',
      path: '/proposals/with/{personId}',
      tags,
      summary: 'Your proposals with one person',
    })
    .input(z.object({ personId: z.uuid() }))
    .output(z.array(proposalSchema))
    .handler(async ({ input, context: { actor, services } }) =>
      listOpenTimes(services, await listProposalsBetween(services.db, actor, input.personId)),
    ),

  get: signedIn
    .route({ method: 'GET', path: '/proposals/{proposalId}', tags, summary: 'One of your proposals' })
    .input(one)
    .output(proposalSchema)
    .handler(async ({ input, context: { actor, services } }) => {
      const proposal = await findProposal(services.db, input.proposalId, actor)
      const [shown] = proposal ? await listOpenTimes(services, [proposal]) : []
      if (!shown) throw noSuchProposal()
      return shown
    }),

  propose: coach
    .route({
      method: 'POST',
      path: '/proposals',
      tags,
      summary: 'Offer a lesson to a student',
      successStatus: 201,
    })
    .input(proposeLessonSchema)
    .output(made)
    .handler(async ({ input, context: { actor, services } }) => {
      await services.rateLimits.count('propose', actor.userId, PROPOSALS_A_DAY)
      const outcome = await proposeLesson(services, actor, input)
      if (!outcome.ok) throw refusal(outcome.reason)
      return outcome
    }),

  revise: coach
    .route({ method: 'PUT', path: '/proposals/{proposalId}', tags, summary: 'Change what was offered' })
    .input(reviseProposalSchema)
    .output(made)
    .handler(async ({ input, context: { actor, services } }) => {
      const outcome = await reviseProposal(services, actor, input)
      if (!outcome.ok) throw refusal(outcome.reason)
      return outcome
    }),

  withdraw: coach
    .route({
      method: 'POST',
      path: '/proposals/{proposalId}/withdrawal',
      tags,
      summary: 'Take an offer back',
    })
    .input(one)
    .output(made)
    .handler(async ({ input, context: { actor, services } }) => {
      const outcome = await withdrawProposal(services, actor, input.proposalId)
      if (!outcome.ok) throw refusal(outcome.reason)
      return outcome
    }),

  requestChanges: student
    .route({
      method: 'POST',
      path: '/proposals/{proposalId}/change-requests',
      tags,
      summary: 'Ask for something else',
    })
    .input(requestChangesSchema)
    .output(made)
    .handler(async ({ input, context: { actor, services } }) => {
      const outcome = await requestChanges(services, actor, input)
      if (!outcome.ok) throw refusal(outcome.reason)
      return outcome
    }),

  decline: student
    .route({ method: 'POST', path: '/proposals/{proposalId}/refusal', tags, summary: 'Say no to an offer' })
    .input(one)
    .output(made)
    .handler(async ({ input, context: { actor, services } }) => {
      const outcome = await declineProposal(services, actor, input.proposalId)
      if (!outcome.ok) throw refusal(outcome.reason)
      return outcome
    }),

  accept: student
    .route({
      method: 'POST',
      path: '/proposals/{proposalId}/acceptance',
      tags,
      summary: 'Take one of the times: it is held, and its payment starts',
    })
    .input(acceptProposalSchema)
    .output(heldBookingSchema)
    .handler(async ({ input, context: { actor, services } }) => {
      await services.rateLimits.count('accept-proposal', actor.userId, ACCEPTS_AN_HOUR)
      const held = await acceptProposal(services, actor, input)
      if (held.ok) return { ...held, holdExpiresAt: toIso(held.holdExpiresAt) }
      throw held.of === 'proposal' ? refusal(held.reason) : bookingRefused(held.reason)
    }),
}
