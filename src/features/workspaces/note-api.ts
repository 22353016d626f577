import { signedIn } from '#ports/services.ts'
import {
  changeNote,
  removeComment,
  removeNote,
  restoreComment,
  restoreNote,
  writeComment,
  writeNote,
} from './note-commands.ts'
import {
  changeNoteSchema,
  doneSchema,
  madeSchema,
  removeCommentSchema,
  removeNoteSchema,
  versionSchema,
  writeCommentSchema,
  writeNoteSchema,
} from './schema.ts'

const tags = ['Workspaces']
const done = { ok: true } as const
const ofPair = '/workspaces/{instructorId}/{studentId}' as const

/** The API for notes and comments in a workspace. */
export const notesApi = {
  writeNote: signedIn
    .route({
      method: 'POST',
      path: `${ofPair}/notes`,
      tags,
      summary: 'Write a note, for both or for yourself',
      successStatus: 201,
    })
    .input(writeNoteSchema)
    .output(madeSchema)
    .handler(async ({ input, context: { services, actor } }) => ({
      id: await writeNote(services, actor, input),
    })),

  changeNote: signedIn
    .route({
      method: 'PUT',
      path: '/workspace-notes/{noteId}',
      tags,
      summary: 'Rewrite or share a note of yours',
    })
    .input(changeNoteSchema)
    .output(versionSchema)
    .handler(async ({ input, context: { services, actor } }) => ({
      version: await changeNote(services, actor, input),
    })),

  removeNote: signedIn
    .route({ method: 'DELETE', path: '/workspace-notes/{noteId}', tags, summary: 'Remove a note of yours' })
    .input(removeNoteSchema)
    .output(doneSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await removeNote(services, actor, input.noteId)
      return done
    }),

  restoreNote: signedIn
    .route({
      method: 'POST',
      path: '/workspace-notes/{noteId}/restoration',
      tags,
      summary: 'Restore a note that you removed',
    })
    .input(removeNoteSchema)
    .output(doneSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await restoreNote(services, actor, input.noteId)
      return done
    }),

  writeComment: signedIn
    .route({
      method: 'POST',
      path: `${ofPair}/comments`,
      tags,
      summary: 'Comment on a lesson, a goal, a drill or a note',
      successStatus: 201,
    })
    .input(writeCommentSchema)
    .output(madeSchema)
    .handler(async ({ input, context: { services, actor } }) => ({
      id: await writeComment(services, actor, input),
    })),

  removeComment: signedIn
    .route({
      method: 'DELETE',
      path: '/workspace-comments/{commentId}',
      tags,
      summary: 'Remove a comment of yours',
    })
    .input(removeCommentSchema)
    .output(doneSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await removeComment(services, actor, input.commentId)
      return done
    }),

  restoreComment: signedIn
    .route({
      method: 'POST',
      path: '/workspace-comments/{commentId}/restoration',
      tags,
      summary: 'Restore a comment that you removed',
    })
    .input(removeCommentSchema)
    .output(doneSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await restoreComment(services, actor, input.commentId)
      return done
    }),
}
