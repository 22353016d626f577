import { createHash } from 'node:crypto'
import { type QuizVariant, quizVariants } from './quiz.ts'

/** The variant of a session: one third each, deterministic per session. */
export function variantOf(sessionId: string): QuizVariant {
  const number = createHash('sha256').update(`quiz order ${sessionId}`).digest().readUInt32BE(0)
  return quizVariants[number % quizVariants.length] ?? 'control'
}
