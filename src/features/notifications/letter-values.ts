import type { LetterTemplate } from '#platform/letter-template.ts'
import type { SiteSettings } from '#platform/site-settings.ts'
import { underDomain } from './kept-copy.ts'

/** The values that letters and their previews are filled in with. Pure. */

/** The values that every letter and text can use. */
export const houseVariables = ({ appUrl, smsCtaUrl, supportEmail }: Omit<SiteSettings, 'sender'>) => ({
  app_url: appUrl,
  support_email: supportEmail,
  sms_cta_url: smsCtaUrl,
})

/** What is known when a letter is filled in. */
interface Filling {
  /** Undefined for a letter of an earlier version of the product. */
  letter: Pick<LetterTemplate, 'readerName'> | undefined
  variables: Readonly<Record<string, string>>
  /** Whether its reader has confirmed the address it goes to. */
  isConfirmed: boolean
  site: SiteSettings
  /** The address of this installation, which the links were made with. */
  ownUrl: string
}

/**
 * Every value of an email. Sending and previewing both call this, so that a preview shows what is sent. Anyone can type an
 * address and a name that belong to somebody else, so the name is only used once the address is confirmed.
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
