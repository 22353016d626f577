import type { LetterTemplate } from '#platform/letter-template.ts'
import type { SiteSettings } from '#platform/site-settings.ts'
import { underDomain } from './stored-copy.ts'

/** The variable values for emails and their previews. Pure. */

/** The values that every letter and text can use. */
export const houseVariables = ({
  siteName,
  appUrl,
  smsCtaUrl,
  supportEmail,
}: Omit<SiteSettings, 'sender'>) => ({
  site_name: siteName,
  app_url: appUrl,
  support_email: supportEmail,
  sms_cta_url: smsCtaUrl,
})

/** The input for filling in an email. */
interface Filling {
  /** Undefined for a template of an earlier version of the product. */
  letter: Pick<LetterTemplate, 'readerName'> | undefined
  variables: Readonly<Record<string, string>>
  /** Whether the recipient has confirmed the address. */
  isConfirmed: boolean
  site: SiteSettings
  /** The base URL of this installation, with which the links were made. */
  ownUrl: string
}

/**
 * All variable values of an email. Used for sending and previewing, so that a preview shows what is sent.
 * Because anyone can enter a name and another person's address, the name is only used once the address is
 * confirmed.
 */
export function letterValues({
  letter,
  variables,
  isConfirmed,
  site,
  ownUrl,
}: Filling): Record<string, string> {
  return {
    ...houseVariables(site),
    ...underDomain(variables, ownUrl, site.appUrl),
    ...(isConfirmed ? {} : withoutName(letter)),
  }
}

const withoutName = (letter: Filling['letter']): Record<string, string> => {
  if (!letter) return { full_name: 'there', name: 'there' }
  return letter.readerName ? { [letter.readerName]: 'there' } : {}
}
