import type { LetterTemplate } from '#platform/letter-template.ts'

/** Letters as features declare them, each in its `letters.ts`, and filled in with what their words name. Pure. */

/** Declares a letter; the compiler remembers the names of its variables. */
export const defineLetter = <const Name extends string>(letter: LetterTemplate<Name>): LetterTemplate<Name> =>
  letter

/** A value for each variable of a letter, and nothing else. */
export type LetterVariables<Name extends string> = [Name] extends [never]
  ? Readonly<Record<string, never>>
  : Readonly<Record<Name, string>>

const isComplete = Symbol('a letter with all its values')

/** A letter with a value for each of its variables. Only `fillIn` makes one. */
export interface Letter {
  readonly template: LetterTemplate
  readonly variables: Readonly<Record<string, string>>
  readonly [isComplete]: true
}

/** A letter with its values: the compiler refuses a missing variable, and one the letter does not declare. */
export const fillIn = <Name extends string>(
  template: LetterTemplate<Name>,
  variables: LetterVariables<NoInfer<Name>>,
): Letter => ({ template, variables, [isComplete]: true })
