import { z } from 'zod'
import { admin, open } from '#ports/services.ts'
import { announceTerms, previewTerms, readTermsDesk } from './commands.ts'
import { findTerms } from './queries.ts'
import {
  announceTermsSchema,
  termsDeskSchema,
  termsInput,
  termsPreviewSchema,
  termsSchema,
} from './schema.ts'

const tags = ['Content']

export const termsApi = {
  terms: open
    .route({
      method: 'GET',
      path: '/terms',
      tags,
      summary: 'The terms of service that hold now, or a version of them, and those that were announced',
    })
    .input(termsInput)
    .output(termsSchema)
    .handler(({ input, context: { services } }) => findTerms(services.db, services.env, input.version)),

  termsDesk: admin
    .route({
      method: 'GET',
      path: '/admin/terms',
      tags: ['Back office'],
      summary: 'All versions of the terms, and from when new ones can hold',
    })
    .output(termsDeskSchema)
    .handler(({ context: { services } }) => readTermsDesk(services)),

  previewTerms: admin
    .meta({ changesNothing: true })
    .route({
      method: 'POST',
      path: '/admin/terms-previews',
      tags: ['Back office'],
      summary: 'Check new terms; the email that announces them, and to how many people it goes',
    })
    .input(announceTermsSchema)
    .output(termsPreviewSchema)
    .handler(({ input, context: { services } }) => previewTerms(services, input)),

  announceTerms: admin
    .route({
      method: 'POST',
      path: '/admin/terms',
      tags: ['Back office'],
      summary: 'Announce new terms: everybody with an account gets a letter',
      successStatus: 201,
    })
    .input(announceTermsSchema)
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context: { services, audit } }) => {
      await announceTerms(services, { audit }, input)
      return { ok: true as const }
    }),
}
