import { z } from 'zod'
import { vendorNames } from '#platform/vendor-names.ts'
import { writtenLine } from '#platform/written-text.ts'
import { happeningKinds } from './happening.ts'

const splitSchema = z.object({ total: z.int(), instructors: z.int(), students: z.int() })

const newcomerSchema = z.object({
  userId: z.uuid(),
  fullName: z.string(),
  email: z.string(),
  role: z.enum(['student', 'coach', 'admin', 'prospect']),
  createdAt: z.iso.datetime(),
})

/** What the admins' home begins with. A day is New York's. */
export const overviewSchema = z.object({
  /** All that the list of users shows, with closed accounts. */
  users: splitSchema.extend({ closed: z.int() }),
  newToday: splitSchema,
  /** Of completed lessons, in cents: `gross - refunds = net`; the share is the coaches' part of the net. */
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
  /** Completed lessons that were paid through us, on the day they were taught. */
  lessons: z.int(),
  grossCents: z.int(),
  refundsCents: z.int(),
  /** `gross - refunds`. */
  netCents: z.int(),
  /** Our part of the net. */
  feeCents: z.int(),
  /** New accounts. */
  users: z.int(),
})

/** A period and the one before it; days are New York's, money in cents. */
export const trendsSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  now: figuresSchema,
  /** As many days, just before these. */
  before: figuresSchema,
  days: z.array(figuresSchema.extend({ day: z.iso.date() })),
})
export type Trends = z.infer<typeof trendsSchema>

export const geocodedSchema = z.object({ successful: z.int(), failed: z.int() })

/** How many accounts were made, and how to sign in to each. */
/** Why no demo accounts can be made; null where they can. */
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

/** Something that waits for somebody of ours. */
const waitingSchema = z.object({
  id: z.string(),
  label: z.string(),
  count: z.int(),
  /** Where it is dealt with. */
  href: z.string(),
  /** Since when the oldest waits; null where nobody counts. */
  oldest: z.iso.datetime().nullable(),
})
export const attentionSchema = z.array(waitingSchema)

export const jobQueuesSchema = z.array(
  z.object({
    name: z.string(),
    /** Of a repeating job: five cron fields, UTC. */
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
    /** What the port calls it; null where nobody is set up. */
    provider: z.string().nullable(),
    /** Not a stand-in of ours. */
    isReal: z.boolean(),
    lastSuccess: z.iso.datetime().nullable(),
    lastFailure: z.iso.datetime().nullable(),
    /** Of the last failure, without secrets. */
    lastError: z.string().nullable(),
    /** Of the hour that runs and the 23 before it, over all processes. */
    calls: z.int(),
    failures: z.int(),
    /** `open`: some process leaves it alone for a while; null where it is always asked. */
    circuit: z.enum(['open', 'closed']).nullable(),
    openSince: z.iso.datetime().nullable(),
    /** How many processes leave it alone. */
    openIn: z.int(),
  }),
)
export type VendorShown = z.infer<typeof vendorsSchema>[number]

const happeningSchema = z.object({
  at: z.iso.datetime(),
  kind: z.enum(happeningKinds),
  title: z.string(),
  detail: z.string().nullable(),
  id: z.string(),
  /** Where the back office shows it; null where it has no page of its own. */
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
  sessions: z.int(),
  state: z.enum(['open', 'suspended', 'closed']),
  createdAt: z.iso.datetime(),
  /** Newest first. */
  timeline: z.array(happeningSchema),
  /** There is more than the time line shows. */
  isMore: z.boolean(),
})
export type PersonShown = z.infer<typeof personSchema>

export const personInput = z.object({
  userId: z.uuid(),
  kind: z.enum(happeningKinds).optional(),
})

/** What is promised to or by a person, before an admin suspends the account. Money in cents. */
export const promisesSchema = z.object({
  lessons: z.object({
    count: z.int(),
    /** What was paid for them through us. */
    paidCents: z.int(),
    /** The next 50. */
    next: z.array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        start: z.iso.datetime(),
        zone: z.string(),
        withName: z.string(),
        /** Null where it was not paid through us. */
        paidCents: z.int().nullable(),
      }),
    ),
  }),
  /** Times that are held while a student pays. */
  holds: z.int(),
  /** Open proposals. */
  proposals: z.int(),
  /** Open packages with unused lessons, and what those cost. */
  packages: z.object({ count: z.int(), credits: z.int(), cents: z.int() }),
  /** A coach's shares of past lessons that were not sent yet. */
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
export type Found = z.infer<typeof foundSchema>
