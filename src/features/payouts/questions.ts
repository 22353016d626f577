import type { Cents } from '#platform/money.ts'

/** What payouts ask features above them, which answer through `app/answers.ts`. Types only. */
export interface PayoutQuestions {
  /**
   * The lessons of ended packages that were never taken: what the coach keeps of their price.
   * @param about.isLocked holds the packages for the length of the transaction
   */
  unused_lessons_of_packages: {
    about: { packageIds: readonly string[]; isLocked?: boolean }
    answer: { packageId: string; title: string; shareCents: Cents }[]
  }
}

declare module '#platform/answers.ts' {
  interface Questions extends PayoutQuestions {}
}
