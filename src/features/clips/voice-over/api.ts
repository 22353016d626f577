import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { signedIn } from '#ports/services.ts'
import { clipUploadPath } from '../clip.ts'
import {
  findVoiceOver,
  finishVoiceOver,
  noSuchVoiceOver,
  removeVoiceOver,
  startVoiceOver,
  summarizeVoiceOver,
  voiceOverRefusalTexts,
} from './commands.ts'
import {
  finishVoiceOverSchema,
  startVoiceOverSchema,
  summarizeVoiceOverSchema,
  voiceOverIdSchema,
  voiceOverTimelineSchema,
} from './schema.ts'

const tags = ['Clips']
const done = z.object({ ok: z.literal(true) })
const fine = { ok: true as const }

export const voiceOversApi = {
  startVoiceOver: signedIn
    .route({
      method: 'POST',
      path: '/clips/{clipId}/voice-over-uploads',
      tags,
      summary: 'Begin to upload what you say over a clip; its bytes follow by the tus protocol',
      successStatus: 201,
    })
    .input(startVoiceOverSchema)
    .output(z.object({ uploadId: z.uuid(), address: z.string() }))
    .handler(async ({ input, context: { services, actor } }) => {
      const begun = await startVoiceOver(services, actor.userId, input)
      if (!begun.ok) {
        const code = begun.reason === 'too_large' ? 'too_large' : 'too_many'
        throw new AppError(code, begun.reason, voiceOverRefusalTexts[begun.reason])
      }
      return { uploadId: begun.uploadId, address: `${clipUploadPath}/${begun.uploadId}` }
    }),

  finishVoiceOver: signedIn
    .route({
      method: 'POST',
      path: '/clip-uploads/{uploadId}/voice-over',
      tags,
      summary: 'Keep a voice-over that has arrived, in place of the one you had on this clip',
    })
    .input(finishVoiceOverSchema)
    .output(
      z.discriminatedUnion('ok', [
        z.object({ ok: z.literal(true), voiceOverId: z.uuid() }),
        z.object({ ok: z.literal(false), reason: z.string(), message: z.string() }),
      ]),
    )
    .handler(async ({ input, context: { services, actor } }) => {
      const made = await finishVoiceOver(services, actor.userId, input)
      return made.ok ? made : { ...made, message: voiceOverRefusalTexts[made.reason] }
    }),

  timeline: signedIn
    .route({
      method: 'GET',
      path: '/clips/{clipId}/voice-overs/{voiceOverId}',
      tags,
      summary: 'What the player did while a voice-over was spoken',
    })
    .input(voiceOverIdSchema)
    .output(voiceOverTimelineSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const found = await findVoiceOver(services.db, actor.userId, input)
      if (!found) throw noSuchVoiceOver()
      return found.timeline as z.output<typeof voiceOverTimelineSchema>
    }),

  summarizeVoiceOver: signedIn
    .route({
      method: 'PUT',
      path: '/clips/{clipId}/voice-overs/{voiceOverId}',
      tags,
      summary: 'Say in words what your voice-over says',
    })
    .input(summarizeVoiceOverSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await summarizeVoiceOver(services, actor.userId, input)
      return fine
    }),

  removeVoiceOver: signedIn
    .route({
      method: 'DELETE',
      path: '/clips/{clipId}/voice-overs/{voiceOverId}',
      tags,
      summary: 'Delete what you said over a clip',
    })
    .input(voiceOverIdSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await removeVoiceOver(services, actor.userId, input)
      return fine
    }),
}
