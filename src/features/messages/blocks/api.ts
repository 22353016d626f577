import { z } from 'zod'
import { signedIn } from '#ports/services.ts'
import { orUnknown } from '../policy.ts'
import { conversationIdSchema, reportSchema } from '../schema.ts'
import { reportConversation, setBlocked } from './commands.ts'

const tags = ['Messages']
const done = z.object({ ok: z.literal(true) })

export const blocksApi = {
  setBlocked: signedIn
    .route({
      method: 'PUT',
      path: '/conversations/{conversationId}/blocked',
      tags,
      summary: 'Hear no more from the other, or again; they are not told',
    })
    .input(conversationIdSchema.extend({ blocked: z.boolean() }))
    .output(done)
    .handler(async ({ input, context: { services, actor } }) =>
      orUnknown(await setBlocked(services, actor, input)),
    ),

  report: signedIn
    .route({
      method: 'POST',
      path: '/conversations/{conversationId}/reports',
      tags,
      summary: 'Tell us about a conversation or one message of it',
      successStatus: 201,
    })
    .input(reportSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) =>
      orUnknown(await reportConversation(services, actor, input)),
    ),
}
