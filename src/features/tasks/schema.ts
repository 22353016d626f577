import { z } from 'zod'
import { firstStepKinds } from './first-steps.ts'

const ofLesson = {
  bookingId: z.uuid(),
  studentName: z.string(),
  title: z.string(),
  lessonStart: z.iso.datetime(),
  zone: z.string(),
}

/** A pending task of a coach. */
export const taskSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hidden') }),
  z.object({ kind: z.literal('calendar'), name: z.string() }),
  z.object({ kind: z.literal('problem'), ...ofLesson }),
  z.object({
    kind: z.literal('video_review'),
    videoReviewId: z.uuid(),
    /** Whose swing it is: the student, or a golfer of the student's account. */
    playerName: z.string(),
    dueAt: z.iso.datetime(),
    zone: z.string(),
  }),
  z.object({
    kind: z.literal('conversation'),
    conversationId: z.uuid(),
    studentName: z.string(),
    /** Why the assistant handed the question to the coach; null for a message by a person. */
    reason: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('changes'),
    proposalId: z.uuid(),
    studentName: z.string(),
    title: z.string(),
    expiresAt: z.iso.datetime(),
    zone: z.string(),
  }),
  z.object({ kind: z.literal('outcome'), ...ofLesson, completesAt: z.iso.datetime() }),
  z.object({
    kind: z.literal('bank_account'),
    /** The processor has part of the required information. */
    isStarted: z.boolean(),
    /** The account was active, and the processor has stopped payouts. */
    isRestricted: z.boolean(),
    heldCents: z.int(),
  }),
  z.object({ kind: z.literal('note'), ...ofLesson, opensAt: z.iso.datetime() }),
])

export type ShownTask = z.infer<typeof taskSchema>

export const taskListSchema = z.object({
  tasks: z.array(taskSchema),
  /** The checklist of a new coach; null once it is done, dismissed or expired. */
  firstSteps: z.array(z.object({ kind: z.enum(firstStepKinds), isDone: z.boolean() })).nullable(),
})
