import { z } from 'zod'
import { admin } from '#ports/services.ts'
import { recordVerification, withdrawVerification } from './commands.ts'
import { listVerifications } from './queries.ts'
import { recordVerificationSchema, verificationSchema, withdrawVerificationSchema } from './schema.ts'

const tags = ['Coaches']

export const verificationsApi = {
  verifications: admin
    .route({
      method: 'GET',
      path: '/coaches/{instructorId}/verifications',
      tags,
      summary: 'Which certificates and background checks of a coach were looked at, by whom and when',
    })
    .input(z.object({ instructorId: z.uuid() }))
    .output(z.array(verificationSchema))
    .handler(({ input, context }) => listVerifications(context.services.db, input.instructorId)),

  recordVerification: admin
    .route({
      method: 'POST',
      path: '/coaches/{instructorId}/verifications',
      tags,
      summary: 'Record that a certificate or a background check was looked at',
    })
    .input(recordVerificationSchema)
    .output(outcomeOf(['no_such_credential', 'already_recorded']))
    .handler(({ input, context: { services, actor, audit } }) =>
      recordVerification(services, { actor, audit }, input),
    ),

  withdrawVerification: admin
    .route({
      method: 'POST',
      path: '/coach-verifications/{verificationId}/withdrawal',
      tags,
      summary: 'Withdraw a record that no longer holds',
    })
    .input(withdrawVerificationSchema)
    .output(outcomeOf(['not_current']))
    .handler(({ input, context: { services, actor, audit } }) =>
      withdrawVerification(services, { actor, audit }, input),
    ),
}

function outcomeOf<const Reason extends string>(reasons: readonly [Reason, ...Reason[]]) {
  return z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true) }),
    z.object({ ok: z.literal(false), reason: z.enum(reasons) }),
  ])
}
