import { z } from 'zod'
import { writtenLine } from '#platform/written-text.ts'
import { intakeLimits } from './intake.ts'

/** A question as the student reads it. */
export const askedQuestionSchema = z.object({
  id: z.uuid(),
  question: z.string(),
  isRequired: z.boolean(),
  /** What this student answered to the same question the last time; null when there is nothing. */
  lastAnswer: z.string().nullable(),
})

export type AskedQuestion = z.infer<typeof askedQuestionSchema>

/** The answers of a student who books; empty answers count as none. */
export const answersField = z
  .array(
    z.object({
      questionId: z.uuid(),
      /** The question as the student read it. The booking is rejected when the coach has reworded it. */
      question: writtenLine().max(intakeLimits.question),
      answer: writtenLine()
        .trim()
        .max(intakeLimits.answer, `Please answer in at most ${intakeLimits.answer} characters.`),
    }),
  )
  .max(intakeLimits.questions)
  .superRefine((given, context) => {
    for (const [at, { questionId }] of given.entries())
      if (given.slice(0, at).some((other) => other.questionId === questionId))
        context.addIssue({ code: 'custom', path: [at], message: 'This question is answered twice.' })
  })

/** An answer of a booking, with the question as it was. */
export const storedAnswerSchema = z.object({ question: z.string(), answer: z.string() })

/** A coach's questions as typed; new ones have no id. */
export const questionsField = z
  .array(
    z.object({
      id: z.uuid().nullable(),
      question: writtenLine()
        .trim()
        .min(1, 'Write the question, or remove it')
        .max(intakeLimits.question, `A question has at most ${intakeLimits.question} characters`),
      isRequired: z.boolean(),
    }),
  )
  .max(intakeLimits.questions, `At most ${intakeLimits.questions} questions`)
  .superRefine((given, context) => {
    for (const [at, { question }] of given.entries())
      if (given.slice(0, at).some((other) => other.question.toLowerCase() === question.toLowerCase()))
        context.addIssue({
          code: 'custom',
          path: [at, 'question'],
          message: 'You ask this question already',
        })
  })
