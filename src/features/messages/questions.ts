import type { ConversationPair } from './policy.ts'

/** What messages ask features above them, which answer through `app/answers.ts`. Types only. */
export interface MessageQuestions {
  /** The pairs of a coach, of a student, or of both, in which the student has or had a package of the coach. */
  package_pairs: {
    about: ConversationPair | Pick<ConversationPair, 'instructorId'> | Pick<ConversationPair, 'studentId'>
    answer: ConversationPair[]
  }
}

declare module '#platform/answers.ts' {
  interface Questions extends MessageQuestions {}
}
