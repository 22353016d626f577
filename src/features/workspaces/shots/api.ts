import { signedIn } from '#ports/services.ts'
import { findWorkspace } from '../access.ts'
import { doneSchema, pairSchema } from '../schema.ts'
import { addShots, previewShots, removeShots } from './commands.ts'
import { readSession, readShotTrends } from './queries.ts'
import {
  addShotsSchema,
  previewShotsSchema,
  removeShotsSchema,
  shotPreviewSchema,
  shotSessionInput,
  shotSessionSchema,
  shotsAddedSchema,
  shotTrendsSchema,
} from './schema.ts'

const tags = ['Workspaces']
const ofPair = '/workspaces/{instructorId}/{studentId}/shots' as const

/** Launch-monitor shots of a workspace. */
export const shotsApi = {
  shotTrends: signedIn
    .route({ method: 'GET', path: ofPair, tags, summary: 'Launch-monitor sessions, and trends club by club' })
    .input(pairSchema)
    .output(shotTrendsSchema)
    .handler(async ({ input, context: { services, actor } }) =>
      readShotTrends(services.db, await findWorkspace(services, actor, input), actor.userId),
    ),

  shotSession: signedIn
    .route({
      method: 'GET',
      path: `${ofPair}/{sessionId}`,
      tags,
      summary: 'The shots of one launch-monitor session',
    })
    .input(shotSessionInput)
    .output(shotSessionSchema)
    .handler(async ({ input, context: { services, actor } }) =>
      readSession(services.db, await findWorkspace(services, actor, input), input.sessionId),
    ),

  previewShots: signedIn
    .route({
      method: 'POST',
      path: `${ofPair}/preview`,
      tags,
      summary: 'What a launch-monitor file holds, before anything is kept',
    })
    .input(previewShotsSchema)
    .output(shotPreviewSchema)
    .handler(({ input, context: { services, actor } }) => previewShots(services, actor, input)),

  addShots: signedIn
    .route({
      method: 'POST',
      path: ofPair,
      tags,
      summary: 'Keep the shots of a launch-monitor file; the same file twice adds nothing',
      successStatus: 201,
    })
    .input(addShotsSchema)
    .output(shotsAddedSchema)
    .handler(({ input, context: { services, actor } }) => addShots(services, actor, input)),

  removeShots: signedIn
    .route({
      method: 'DELETE',
      path: '/shot-sessions/{sessionId}',
      tags,
      summary: 'Remove a launch-monitor session you added',
    })
    .input(removeShotsSchema)
    .output(doneSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await removeShots(services, actor, input.sessionId)
      return { ok: true }
    }),
}
