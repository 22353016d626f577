import type { Queryable } from './db.ts'

/**
 * Questions that a feature asks of higher-level features, by name, with the types of their argument and
 * result. Features add their own in `questions.ts`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it by declaration merging
export interface Questions {}

type About<Name extends keyof Questions> = Questions[Name] extends { about: infer Asked } ? Asked : never
type Answer<Name extends keyof Questions> = Questions[Name] extends { answer: infer Told } ? Told : never

/** The answer functions by question; `app/answers.ts` has the table. An answer only reads. */
export type Answers = {
  readonly [Name in keyof Questions]: (db: Queryable, about: About<Name>) => Promise<Answer<Name>>
}
