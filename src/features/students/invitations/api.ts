import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { coach, open, student } from '#ports/services.ts'
import { acceptInvitation, declineInvitation, inviteByEmail, setInvitationOpen } from './commands.ts'
import { inviteRefusalTexts } from './invitation.ts'
import { readInvitation } from './queries.ts'
import { inviteFormSchema, seenInvitationSchema, tokenSchema } from './schema.ts'

const tags = ['Students']

export const invitationsApi = {
  invite: coach
    .route({
      method: 'POST',
      path: '/coach/student-invitations',
      tags,
      summary: 'Invite somebody by email to be your student',
      successStatus: 201,
    })
    .input(inviteFormSchema)
    .output(z.object({ invitationId: z.uuid() }))
    .handler(async ({ input, context: { services, actor } }) => {
      const sent = await inviteByEmail(services, actor, input)
      if (!sent.ok) throw new AppError('conflict', sent.reason, inviteRefusalTexts[sent.reason])
      return { invitationId: sent.invitationId }
    }),

  setInvitationOpen: coach
    .route({
      method: 'PUT',
      path: '/coach/student-invitations/{invitationId}',
      tags,
      summary: 'Withdraw an invitation, or bring it back',
    })
    .input(z.object({ invitationId: z.uuid(), isOpen: z.boolean() }))
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      await setInvitationOpen(services, actor.userId, input)
      return { ok: true as const }
    }),

  invitation: open
    .route({
      method: 'GET',
      path: '/student-invitations',
      tags,
      summary: 'Who invites you, by the link of the letter',
    })
    .input(tokenSchema)
    .output(seenInvitationSchema)
    .handler(({ input, context: { services, actor } }) =>
      readInvitation(services.db, input.token, actor?.userId ?? null, services.clock.now()),
    ),

  acceptInvitation: student
    .route({
      method: 'POST',
      path: '/student-invitations/acceptance',
      tags,
      summary: 'Become a student of the coach who invited you',
    })
    .input(tokenSchema)
    .output(z.object({ instructorId: z.uuid() }))
    .handler(({ input, context: { services, actor, ip } }) =>
      acceptInvitation(services, actor, input.token, { ip }),
    ),

  declineInvitation: open
    .route({
      method: 'POST',
      path: '/student-invitations/refusal',
      tags,
      summary: 'Decline an invitation; no other letter of this coach comes',
    })
    .input(tokenSchema)
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context: { services, ip } }) => {
      await declineInvitation(services, input.token, { ip })
      return { ok: true as const }
    }),
}
