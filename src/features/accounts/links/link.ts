/** Links that we mail to people. What they do, they do once, and only when a button on their page is pressed. Pure. */

export const linkPurposes = ['password-reset', 'magic-link', 'email-verification', 'email-change'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface LinkRules {
  /** Milliseconds from its making in which it works. */
  lifetime: number
  page: string
  /**
   * Using it takes the account's session or password as well: it ties a mailbox to an account, and who reads the one may not
   * be who holds the other.
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

/** For a sign-in link in a letter to an account that was made for an invited student and never used. */
export const INVITATION_LIFETIME = 14 * 24 * HOUR

/** For a sign-in link in another letter to an account without a password. */
export const LETTER_LIFETIME = 24 * HOUR

/** More letters of one kind to one person within an hour are not sent: the ones before still work. */
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

/** `s•••@example.com`: enough to recognise one's own address, too little to learn somebody else's. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${email.slice(0, 1)}•••${email.slice(at)}`
}
