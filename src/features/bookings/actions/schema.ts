import { z } from 'zod'
import { lessonSchema } from '../schema.ts'
import { actionKinds } from './kinds/kind.ts'

/** Something the viewer does with a lesson: now, or why not. */
export const lessonActionSchema = z.object({
  kind: z.enum(actionKinds),
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  until: z.iso.datetime().nullable(),
})

/** A lesson with what happened to it and what the viewer can do with it. */
export const listedLessonSchema = lessonSchema.extend({
  actions: z.array(lessonActionSchema),
  /** The latest time it was moved; null when it never was. */
  moved: z
    .object({ by: z.enum(['student', 'coach', 'admin']), from: z.iso.datetime(), at: z.iso.datetime() })
    .nullable(),
  /** What goes back to the student in all, sent or on its way. */
  owedBackCents: z.int(),
  refundedCents: z.int(),
  /** Names the payment to the page with the receipt; only its student has one. */
  receipt: z.string().nullable(),
  /** A lesson of a package: cancelled in time it goes back there (`returned`) while the package is `open`; else null. */
  package: z.enum(['open', 'ended', 'returned']).nullable(),
  /** What that package is called. */
  packageTitle: z.string().nullable(),
  cancelMessage: z.string().nullable(),
  /** The student wrote; how many stars only who may read it is told. */
  review: z.object({ rating: z.int().nullable(), isPublished: z.boolean() }).nullable(),
  /** The coach wrote to the student. */
  hasNote: z.boolean(),
  /** When each side may read what the other wrote, even if only one has written; null once that is past. */
  wordsOpenAt: z.iso.datetime().nullable(),
  /** When the coach's share is due or went out; only the coach is told. */
  payout: z.object({ status: z.enum(['held', 'sent']), at: z.iso.datetime() }).nullable(),
})

export type ListedLesson = z.infer<typeof listedLessonSchema>
