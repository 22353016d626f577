import { z } from 'zod'
import { answersField } from '#features/bookings/intake/schema.ts'
import { noteField } from '#features/bookings/notes/schema.ts'
import { seriesStartsField } from '#features/bookings/series/schema.ts'
import { cancellationPolicies } from '#features/coaches/coach.ts'
import { golferField } from '#features/golfers/schema.ts'

export const packageSchema = z.object({
  id: z.uuid(),
  coach: z.object({ id: z.uuid(), label: z.string() }),
  student: z.object({ id: z.uuid(), name: z.string() }),
  title: z.string(),
  lessonType: z.string(),
  durationMinutes: z.int(),
  /** Null when it names no place, or its place was removed. */
  locationId: z.uuid().nullable(),
  /** The coach's places, one of which is chosen with each lesson; none when the package has its own. */
  places: z.array(z.object({ id: z.uuid(), name: z.string(), city: z.string() })),
  zone: z.string(),
  lessons: z.int(),
  /** The number of lessons that can still be booked. */
  left: z.int(),
  expiresAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  endReason: z.string().nullable(),
  /** The refund for ending it now, for the requesting side. */
  refundCents: z.int(),
  terms: z.string(),
  /** The policy for cancelling a lesson, at the time of purchase. */
  policy: z.enum(cancellationPolicies),
  /** The coach brought these lessons along and owes them: nothing was paid here, and nothing is refunded. */
  isBrought: z.boolean(),
  conversationId: z.uuid().nullable(),
})
export type LessonPackage = z.infer<typeof packageSchema>

export const bookFromPackageSchema = z.object({
  packageId: z.uuid(),
  start: z.iso.datetime({ offset: true, message: 'Invalid time format' }),
  locationId: z.uuid().optional(),
  /** Generated per attempt; retrying with the same key returns the same booking. */
  idempotencyKey: z.string().min(8).max(80).optional(),
  /** Who plays: one of the golfers of `GET /me/golfers`; null or omitted when it is the student. */
  golferId: golferField.optional(),
  /** For the coach, at most 500 characters. */
  note: noteField.optional(),
  /** Answers to the coach's questions, which are listed with the open times. */
  answers: answersField.optional(),
})

export const bookSeriesFromPackageSchema = bookFromPackageSchema
  .omit({ start: true })
  .extend({ starts: seriesStartsField })

export const endPackageSchema = z.object({
  packageId: z.uuid(),
  /** The refund shown on the page; when the actual refund differs, the package is not ended. */
  expectedRefundCents: z.int().min(0),
})
