import { coach } from '#ports/services.ts'
import { readDashboard } from './queries.ts'
import { dashboardSchema } from './schema.ts'

export const dashboardApi = {
  read: coach
    .route({
      method: 'GET',
      path: '/coach/dashboard',
      tags: ['Bookings'],
      summary: "The coach's figures and newest bookings",
    })
    .output(dashboardSchema)
    .handler(({ context }) =>
      readDashboard(context.services.db, context.actor.userId, context.services.clock.now()),
    ),
}
