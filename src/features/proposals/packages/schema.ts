import { z } from 'zod'
import { cancellationPolicies } from '#features/coaches/coach.ts'

export const packageSchema = z.object({
  id: z.uuid(),
  coach: z.object({ id: z.uuid(), label: z.string() }),
  student: z.object({ id: z.uuid(), name: z.string() }),
  title: z.string(),
  lessonType: z.string(),
  durationMinutes: z.int(),
  locationId: z.uuid().nullable(),
  zone: z.string(),
  lessons: z.int(),
  /** To be booked still. */
  left: z.int(),
  expiresAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  endReason: z.string().nullable(),
  /** What ending it now would give back, for whoever asks. */
  refundCents: z.int(),
  terms: z.string(),
  /** The terms of cancelling a lesson, as they were when the package was bought. */
  policy: z.enum(cancellationPolicies),
  conversationId: z.uuid().nullable(),
})
export type LessonPackage = z.infer<typeof packageSchema>

export const bookFromPackageSchema = z.object({
  packageId: z.uuid(),
  start: z.iso.datetime({ offset: true, message: 'Invalid time format' }),
  locationId: z.uuid().optional(),
  /** One for each attempt a person makes; sending it again gives the same booking. */
  idempotencyKey: z.string().min(8).max(80).optional(),
})

export const endPackageSchema = z.object({
  packageId: z.uuid(),
  /** What the page promised; when it is no longer what comes back, nothing ends. */
  expectedRefundCents: z.int().min(0),
})
