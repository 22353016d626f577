import type { Services } from '#ports/services.ts'
import type { Letter } from './letter.ts'
import { letterValues } from './letter-values.ts'
import { type RenderedEmail, renderEmail } from './render-email.ts'
import { readEmailWords } from './words.ts'

/**
 * Renders an email that cannot be turned off as it would be sent to a confirmed address, with the current
 * wording.
 * @returns null if the template has no email
 */
export async function previewLetter(
  services: Pick<Services, 'db' | 'log' | 'letters' | 'siteSettings' | 'env'>,
  { template, variables }: Letter,
): Promise<RenderedEmail | null> {
  const words = await readEmailWords(services, template.key)
  if (!words) return null
  const site = await services.siteSettings.read()
  const values = letterValues({
    letter: template,
    variables,
    isConfirmed: true,
    site,
    ownUrl: services.env.appUrl,
  })
  return renderEmail({ subject: words.subject, htmlContent: words.html }, values, null)
}
