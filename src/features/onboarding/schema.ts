import { z } from 'zod'
import { meSchema, nameField, reachable, webAddress } from '#features/accounts/schema.ts'
import { facilityChoices } from '#features/coaches/facility-types.ts'
import { isZip } from '#features/search/search.ts'
import { writtenLine, writtenText } from '#platform/written-text.ts'
import { clockTimes, durationOptions, faultOfHours, specialtyOptions } from './onboarding.ts'
import { type Step, steps } from './steps.ts'

const short = (most: number, name: string) =>
  writtenLine().trim().max(most, `${name} must be less than ${most} characters`)

export const youSchema = z.object({
  displayName: nameField,
  bio: writtenText()
    .trim()
    .max(4000, 'About you must be less than 4000 characters')
    .min(1, 'Tell students a little about yourself')
    .min(40, 'A sentence or two more: at least 40 characters'),
  /** Optional; students can filter by it. */
  gender: z.enum(['', 'female', 'male']),
  years: z
    .string()
    .trim()
    .regex(/^\d{0,2}$/, 'Years must be a number up to 80')
    .refine((years) => Number(years) <= 80, 'Years must be a number up to 80'),
})

export const firstPlaceSchema = z.object({
  locationName: short(120, 'Name of the place')
    .min(1, 'Name of the place is required')
    .refine(
      (name) => !reachable.test(name),
      'The name of a place cannot have a web address or a phone number in it',
    ),
  address: short(200, 'Address').refine(
    (address) => !webAddress.test(address),
    'Enter the street address, not a web address',
  ),
  zip: z.string().trim().min(1, 'ZIP code is required').refine(isZip, 'ZIP code must have 5 digits'),
  facilityTypes: z.array(z.enum(facilityChoices.map(({ value }) => value))).max(7),
})

export const teachingSchema = z.object({
  specialties: z.array(z.enum(specialtyOptions)).min(1, 'Choose at least one thing you teach'),
  /** Dollars, as entered. */
  hourlyRate: z
    .string()
    .trim()
    .min(1, 'Price is required')
    .regex(/^\d{1,5}(\.\d{1,2})?$/, 'Price must be dollars, such as 85 or 92.50')
    .refine(
      (price) => Number(price) >= 10 && Number(price) <= 1000,
      'Price must be between $10 and $1,000 an hour',
    ),
  durations: z.array(z.literal(durationOptions)).min(1, 'Choose at least one length'),
  launchMonitor: short(80, 'Launch monitor'),
  credential: short(120, 'Certification'),
})

const dayHoursSchema = z.object({
  day: z.int().min(0).max(6),
  from: z.enum(clockTimes),
  to: z.enum(clockTimes),
})

export const hoursSchema = z.object({ hours: z.array(dayHoursSchema).max(28) })

/** The fields required before a coach can be booked. */
export const coachToBeSchema = z
  .object({ ...youSchema.shape, ...firstPlaceSchema.shape, ...teachingSchema.shape, ...hoursSchema.shape })
  .superRefine(({ hours, durations }, context) => {
    const fault = faultOfHours(hours, shortestOf(durations))
    if (fault) context.addIssue({ code: 'custom', path: ['hours'], message: fault })
  })
export type CoachToBe = z.output<typeof coachToBeSchema>

/** Returns the step that contains a field. */
export function stepOfField(field: string): Exclude<Step, 'preview'> {
  if (field in youSchema.shape) return 'you'
  if (field in firstPlaceSchema.shape) return 'place'
  return field in teachingSchema.shape ? 'teaching' : 'hours'
}

/** Lists what is missing or invalid before the coach can go live, the first error of each field. */
export function draftIssues(
  draft: FullDraft,
): { step: Exclude<Step, 'preview'>; path: string; message: string }[] {
  const found = new Map<string, string>()
  const issues = coachToBeSchema.safeParse(draft).error?.issues ?? []
  for (const { path, message } of issues) {
    const field = String(path[0] ?? '')
    if (!found.has(field)) found.set(field, message)
  }
  // Hours are checked even while other fields are invalid; zod would run this refinement last.
  const fault = faultOfHours(draft.hours, shortestOf(draft.durations))
  if (fault) found.set('hours', fault)
  return [...found].map(([path, message]) => ({ step: stepOfField(path), path, message }))
}

/** Returns the errors of one step by field. */
export function faultsOfStep(step: Exclude<Step, 'preview'>, draft: FullDraft): Record<string, string> {
  return Object.fromEntries(
    draftIssues(draft)
      .filter((issue) => issue.step === step)
      .map(({ path, message }) => [path, message]),
  )
}

/** The first incomplete step, where a returning user continues. */
export const firstOpenStep = (draft: FullDraft): Step =>
  steps.find((step) => draftIssues(draft).some((issue) => issue.step === step)) ?? 'preview'

/** Lists every incomplete step; when all others are complete, the last one (going live) remains. */
export const openSteps = (draft: FullDraft): Step[] => {
  const issues = draftIssues(draft)
  return steps.filter((step) => step === 'preview' || issues.some((issue) => issue.step === step))
}

/** Whether the draft contains more than the name, which is prefilled. */
export const isStarted = ({ displayName: _, ...typed }: CoachDraft): boolean => Object.keys(typed).length > 0

const shortestOf = (durations: readonly number[]) => (durations.length > 0 ? Math.min(...durations) : 30)

const typed = (most: number) => writtenText().max(most)

/** The draft fields, valid or not, with length limits. */
export const draftSchema = z
  .object({
    displayName: typed(200),
    bio: typed(6000),
    gender: typed(20),
    years: typed(20),
    locationName: typed(300),
    address: typed(400),
    zip: typed(20),
    facilityTypes: z.array(typed(40)).max(20),
    specialties: z.array(typed(40)).max(30),
    hourlyRate: typed(20),
    durations: z.array(z.int().min(0).max(480)).max(10),
    launchMonitor: typed(200),
    credential: typed(300),
    hours: z.array(z.object({ day: z.int().min(0).max(6), from: typed(5), to: typed(5) })).max(28),
  })
  .partial()
export type CoachDraft = z.output<typeof draftSchema>

/**
 * A draft with every field. Untouched fields are empty, so that they get the same error messages; except for
 * the lesson duration, which defaults to an hour.
 */
export type FullDraft = Required<CoachDraft>

export const fullDraft = (draft: CoachDraft): FullDraft => ({
  displayName: '',
  bio: '',
  gender: '',
  years: '',
  locationName: '',
  address: '',
  zip: '',
  facilityTypes: [],
  specialties: [],
  hourlyRate: '',
  durations: [60],
  launchMonitor: '',
  credential: '',
  hours: [],
  ...draft,
})

export const draftStateSchema = z.object({
  eligibility: z.enum(['open', 'coach', 'admin']),
  draft: draftSchema,
})

/** The first incomplete step; null when onboarding has not started, or the user is already a coach. */
export const nextStepSchema = z.object({
  next: z.enum(steps).nullable(),
  /** All incomplete steps. */
  missing: z.array(z.enum(steps)),
})

export const placeOfZipSchema = z.object({
  city: z.string(),
  state: z.string(),
  zone: z.string(),
  /** Current abbreviation of the time zone, such as `EST`. */
  zoneName: z.string(),
})
export type PlaceOfZip = z.output<typeof placeOfZipSchema>

export const goLiveSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), me: meSchema }),
  z.object({
    ok: z.literal(false),
    issues: z.array(z.object({ step: z.enum(steps), path: z.string(), message: z.string() })),
  }),
])
export type GoLive = z.output<typeof goLiveSchema>
/** A field that must be fixed before a coach can go live. */
export type OnboardingIssue = Extract<GoLive, { ok: false }>['issues'][number]
