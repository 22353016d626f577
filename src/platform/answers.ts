import type { Queryable } from './db.ts'

/** What features ask of features above them, by name: about what, and what the answer is. Each adds its own (`questions.ts`). */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface Questions {}

type About<Name extends keyof Questions> = Questions[Name] extends { about: infer Asked } ? Asked : never
type Answer<Name extends keyof Questions> = Questions[Name] extends { answer: infer Told } ? Told : never

/** Who answers what; `app/answers.ts` is the table. An answer reads and changes nothing. */
export type Answers = {
  readonly [Name in keyof Questions]: (db: Queryable, about: About<Name>) => Promise<Answer<Name>>
}
