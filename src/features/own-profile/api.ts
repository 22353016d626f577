import { z } from 'zod'
import { coach } from '#ports/services.ts'
import { createProfile, saveProfile } from './commands.ts'
import { picturesApi } from './pictures/api.ts'
import { addPlace, changePlace, makePrimary, ownPlace, removePlace } from './places.ts'
import { readOwnProfile, readPlaces, readPlaceUse } from './queries.ts'
import { requestsApi } from './requests/api.ts'
import {
  addPlaceSchema,
  changePlaceSchema,
  ownProfileSchema,
  placeUseSchema,
  removedPlaceSchema,
  removePlaceSchema,
  savedPlaceSchema,
  savedProfileSchema,
  saveProfileSchema,
} from './schema.ts'

const tags = ['Own profile']
const placeInput = z.object({ placeId: z.uuid() })

/** The API for a coach's own profile and teaching places. */
export const ownProfileApi = {
  profile: coach
    .route({ method: 'GET', path: '/coach/profile', tags, summary: 'Your profile, for editing' })
    .output(ownProfileSchema)
    .handler(({ context: { services, actor } }) =>
      readOwnProfile(services.db, actor.userId, services.clock.now()),
    ),

  create: coach
    .route({
      method: 'POST',
      path: '/coach/profile',
      tags,
      summary: 'Begin a profile, hidden until you show it',
      successStatus: 201,
    })
    .output(ownProfileSchema)
    .handler(async ({ context: { services, actor } }) => {
      await createProfile(services, actor)
      return await readOwnProfile(services.db, actor.userId, services.clock.now())
    }),

  save: coach
    .route({
      method: 'PUT',
      path: '/coach/profile',
      tags,
      summary: 'Change your profile; booked and held lessons keep their price',
    })
    .input(saveProfileSchema)
    .output(savedProfileSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const saved = await saveProfile(services, actor.userId, input.basedOn, input.words)
      if (!saved.ok) return saved
      return { ok: true, profile: await readOwnProfile(services.db, actor.userId, services.clock.now()) }
    }),

  addPlace: coach
    .route({ method: 'POST', path: '/coach/places', tags, summary: 'Add a place where you teach' })
    .input(addPlaceSchema)
    .output(savedPlaceSchema)
    .handler(({ input, context: { services, actor } }) => addPlace(services, actor.userId, input)),

  changePlace: coach
    .route({
      method: 'PUT',
      path: '/coach/places/{placeId}',
      tags,
      summary: 'Change a place; lessons booked there keep the address they were booked with',
    })
    .input(changePlaceSchema)
    .output(savedPlaceSchema)
    .handler(({ input, context: { services, actor } }) => changePlace(services, actor.userId, input)),

  makePrimary: coach
    .route({
      method: 'PUT',
      path: '/coach/places/{placeId}/primary',
      tags,
      summary: 'Make a place the one most lessons are at',
    })
    .input(placeInput)
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      await makePrimary(services, actor.userId, input.placeId)
      return { ok: true }
    }),

  placeUse: coach
    .route({
      method: 'GET',
      path: '/coach/places/{placeId}/use',
      tags,
      summary: 'The lessons booked and clinics published at a place, and the hours that hold there alone',
    })
    .input(placeInput)
    .output(placeUseSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const now = services.clock.now()
      ownPlace(await readPlaces(services.db, actor.userId, now), input.placeId)
      return await readPlaceUse(services.db, actor.userId, input.placeId, now)
    }),

  removePlace: coach
    .route({
      method: 'POST',
      path: '/coach/places/{placeId}/removal',
      tags,
      summary: 'Remove a place; lessons and clinics there are named first and stay',
    })
    .input(removePlaceSchema)
    .output(removedPlaceSchema)
    .handler(({ input, context: { services, actor } }) => removePlace(services, actor.userId, input)),

  ...picturesApi,
  ...requestsApi,
}
