import { AppError } from '#platform/errors.ts'

/** A contact in the marketing tool. */
export interface CrmProfile {
  /** Identifies the profile; case-insensitive. */
  email: string
  fullName: string
  city: string | null
  role: 'coach' | 'student'
  /** When the account was created, milliseconds since 1970, UTC. */
  since: number
}

/** The operations that we need from a marketing tool. */
export interface CrmPort {
  readonly name: 'local' | 'klaviyo'
  /**
   * Creates or updates the profiles of these addresses, at most {@link CRM_BATCH}. It does not change
   * consent: an unsubscribed address stays unsubscribed.
   * @returns how many were accepted, and how many the tool rejected
   * @throws CrmUnavailable when the outcome is unknown or nothing was done
   */
  upsert(profiles: readonly CrmProfile[]): Promise<{ synced: number; failed: number }>
  /**
   * Unsubscribes an address from newsletters, ignoring case, whether the tool knows it or not. A later {@link
   * upsert} does not change that, and repeating it has no effect. Invalid addresses are ignored.
   * @throws CrmUnavailable when the tool did not accept it
   */
  unsubscribe(email: string): Promise<void>
}

/** The maximum number of profiles per call. */
export const CRM_BATCH = 500

/** The tool could not be reached, is overloaded, or rejects our key. */
export class CrmUnavailable extends AppError {
  constructor(cause?: unknown) {
    super('unavailable', 'crm_unavailable', 'The marketing tool can’t be reached right now.', { cause })
    this.name = 'CrmUnavailable'
  }
}

export const isAddress = (email: string) => email.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)

/**
 * Returns one profile per lowercased address, the last one given; counts profiles with an invalid address as
 * `bad`.
 */
export function sortProfiles(profiles: readonly CrmProfile[]): { good: CrmProfile[]; bad: number } {
  if (profiles.length > CRM_BATCH) throw new Error(`more than ${CRM_BATCH} profiles`)
  const known = profiles.filter(({ email }) => isAddress(email))
  const byEmail = new Map(known.map((one) => [one.email.toLowerCase(), one]))
  return {
    good: [...byEmail].map(([email, one]) => ({ ...one, email })),
    bad: profiles.length - known.length,
  }
}

/** The profile fields that both adapters store. */
export function profileFields({ email, fullName, city, role, since }: CrmProfile) {
  const [firstName = '', ...rest] = fullName.trim().split(/\s+/)
  return {
    email,
    firstName,
    lastName: rest.join(' '),
    ...(city ? { location: { city } } : {}),
    properties: { greenside_role: role, greenside_since: new Date(since).toISOString() },
  }
}
