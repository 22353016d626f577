import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { coach, signedIn } from '#ports/services.ts'
import { noSuchClip, noSuchUpload } from './access.ts'
import { clipRefusalTexts, clipUploadPath } from './clip.ts'
import {
  addComment,
  deleteClip,
  markPosition,
  removeClipComment,
  removeDrawing,
  renameClip,
  saveDrawing,
  setLesson,
  setModelSwing,
  setSharing,
} from './commands.ts'
import { markClipsSeen } from './emails.ts'
import { findClip, findClipPair, listClips, listModelSwings, listPartners } from './queries.ts'
import {
  addCommentSchema,
  clipIdSchema,
  clipListSchema,
  clipPartnerSchema,
  clipSchema,
  clipsSeenSchema,
  commentIdSchema,
  drawingIdSchema,
  listClipsSchema,
  markPositionSchema,
  modelSwingSchema,
  renameClipSchema,
  saveDrawingSchema,
  setLessonSchema,
  setModelSwingSchema,
  startUploadSchema,
} from './schema.ts'
import { cancelUpload, finishUpload, startUpload } from './uploads.ts'
import { voiceOversApi } from './voice-over/api.ts'

const tags = ['Clips']
const done = z.object({ ok: z.literal(true) })
const fine = { ok: true as const }
const uploadInput = z.object({ uploadId: z.uuid() })

export const clipsApi = {
  ...voiceOversApi,

  partners: signedIn
    .route({ method: 'GET', path: '/clip-partners', tags, summary: 'Whom you can share clips with' })
    .output(z.array(clipPartnerSchema))
    .handler(({ context: { services, actor } }) => listPartners(services.db, actor.userId)),

  list: signedIn
    .route({
      method: 'GET',
      path: '/clips',
      tags,
      summary: 'The clips of a coach and a student, for one of them',
    })
    .input(listClipsSchema)
    .output(clipListSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const list = await listClips(services.db, actor.userId, input)
      if (!list) throw new AppError('not_found', 'no_such_pair', 'There are no such clips.')
      return list
    }),

  seen: signedIn
    .route({
      method: 'POST',
      path: '/clip-partners/seen',
      tags,
      summary: 'Say that you have the clips you share with somebody in front of you',
    })
    .input(clipsSeenSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      if (!(await findClipPair(services.db, actor.userId, input)))
        throw new AppError('not_found', 'no_such_pair', 'There are no such clips.')
      await markClipsSeen(services, actor.userId, input)
      return fine
    }),

  get: signedIn
    .route({ method: 'GET', path: '/clips/{clipId}', tags, summary: 'A clip with everything on it' })
    .input(clipIdSchema)
    .output(clipSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const clip = await findClip(services.db, actor.userId, input.clipId)
      if (!clip) throw noSuchClip()
      return clip
    }),

  startUpload: signedIn
    .route({
      method: 'POST',
      path: '/clip-uploads',
      tags,
      summary: 'Begin to upload a clip; its bytes follow by the tus protocol',
      successStatus: 201,
    })
    .input(startUploadSchema)
    .output(z.object({ uploadId: z.uuid(), address: z.string() }))
    .handler(async ({ input, context: { services, actor } }) => {
      const begun = await startUpload(services, actor.userId, input)
      if (!begun.ok) {
        const code = begun.reason === 'too_large' ? 'too_large' : 'too_many'
        throw new AppError(code, begun.reason, clipRefusalTexts[begun.reason])
      }
      return { uploadId: begun.uploadId, address: `${clipUploadPath}/${begun.uploadId}` }
    }),

  finishUpload: signedIn
    .route({
      method: 'POST',
      path: '/clip-uploads/{uploadId}/clip',
      tags,
      summary: 'Make a clip of an upload that has arrived',
    })
    .input(uploadInput)
    .output(
      z.discriminatedUnion('ok', [
        z.object({ ok: z.literal(true), clipId: z.uuid() }),
        z.object({ ok: z.literal(false), reason: z.string(), message: z.string() }),
      ]),
    )
    .handler(async ({ input, context: { services, actor } }) => {
      const made = await finishUpload(services, actor.userId, input.uploadId)
      return made.ok ? made : { ...made, message: clipRefusalTexts[made.reason] }
    }),

  cancelUpload: signedIn
    .route({ method: 'DELETE', path: '/clip-uploads/{uploadId}', tags, summary: 'Take back an upload' })
    .input(uploadInput)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      if (!(await cancelUpload(services.db, actor.userId, input.uploadId))) throw noSuchUpload()
      return fine
    }),

  rename: signedIn
    .route({ method: 'PUT', path: '/clips/{clipId}', tags, summary: 'Give a clip another name' })
    .input(renameClipSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await renameClip(services, actor.userId, input)
      return fine
    }),

  setLesson: signedIn
    .route({
      method: 'PUT',
      path: '/clips/{clipId}/lesson',
      tags,
      summary: 'Put a clip on the card of a lesson of yours, or take it off',
    })
    .input(setLessonSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await setLesson(services, actor.userId, input)
      return fine
    }),

  modelSwings: coach
    .route({
      method: 'GET',
      path: '/coach/model-swings',
      tags,
      summary: 'The videos you compare swings of all your students with',
    })
    .output(z.array(modelSwingSchema))
    .handler(({ context: { services, actor } }) => listModelSwings(services.db, actor.userId)),

  setModelSwing: coach
    .route({
      method: 'PUT',
      path: '/coach/model-swings/{clipId}',
      tags,
      summary: 'Keep a video you added among your model swings, or take it out',
    })
    .input(setModelSwingSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await setModelSwing(services, actor.userId, input)
      return fine
    }),

  remove: signedIn
    .route({ method: 'DELETE', path: '/clips/{clipId}', tags, summary: 'Delete a clip and its files' })
    .input(clipIdSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await deleteClip(services, actor.userId, input.clipId)
      return fine
    }),

  saveDrawing: signedIn
    .route({
      method: 'PUT',
      path: '/clips/{clipId}/drawings/{drawingId}',
      tags,
      summary: 'Draw on a clip, or change what you drew',
    })
    .input(saveDrawingSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await saveDrawing(services, actor.userId, input)
      return fine
    }),

  removeDrawing: signedIn
    .route({
      method: 'DELETE',
      path: '/clips/{clipId}/drawings/{drawingId}',
      tags,
      summary: 'Take away what you drew',
    })
    .input(drawingIdSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await removeDrawing(services, actor.userId, input)
      return fine
    }),

  markPosition: signedIn
    .route({
      method: 'PUT',
      path: '/clips/{clipId}/positions/{position}',
      tags,
      summary: 'Mark when the swing is at one of its eight positions',
    })
    .input(markPositionSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await markPosition(services, actor.userId, input)
      return fine
    }),

  addComment: signedIn
    .route({
      method: 'PUT',
      path: '/clips/{clipId}/comments/{clipCommentId}',
      tags,
      summary: 'Say something about a clip, or a moment of it',
    })
    .input(addCommentSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await addComment(services, actor.userId, input)
      return fine
    }),

  removeComment: signedIn
    .route({
      method: 'DELETE',
      path: '/clips/{clipId}/comments/{clipCommentId}',
      tags,
      summary: 'Delete what you said',
    })
    .input(commentIdSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await removeClipComment(services, actor.userId, input)
      return fine
    }),

  // A student who has become a coach can still end it.
  setSharing: signedIn
    .route({
      method: 'PUT',
      path: '/me/clip-sharing/{instructorId}',
      tags,
      summary: 'Share your clips with a coach, or end it',
    })
    .meta({ forPersonAlone: true })
    .input(z.object({ instructorId: z.uuid(), share: z.boolean() }))
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      const pair = { instructorId: input.instructorId, studentId: actor.userId }
      if (!(await findClipPair(services.db, actor.userId, pair)))
        throw new AppError('not_found', 'no_such_pair', 'You have no clips with this coach.')
      await setSharing(services, pair, input.share)
      return fine
    }),
}
