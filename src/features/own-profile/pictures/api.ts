import { z } from 'zod'
import { coach } from '#ports/services.ts'
import {
  describePicture,
  describePortrait,
  orderPictures,
  removePicture,
  removePortrait,
} from './commands.ts'
import { readOwnGallery } from './queries.ts'
import {
  ownGallerySchema,
  pictureOrderSchema,
  pictureRemovalSchema,
  pictureWordsSchema,
  portraitAltSchema,
} from './schema.ts'

const tags = ['Own profile']
const done = z.object({ ok: z.literal(true) })

/** The API for a coach's gallery and portrait; files are uploaded to `/uploads/coach-pictures`. */
export const picturesApi = {
  gallery: coach
    .route({
      method: 'GET',
      path: '/coach/gallery',
      tags,
      summary: 'Your gallery in its order, and your portrait',
    })
    .output(ownGallerySchema)
    .handler(({ context: { services, actor } }) => readOwnGallery(services.db, actor.userId)),

  orderPictures: coach
    .route({
      method: 'PUT',
      path: '/coach/gallery/order',
      tags,
      summary: 'Put your pictures in another order; the first is the cover',
    })
    .input(pictureOrderSchema)
    .output(ownGallerySchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await orderPictures(services, actor.userId, input)
      return await readOwnGallery(services.db, actor.userId)
    }),

  describePicture: coach
    .route({ method: 'PUT', path: '/coach/gallery/words', tags, summary: 'Say what a picture shows' })
    .input(pictureWordsSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await describePicture(services, actor.userId, input)
      return { ok: true }
    }),

  removePicture: coach
    .route({
      method: 'POST',
      path: '/coach/gallery/removals',
      tags,
      summary: 'Remove a picture, its files and its address',
    })
    .input(pictureRemovalSchema)
    .output(ownGallerySchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await removePicture(services, actor.userId, input.url)
      return await readOwnGallery(services.db, actor.userId)
    }),

  describePortrait: coach
    .route({ method: 'PUT', path: '/coach/portrait/words', tags, summary: 'Say what your portrait shows' })
    .input(portraitAltSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await describePortrait(services, actor.userId, input.alt)
      return { ok: true }
    }),

  removePortrait: coach
    .route({ method: 'DELETE', path: '/coach/portrait', tags, summary: 'Remove your portrait and its files' })
    .output(done)
    .handler(async ({ context: { services, actor } }) => {
      await removePortrait(services, actor.userId)
      return { ok: true }
    }),
}
