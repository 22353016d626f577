import { z } from 'zod'
import { signedIn } from '#ports/services.ts'
import { closeFeed, rotateFeed } from './commands.ts'
import { findFeed } from './queries.ts'

const tags = ['Calendar']

export const calendarFeedApi = {
  calendarFeed: signedIn
    .meta({ aboutOneself: true })
    .route({
      method: 'GET',
      path: '/calendar-feed',
      tags,
      summary: 'Whether you have a private calendar address',
    })
    .output(z.object({ createdAt: z.iso.datetime().nullable() }))
    .handler(async ({ context: { actor, services } }) => ({
      createdAt: (await findFeed(services.db, actor.userId))?.createdAt ?? null,
    })),

  rotateCalendarFeed: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/calendar-feed',
      tags,
      summary: 'A new private calendar address; the old one stops working',
      successStatus: 201,
    })
    .output(z.object({ url: z.url() }))
    .handler(({ context: { actor, services } }) => rotateFeed(services, actor)),

  closeCalendarFeed: signedIn
    .meta({ forPersonAlone: true })
    .route({ method: 'DELETE', path: '/calendar-feed', tags, summary: 'Close your private calendar address' })
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ context: { actor, services } }) => {
      await closeFeed(services, actor)
      return { ok: true as const }
    }),
}
