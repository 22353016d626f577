import { z } from 'zod'
import { admin } from '#ports/services.ts'
import { restoreTemplate, saveTemplate, sendTestEmail, setAppUrl, setSmsCtaUrl } from './commands.ts'
import { listTemplates, previewTemplate, readSiteSettings, readTemplate } from './queries.ts'
import {
  appUrlInput,
  channelSchema,
  previewInput,
  previewSchema,
  restoreInput,
  saveInput,
  saveOutcome,
  siteSettingsSchema,
  smsCtaUrlInput,
  templateRef,
  templateSchema,
  templateSummarySchema,
  testInput,
} from './schema.ts'

const tags = ['Admin']
const done = z.object({ ok: z.literal(true) })
const ok = { ok: true } as const

export const templatesApi = {
  list: admin
    .route({ method: 'GET', path: '/admin/templates/{channel}', tags, summary: 'Emails or texts by name' })
    .input(z.object({ channel: channelSchema }))
    .output(z.array(templateSummarySchema))
    .handler(({ input, context: { services } }) => listTemplates(services, input.channel)),

  find: admin
    .route({
      method: 'GET',
      path: '/admin/templates/{channel}/{templateKey}',
      tags,
      summary: 'A template with its variables, samples and versions',
    })
    .input(templateRef)
    .output(templateSchema)
    .handler(({ input, context: { services } }) => readTemplate(services, input)),

  preview: admin
    .meta({ changesNothing: true })
    .route({
      method: 'POST',
      path: '/admin/template-previews',
      tags,
      summary: 'Words filled in as they would go out',
    })
    .input(previewInput)
    .output(previewSchema)
    .handler(({ input: { data, leaveOut, ...rest }, context: { services } }) =>
      previewTemplate(services, rest, rest, { data, leaveOut }),
    ),

  save: admin
    .route({
      method: 'PUT',
      path: '/admin/templates/{channel}/{templateKey}',
      tags,
      summary: 'Save new words; they go out from now on',
    })
    .input(saveInput)
    .output(saveOutcome)
    .handler(({ input, context: { services, actor, audit } }) =>
      saveTemplate(services, actor, input, (tx, change) => audit.record(tx, change)),
    ),

  restore: admin
    .route({
      method: 'POST',
      path: '/admin/templates/{channel}/{templateKey}/restorations',
      tags,
      summary: 'Bring an earlier version, or the words of the product, back',
    })
    .input(restoreInput)
    .output(done)
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await restoreTemplate(services, actor, input, (tx, change) => audit.record(tx, change))
      return ok
    }),

  test: admin
    .route({
      method: 'POST',
      path: '/functions/test-email-template',
      tags: ['Functions'],
      summary: 'Send one email of a template with made-up values',
    })
    .input(testInput)
    .output(z.object({ success: z.literal(true) }))
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await sendTestEmail(services, { actor, audit }, input)
      return { success: true } as const
    }),

  settings: admin
    .route({
      method: 'GET',
      path: '/admin/site-settings',
      tags,
      summary: 'The addresses that appear in emails and texts',
    })
    .output(siteSettingsSchema)
    .handler(({ context: { services } }) => readSiteSettings(services)),

  setAppUrl: admin
    .route({
      method: 'PUT',
      path: '/admin/site-settings/app-url',
      tags,
      summary: 'Change the address that links in letters begin with; it must lead to this site',
    })
    .input(appUrlInput)
    .output(z.object({ appUrl: z.string() }))
    .handler(async ({ input, context: { services, actor, audit } }) => ({
      appUrl: await setAppUrl(services, actor, input.appUrl, (tx, change) => audit.record(tx, change)),
    })),

  setSmsCtaUrl: admin
    .route({
      method: 'PUT',
      path: '/admin/site-settings/sms-cta-url',
      tags,
      summary: 'The address that texts lead to',
    })
    .input(smsCtaUrlInput)
    .output(z.object({ smsCtaUrl: z.string() }))
    .handler(async ({ input, context: { services, audit } }) => ({
      smsCtaUrl: await setSmsCtaUrl(services, input.smsCtaUrl, (tx, change) => audit.record(tx, change)),
    })),
}
