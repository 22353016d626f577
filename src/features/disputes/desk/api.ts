import { z } from 'zod'
import { admin } from '#ports/services.ts'
import { noSuchDispute, refundDispute, settleDispute } from './commands.ts'
import { readEvidence } from './evidence.ts'
import { evidencePack } from './evidence-pack.ts'
import {
  disputeIdSchema,
  evidencePackSchema,
  evidenceSchema,
  refundDisputeSchema,
  settleDisputeSchema,
} from './schema.ts'

const tags = ['Disputes']

/** How admins decide. Reading what two people wrote to each other leaves a row in the audit log, too. */
export const disputeDeskApi = {
  evidence: admin
    .route({
      method: 'GET',
      path: '/admin/disputes/{disputeId}',
      tags,
      summary: 'A dispute with everything that helps to decide it',
    })
    .input(disputeIdSchema)
    .output(evidenceSchema)
    .handler(async ({ input, context: { services, audit } }) => {
      const evidence = await readEvidence(services, input.disputeId)
      if (!evidence) throw noSuchDispute()
      await audit.record(services.db, {
        subjectId: evidence.dispute.studentId,
        after: { read: 'evidence', messages: evidence.messages.length },
      })
      return evidence
    }),

  evidencePack: admin
    .route({
      method: 'POST',
      path: '/admin/disputes/{disputeId}/evidence-pack',
      tags,
      summary: 'The evidence as one file to send on, with its checksum',
    })
    .input(disputeIdSchema)
    .output(evidencePackSchema)
    .handler(async ({ input, context: { services, audit } }) => {
      const evidence = await readEvidence(services, input.disputeId)
      if (!evidence) throw noSuchDispute()
      const pack = evidencePack(evidence, services.clock.now())
      await audit.record(services.db, {
        subjectId: evidence.dispute.studentId,
        after: { downloaded: pack.fileName, sha256: pack.sha256 },
      })
      return pack
    }),

  settle: admin
    .route({
      method: 'PUT',
      path: '/admin/disputes/{disputeId}',
      tags,
      summary: 'Save the status and the notes of a dispute',
    })
    .input(settleDisputeSchema)
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await settleDispute(services, { actor, audit }, input)
      return { ok: true as const }
    }),

  refund: admin
    .route({
      method: 'POST',
      path: '/admin/disputes/{disputeId}/refunds',
      tags,
      summary: 'Send money back to the student of a dispute',
      successStatus: 201,
    })
    .input(refundDisputeSchema)
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await refundDispute(services, { actor, audit }, input)
      return { ok: true as const }
    }),
}
