import { z } from 'zod'
import { vendorNames } from '#platform/vendor-names.ts'
import { writtenLine } from '#platform/written-text.ts'
import { activityKinds } from './activity-kinds.ts'

const splitSchema = z.object({ total: z.int(), instructors: z.int(), students: z.int() })

const newcomerSchema = z.object({
  userId: z.uuid(),
  fullName: z.string(),
  email: z.string(),
  role: z.enum(['student', 'coach', 'admin', 'prospect']),
  createdAt: z.iso.datetime(),
})

/** The top of the admin home page. Days are in New York. */
export const overviewSchema = z.object({
  /** Every account in the list of users, including closed ones. */
  users: splitSchema.extend({ closed: z.int() }),
  newToday: splitSchema,
  /** For completed lessons, in cents: `gross - refunds = net`; the share is the coaches' part of the net. */
  revenue: z.object({
    lessons: z.int(),
    grossCents: z.int(),
    refundsCents: z.int(),
    netCents: z.int(),
    shareCents: z.int(),
  }),
  activeConversations: z.int(),
  pendingProposals: z.int(),
  newest: z.array(newcomerSchema),
})
export type AdminOverview = z.infer<typeof overviewSchema>

const figuresSchema = z.object({
  /** Completed lessons that were paid through Greenside, by the day they were taught. */
  lessons: z.int(),
  grossCents: z.int(),
  refundsCents: z.int(),
  /** `gross - refunds`. */
  netCents: z.int(),
  /** The platform's part of the net. */
  feeCents: z.int(),
  /** New accounts. */
  users: z.int(),
})

/** A period and the one before it; days in New York, money in cents. */
export const trendsSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  now: figuresSchema,
  /** The same number of days just before. */
  before: figuresSchema,
  days: z.array(figuresSchema.extend({ day: z.iso.date() })),
})
export type Trends = z.infer<typeof trendsSchema>

export const geocodedSchema = z.object({ successful: z.int(), failed: z.int() })

/** The number of accounts created, and the login of each. */
/** Why demo accounts cannot be created; null when they can. */
export const demoDataStateSchema = z.object({ reason: z.string().nullable() })

export const demoDataSchema = z.object({
  instructors: z.int(),
  students: z.int(),
  credentials: z.array(
    z.object({
      role: z.enum(['coach', 'student']),
      name: z.string(),
      email: z.string(),
      password: z.string(),
    }),
  ),
})
export type DemoData = z.infer<typeof demoDataSchema>

/** A kind of work that is pending for the staff. */
const waitingSchema = z.object({
  id: z.string(),
  label: z.string(),
  count: z.int(),
  /** The page where it is handled. */
  href: z.string(),
  /** When the oldest item was added; null when the source does not track it. */
  oldest: z.iso.datetime().nullable(),
})
export const attentionSchema = z.array(waitingSchema)

export const jobQueuesSchema = z.array(
  z.object({
    name: z.string(),
    /** The schedule of a recurring job: five cron fields, UTC. */
    cron: z.string().nullable(),
    lastRun: z.iso.datetime().nullable(),
    /** In the past when it is due and waits for a worker. */
    nextRun: z.iso.datetime().nullable(),
    waiting: z.int(),
    running: z.int(),
    failed: z.int(),
  }),
)
export type JobQueueShown = z.infer<typeof jobQueuesSchema>[number]

export const vendorsSchema = z.array(
  z.object({
    name: z.enum(vendorNames),
    /** The name from the port; null when no provider is configured. */
    provider: z.string().nullable(),
    /** A real provider, as opposed to a built-in simulation. */
    isReal: z.boolean(),
    lastSuccess: z.iso.datetime().nullable(),
    lastFailure: z.iso.datetime().nullable(),
    /** The last error message, without secrets. */
    lastError: z.string().nullable(),
    /** In the current hour and the 23 before it, across all processes. */
    calls: z.int(),
    failures: z.int(),
    /** `open`: the circuit breaker of at least one process is open; null where there is none. */
    circuit: z.enum(['open', 'closed']).nullable(),
    openSince: z.iso.datetime().nullable(),
    /** The number of processes with an open circuit. */
    openIn: z.int(),
  }),
)
export type VendorShown = z.infer<typeof vendorsSchema>[number]

/** The last restore test, in one sentence; null where no folder of backups is set. */
export const restoreTestSchema = z.object({ isFine: z.boolean(), words: z.string() }).nullable()

const happeningSchema = z.object({
  at: z.iso.datetime(),
  kind: z.enum(activityKinds),
  title: z.string(),
  detail: z.string().nullable(),
  id: z.string(),
  /** The page of the back office about it; null when there is none. */
  href: z.string().nullable(),
})
export type Happening = z.infer<typeof happeningSchema>

export const personSchema = z.object({
  userId: z.uuid(),
  fullName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  phone: z.string().nullable(),
  city: z.string().nullable(),
  role: z.enum(['student', 'coach', 'admin', 'prospect']),
  isDemo: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** The number of passkeys. */
  passkeys: z.int(),
  sessions: z.int(),
  state: z.enum(['open', 'suspended', 'closed']),
  createdAt: z.iso.datetime(),
  /** Newest first. */
  timeline: z.array(happeningSchema),
  /** There are more events than the timeline shows. */
  isMore: z.boolean(),
})
export type PersonShown = z.infer<typeof personSchema>

export const personInput = z.object({
  userId: z.uuid(),
  kind: z.enum(activityKinds).optional(),
})

/** The open commitments of a user, shown before an admin suspends the account. Money in cents. */
export const promisesSchema = z.object({
  lessons: z.object({
    count: z.int(),
    /** The sum paid for them through Greenside, less earlier refunds. */
    paidCents: z.int(),
    /** The next 50. */
    next: z.array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        start: z.iso.datetime(),
        zone: z.string(),
        withName: z.string(),
        /** Less earlier refunds; null when it was not paid through Greenside. */
        paidCents: z.int().nullable(),
      }),
    ),
  }),
  /** Times held while a student pays. */
  holds: z.int(),
  /** Open proposals. */
  proposals: z.int(),
  /** Open packages with unused lessons, and the price of those. */
  packages: z.object({ count: z.int(), credits: z.int(), cents: z.int() }),
  /** Paid video reviews that are not answered, and their price. A suspension refunds them. */
  videoReviews: z.object({ count: z.int(), cents: z.int() }),
  /** A coach's shares that were not sent yet. */
  heldCents: z.int(),
  /** Open disputes. */
  disputes: z.int(),
})
export type Promises = z.infer<typeof promisesSchema>

export const findInput = z.object({ q: writtenLine().trim().min(2, 'Two letters at least').max(100) })
const foundSchema = z.object({
  kind: z.enum(['person', 'booking', 'payment', 'ticket', 'message', 'row']),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  href: z.string(),
})
export const foundListSchema = z.array(foundSchema)
export type SearchHit = z.infer<typeof foundSchema>
