import { z } from 'zod'

/**
 * What someone has chosen of a lesson so far, as it stands in the address of the page: a reload, the back button and a
 * sign-in return to it. Addresses are typed by people and shortened by programs; what makes no sense is left out.
 */
export const lessonChoiceSchema = z.object({
  /** A teaching place's id; the coach's primary one when left out. */
  place: z.uuid().optional().catch(undefined),
  /** Minutes. */
  duration: z.coerce.number<number | string>().pipe(z.int().min(15).max(480)).optional().catch(undefined),
  /** `yyyy-MM-dd` at the place of the lesson. */
  date: z.iso.date().optional().catch(undefined),
  /** The start as an ISO instant. */
  time: z.iso.datetime({ offset: true }).optional().catch(undefined),
  /** A booking that waits for its payment. */
  booking: z.uuid().optional().catch(undefined),
})

export type LessonChoice = z.infer<typeof lessonChoiceSchema>
