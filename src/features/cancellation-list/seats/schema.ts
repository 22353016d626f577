import { z } from 'zod'
import { clinicLimits } from '#features/clinics/clinic.ts'

/** A wish for seats in a clinic that has fewer left. */
export const askForSeatsSchema = z.object({
  clinicId: z.uuid(),
  seats: z
    .int('Whole seats only')
    .min(1, 'At least 1 seat')
    .max(clinicLimits.seatsAtOnce, `At most ${clinicLimits.seatsAtOnce} seats`),
})
export type AskForSeatsInput = z.infer<typeof askForSeatsSchema>

/** A clinic whose seats a student waits for. */
export const seatRequestSchema = z.object({
  id: z.uuid(),
  clinicId: z.uuid(),
  title: z.string(),
  coachLabel: z.string(),
  /** The first date. */
  start: z.iso.datetime(),
  zone: z.string(),
  /** How many seats the student wants, and how many are left now. */
  seats: z.int(),
  seatsLeft: z.int(),
})
export type SeatRequest = z.infer<typeof seatRequestSchema>
