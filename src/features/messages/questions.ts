import type { ConversationPair } from './policy.ts'

/** A coach, a student, or both. */
type OneOrBoth =
  | ConversationPair
  | Pick<ConversationPair, 'instructorId'>
  | Pick<ConversationPair, 'studentId'>

/** What messages ask features above them, which answer through `app/answers.ts`. Types only. */
export interface MessageQuestions {
  /** The pairs of a coach, of a student, or of both, in which the student has or had a package of the coach. */
  package_pairs: {
    about: OneOrBoth
    answer: ConversationPair[]
  }
  /** The same of video reviews that the student paid. */
  video_review_pairs: {
    about: OneOrBoth
    answer: ConversationPair[]
  }
  /** The same of invitations of the coach that the student accepted; `acceptedAt`: milliseconds since 1970, UTC. */
  invitation_pairs: {
    about: OneOrBoth
    answer: (ConversationPair & { acceptedAt: number })[]
  }
}

declare module '#platform/answers.ts' {
  interface Questions extends MessageQuestions {}
}
