import { z } from 'zod'
import { firstStepKinds } from './first-steps.ts'

const ofLesson = {
  bookingId: z.uuid(),
  studentName: z.string(),
  title: z.string(),
  lessonStart: z.iso.datetime(),
  zone: z.string(),
}

/** Something that waits for a coach. */
export const taskSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hidden') }),
  z.object({ kind: z.literal('calendar'), name: z.string() }),
  z.object({ kind: z.literal('problem'), ...ofLesson }),
  z.object({
    kind: z.literal('conversation'),
    conversationId: z.uuid(),
    studentName: z.string(),
    /** Why the assistant left it to the coach; null where somebody wrote. */
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
    /** Some of what the processor must know is there. */
    isStarted: z.boolean(),
    /** It was in order, and the processor stopped paying it. */
    isRestricted: z.boolean(),
    heldCents: z.int(),
  }),
  z.object({ kind: z.literal('note'), ...ofLesson, opensAt: z.iso.datetime() }),
])

export type ShownTask = z.infer<typeof taskSchema>

export const taskListSchema = z.object({
  tasks: z.array(taskSchema),
  /** What a new coach does first; null once it is done, put away or long ago. */
  firstSteps: z.array(z.object({ kind: z.enum(firstStepKinds), isDone: z.boolean() })).nullable(),
})
