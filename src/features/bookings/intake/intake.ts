/** The questions that a coach asks students who book, and their answers. Pure. */

/** How many questions a coach may ask; and the most characters of a question and of an answer. */
export const intakeLimits = { questions: 3, question: 120, answer: 300 } as const

export interface IntakeQuestion {
  id: string
  question: string
  /** Nothing is booked without an answer. */
  isRequired: boolean
}

/** An answer, with the question as the student read it. */
export interface GivenAnswer {
  questionId: string
  question: string
  answer: string
}

/**
 * Checks answers against the coach's current questions. Empty answers are left out.
 * @returns the answers in the order of the questions; or `changed` when an answer belongs to a question that was
 * removed or reworded; or the required questions without an answer
 */
export function matchAnswers(
  questions: readonly IntakeQuestion[],
  given: readonly GivenAnswer[],
): { ok: true; answers: GivenAnswer[] } | { ok: false; changed: true } | { ok: false; missing: string[] } {
  const answered = given.filter(({ answer }) => answer !== '')
  const isCurrent = ({ questionId, question }: GivenAnswer) =>
    questions.some((one) => one.id === questionId && one.question === question)
  if (!answered.every(isCurrent)) return { ok: false, changed: true }
  const answerTo = ({ id }: IntakeQuestion) => answered.find(({ questionId }) => questionId === id)
  const missing = questions.filter((one) => one.isRequired && !answerTo(one))
  if (missing.length > 0) return { ok: false, missing: missing.map(({ question }) => question) }
  return { ok: true, answers: questions.flatMap((one) => answerTo(one) ?? []) }
}

/** Answers as one line of plain text for each question. */
export const answerLines = (given: readonly { question: string; answer: string }[]): string[] =>
  given.map(({ question, answer }) => `${question}${/[?!.:]$/.test(question) ? '' : ':'} ${answer}`)
