import { z } from 'zod'
import { lessonSchema } from '#features/bookings/schema.ts'

export const dashboardSchema = z.object({
  upcomingLessons: z.int(),
  /** `gross - refunds`, and what was paid to the coach directly. */
  revenueYearToDateCents: z.int(),
  grossYearToDateCents: z.int(),
  refundsYearToDateCents: z.int(),
  /** The coach's part of the same. */
  shareYearToDateCents: z.int(),
  /** Part of the revenue that was paid to the coach outside of Greenside. */
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
  /** The date it is now where the coach is, `yyyy-MM-dd`. */
  today: z.string(),
  /** Today's lessons, those that are over among them, in the order of the clock. */
  todaysLessons: z.array(lessonSchema.extend({ isOver: z.boolean() })),
  /** Confirmed lessons after those, soonest first. */
  nextLessons: z.array(lessonSchema),
  /** Times that students hold at this moment while they pay. */
  openHolds: z.int(),
})

export type Dashboard = z.infer<typeof dashboardSchema>
