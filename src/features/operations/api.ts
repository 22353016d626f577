import { admin } from '#ports/services.ts'
import { readOverview } from './queries.ts'
import { overviewSchema } from './schema.ts'

const tags = ['Back office']

export const operationsApi = {
  overview: admin
    .route({
      method: 'GET',
      path: '/admin/overview',
      tags,
      summary: 'Users, signups today, revenue, conversations and proposals; the newest registrations',
    })
    .output(overviewSchema)
    .handler(({ context: { services } }) => readOverview(services.db, services.clock.now())),
}
