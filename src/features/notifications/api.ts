import { z } from 'zod'
import { signedIn } from '#ports/services.ts'
import { markNotificationsRead } from './commands.ts'
import { NOTIFICATIONS_PER_PAGE } from './notification.ts'
import { preferencesApi } from './preferences/api.ts'
import { countNotifications, countUnreadNotifications, listNotifications } from './queries.ts'
import { notificationListSchema, unreadSchema } from './schema.ts'
import { unsubscribesApi } from './unsubscribe-api.ts'

const tags = ['Notifications']
const IN_THE_BELL = 6

export const notificationsApi = {
  ...preferencesApi,
  ...unsubscribesApi,

  unread: signedIn
    .route({
      method: 'GET',
      path: '/notifications/unread',
      tags,
      summary: 'How many are unread, and the newest',
    })
    .output(unreadSchema)
    .handler(async ({ context: { actor, services } }) => {
      const [unread, newest] = await Promise.all([
        countUnreadNotifications(services.db, actor.userId),
        listNotifications(services, actor.userId, { limit: IN_THE_BELL, offset: 0 }),
      ])
      return { unread, newest }
    }),

  list: signedIn
    .route({ method: 'GET', path: '/notifications', tags, summary: 'What you were told, newest first' })
    .input(z.object({ page: z.coerce.number().int().min(1).max(500).default(1) }))
    .output(notificationListSchema)
    .handler(async ({ input, context: { actor, services } }) => {
      const page = { limit: NOTIFICATIONS_PER_PAGE, offset: (input.page - 1) * NOTIFICATIONS_PER_PAGE }
      const [items, counts] = await Promise.all([
        listNotifications(services, actor.userId, page),
        countNotifications(services.db, actor.userId),
      ])
      return { items, ...counts }
    }),

  markRead: signedIn
    .route({ method: 'POST', path: '/notifications/read', tags, summary: 'Mark some, or all, as read' })
    .input(
      z.union([z.object({ ids: z.array(z.uuid()).min(1).max(100) }), z.object({ all: z.literal(true) })]),
    )
    .output(z.object({ unread: z.int() }))
    .handler(async ({ input, context: { actor, services } }) => {
      await markNotificationsRead(services, actor.userId, 'all' in input ? 'all' : input)
      return { unread: await countUnreadNotifications(services.db, actor.userId) }
    }),
}
