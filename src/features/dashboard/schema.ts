import { z } from 'zod'
import { lessonSchema } from '#features/bookings/schema.ts'

/** A date of a published clinic. */
const sessionSchema = z.object({
  id: z.uuid(),
  clinicId: z.uuid(),
  title: z.string(),
  place: z.string(),
  zone: z.string(),
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  seats: z.int(),
  /** Paid and held seats. */
  taken: z.int(),
})
export type DashboardClinic = z.infer<typeof sessionSchema>

export const dashboardSchema = z.object({
  upcomingLessons: z.int(),
  /** `gross - refunds`, including what was paid to the coach directly. */
  revenueYearToDateCents: z.int(),
  grossYearToDateCents: z.int(),
  refundsYearToDateCents: z.int(),
  /** The coach's share of the revenue. */
  shareYearToDateCents: z.int(),
  /** The part of the revenue that was paid to the coach outside Greenside. */
  directYearToDateCents: z.int(),
  recentBookings: z.int(),
  rating: z.number(),
  reviewCount: z.int(),
  zone: z.string(),
  recent: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(['booking', 'proposal']),
      title: z.string(),
      studentName: z.string(),
      start: z.iso.datetime().nullable(),
      zone: z.string(),
      durationMinutes: z.int().nullable(),
      priceCents: z.int(),
      /** One of the booking or proposal statuses; an accepted proposal is shown as scheduled. */
      status: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
  /** The current date in the coach's zone, `yyyy-MM-dd`. */
  today: z.string(),
  /** Today's dates of clinics by start time, including past ones, and those after today. */
  todaysClinics: z.array(sessionSchema.extend({ isOver: z.boolean() })),
  nextClinics: z.array(sessionSchema),
  /** Today's lessons by start time, including past and called-off ones, without seats in clinics. */
  todaysLessons: z.array(lessonSchema.extend({ isOver: z.boolean() })),
  /** Confirmed lessons after today's, soonest first, without called-off ones and seats in clinics. */
  nextLessons: z.array(lessonSchema),
  /**
   * The number of times that students hold now while they pay, without lessons that the coach entered and freed times that are
   * offered, which are held longer.
   */
  openHolds: z.int(),
})

export type Dashboard = z.infer<typeof dashboardSchema>
