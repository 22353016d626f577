import { z } from 'zod'
import { admin } from '#ports/services.ts'
import { previewFollowUp, sendFollowUp } from './commands.ts'
import { followUpInput, followUpPreviewSchema } from './schema.ts'

export const quizFollowUpApi = {
  preview: admin
    .meta({ changesNothing: true })
    .route({
      method: 'POST',
      path: '/admin/quiz-reengagement-previews',
      tags: ['Admin'],
      summary: 'What a golfer who took the quiz would be sent',
    })
    .input(followUpInput)
    .output(followUpPreviewSchema)
    .handler(({ input, context: { services } }) => previewFollowUp(services, input.email)),

  send: admin
    .route({
      method: 'POST',
      path: '/functions/send-quiz-reengagement',
      tags: ['Functions'],
      summary: 'Write to a golfer who took the quiz and did not book; once a person',
    })
    .input(followUpInput)
    .output(z.object({ success: z.literal(true) }))
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await sendFollowUp(services, { actor, audit }, input.email)
      return { success: true } as const
    }),
}
