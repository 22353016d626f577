import { open } from '#ports/services.ts'
import { searchCoaches } from './queries.ts'
import { searchResultSchema, searchSchema } from './schema.ts'

export const searchApi = {
  coaches: open
    .route({
      method: 'GET',
      path: '/coaches',
      tags: ['Search'],
      summary: 'Coaches within 50 miles of a ZIP code, 24 a page',
      description:
        'An unknown ZIP code is answered with an empty result. Without a ZIP all coaches are listed.',
    })
    .input(searchSchema)
    .output(searchResultSchema)
    .handler(({ input, context }) =>
      searchCoaches(context.services.db, input, context.actor?.role === 'admin'),
    ),
}
