import { z } from 'zod'
import { admin } from '#ports/services.ts'
import { noSuchReport, setSuspended, settleReport } from './commands.ts'
import { findReported } from './queries.ts'
import { reportedSchema, reportIdSchema, settleReportSchema, suspensionSchema } from './schema.ts'

const tags = ['Messages']
const done = z.object({ ok: z.literal(true) })
const ok = { ok: true } as const

/** Admin actions on reported messages. Reading them is recorded in the audit log as well. */
export const moderationApi = {
  reported: admin
    .route({
      method: 'GET',
      path: '/admin/message-reports/{reportId}',
      tags,
      summary: 'A report with the messages around what was reported',
    })
    .input(reportIdSchema)
    .output(reportedSchema)
    .handler(async ({ input, context: { services, audit } }) => {
      const reported = await findReported(services.db, input.reportId)
      if (!reported) throw noSuchReport()
      await audit.record(services.db, {
        subjectId: reported.reported.id,
        ids: { reportId: reported.id, conversationId: reported.conversationId },
        after: { read: 'messages', messages: reported.messages.length },
      })
      return reported
    }),

  settleReport: admin
    .route({
      method: 'PUT',
      path: '/admin/message-reports/{reportId}',
      tags,
      summary: 'Dismiss a report, warn the person, or pause the conversation',
    })
    .input(settleReportSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await settleReport(services, { actor, audit }, input)
      return ok
    }),

  setSuspended: admin
    .route({
      method: 'PUT',
      path: '/admin/conversations/{conversationId}/suspension',
      tags,
      summary: 'Pause a conversation, or open it again',
    })
    .input(suspensionSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await setSuspended(services, { actor, audit }, input)
      return ok
    }),
}
