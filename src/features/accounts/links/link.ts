import { HOUR, MINUTE } from '#platform/duration.ts'

/** Emailed links. They are single-use and take effect only when a button on their page is pressed. Pure. */

export const linkPurposes = ['password-reset', 'magic-link', 'email-verification', 'email-change'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

interface LinkRules {
  /** The validity in milliseconds from creation. */
  lifetime: number
  page: string
  /**
   * Using the link also requires the account's session or password: it connects a mailbox to an account, and
   * these may belong to different people.
   */
  needsHolder: boolean
}

export const linkRules: Readonly<Record<LinkPurpose, LinkRules>> = {
  'password-reset': {
    lifetime: HOUR,
    page: '/reset-password',
    needsHolder: false,
  },
  'magic-link': {
    lifetime: 15 * MINUTE,
    page: '/magic-link-login',
    needsHolder: false,
  },
  'email-verification': {
    lifetime: 7 * 24 * HOUR,
    page: '/verify-email',
    needsHolder: true,
  },
  'email-change': {
    lifetime: 24 * HOUR,
    page: '/confirm-email',
    needsHolder: true,
  },
}

/** For a sign-in link in an email to an invited student's account that has never been used. */
export const INVITATION_LIFETIME = 14 * 24 * HOUR

/** For a sign-in link in other emails to an account without a password. */
export const LETTER_LIFETIME = 24 * HOUR

/** The maximum number of emails of one purpose per person and hour. Earlier links remain valid. */
export const LINKS_AN_HOUR = 5

export type LinkState = 'good' | 'used' | 'expired' | 'unknown'

/** @param now milliseconds UTC */
export function stateOfLink(
  link: { usedAt: number | null; expiresAt: number } | null,
  now: number,
): LinkState {
  if (!link) return 'unknown'
  if (link.usedAt !== null) return 'used'
  return link.expiresAt > now ? 'good' : 'expired'
}

/** `s•••@example.com`: enough for owners to recognize their address without revealing it to others. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${email.slice(0, 1)}•••${email.slice(at)}`
}
