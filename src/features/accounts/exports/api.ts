import { z } from 'zod'
import { toIso } from '#platform/time.ts'
import { signedIn } from '#ports/services.ts'

const EXPORTS_PER_PERSON = { points: 10, seconds: 60 * 60 }

export const exportsApi = {
  exportData: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'GET',
      path: '/me/export',
      tags: ['Accounts'],
      summary: 'Everything we keep about you, as a JSON file',
    })
    .output(z.file())
    .handler(async ({ context: { services, actor } }) => {
      await services.rateLimits.count('export', actor.userId, EXPORTS_PER_PERSON)
      const exportedAt = toIso(services.clock.now())
      const data = { exported_at: exportedAt, ...(await services.ownData.export(services.db, actor.userId)) }
      return new File([JSON.stringify(data, null, 2)], `greenside-data-${exportedAt.slice(0, 10)}.json`, {
        type: 'application/json; charset=utf-8',
      })
    }),
}
