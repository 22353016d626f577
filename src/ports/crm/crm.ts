import { AppError } from '#platform/errors.ts'

/** Somebody as the marketing tool knows them. */
export interface CrmProfile {
  /** Names the profile: the same address, in any case, is the same profile. */
  email: string
  fullName: string
  city: string | null
  role: 'coach' | 'student'
  /** When the account was made, milliseconds since 1970, UTC. */
  since: number
}

/** What we need from a marketing tool. */
export interface CrmPort {
  readonly name: 'local' | 'klaviyo'
  /**
   * Makes or changes the profiles of these addresses, at most {@link CRM_BATCH}. It says nothing about what somebody agreed to:
   * an address that said no to the tool stays unsubscribed there.
   * @returns how many are in, and how many the tool turned down
   * @throws CrmUnavailable when it can't be known, or nothing was done
   */
  upsert(profiles: readonly CrmProfile[]): Promise<{ synced: number; failed: number }>
  /**
   * Ends newsletters to an address, in any case, whether the tool knows it or not. A later {@link upsert} leaves it so, and a
   * second time changes nothing. What can be no address is left out.
   * @throws CrmUnavailable when the tool did not take it
   */
  unsubscribe(email: string): Promise<void>
}

/** How many profiles one call takes. */
export const CRM_BATCH = 500

/** The tool could not be reached, is busy, or rejects our key. */
export class CrmUnavailable extends AppError {
  constructor(cause?: unknown) {
    super('unavailable', 'crm_unavailable', 'The marketing tool can’t be reached right now.', { cause })
    this.name = 'CrmUnavailable'
  }
}

export const isAddress = (email: string) => email.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)

/** One profile an address, the last one given, in small letters; those without an address that can be one apart. */
export function sortProfiles(profiles: readonly CrmProfile[]): { good: CrmProfile[]; bad: number } {
  if (profiles.length > CRM_BATCH) throw new Error(`more than ${CRM_BATCH} profiles`)
  const known = profiles.filter(({ email }) => isAddress(email))
  const byEmail = new Map(known.map((one) => [one.email.toLowerCase(), one]))
  return {
    good: [...byEmail].map(([email, one]) => ({ ...one, email })),
    bad: profiles.length - known.length,
  }
}

/** What is told about somebody, as both adapters keep it. */
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
