import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { open } from '#ports/services.ts'
import { findCityPage, listCities } from './cities/queries.ts'
import { findHelp, listHelp, matchHelp } from './help-documents.ts'
import { findDocument, findPost, listPosts } from './posts/queries.ts'
import {
  cityLinksSchema,
  cityPageSchema,
  documentSchema,
  helpDocumentSchema,
  helpSearchInput,
  helpSummarySchema,
  postSchema,
  postSummarySchema,
  slugInput,
} from './schema.ts'
import { termsApi } from './terms/api.ts'

const tags = ['Content']

export const contentApi = {
  posts: open
    .route({ method: 'GET', path: '/posts', tags, summary: 'All articles, newest first, without their text' })
    .output(z.array(postSummarySchema))
    .handler(() => listPosts()),

  post: open
    .route({ method: 'GET', path: '/posts/{slug}', tags, summary: 'An article and what to read next' })
    .input(slugInput)
    .output(postSchema)
    .handler(({ input }) => {
      const post = findPost(input.slug)
      if (!post) throw new AppError('not_found', 'no_such_post', 'There is no such article.')
      return post
    }),

  ...termsApi,

  document: open
    .route({
      method: 'GET',
      path: '/documents/{slug}',
      tags,
      summary: 'A document such as the privacy policy',
    })
    .input(slugInput)
    .output(documentSchema)
    .handler(({ input, context }) => {
      // Published terms are versioned and served from /terms.
      const document = input.slug === 'terms' ? null : findDocument(input.slug, context.services.env)
      if (!document) throw new AppError('not_found', 'no_such_document', 'There is no such document.')
      return document
    }),

  help: open
    .route({
      method: 'GET',
      path: '/help',
      tags,
      summary: 'Help documents: all of them, or those that answer a question, best first',
    })
    .input(helpSearchInput)
    .output(z.array(helpSummarySchema))
    .handler(({ input: { q } }) => (q?.trim() ? matchHelp(q) : listHelp())),

  helpDocument: open
    .route({ method: 'GET', path: '/help/{slug}', tags, summary: 'A help document' })
    .input(slugInput)
    .output(helpDocumentSchema)
    .handler(({ input }) => {
      const document = findHelp(input.slug)
      if (!document) throw new AppError('not_found', 'no_such_document', 'There is no such document.')
      return document
    }),

  cities: open
    .meta({ mayLag: true })
    .route({
      method: 'GET',
      path: '/cities',
      tags,
      summary: 'Cities with enough coaches for a page, most coaches first',
    })
    .output(cityLinksSchema)
    .handler(({ context }) => listCities(context.services.db, context.services.clock)),

  city: open
    .meta({ mayLag: true })
    .route({
      method: 'GET',
      path: '/cities/{slug}',
      tags,
      summary: 'Figures, places and questions of the coaches within 50 miles of a city',
      description:
        'At most five minutes old. `slug` in the answer is the city’s one address; the input may be a longer or shorter form.',
    })
    .input(slugInput)
    .output(cityPageSchema)
    .handler(async ({ input, context }) => {
      const page = await findCityPage(context.services.db, context.services.clock, input.slug)
      if (!page) throw new AppError('not_found', 'no_such_city', 'We know no city of that name.')
      return page
    }),
}
