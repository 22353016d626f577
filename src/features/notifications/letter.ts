import type { LetterTemplate } from '#platform/letter-template.ts'

/**
 * Email and text templates. Each feature declares its own in `letters.ts` and fills in their variables. Pure.
 */

/** Declares a template; the type includes the names of its variables. */
export const defineLetter = <const Name extends string>(letter: LetterTemplate<Name>): LetterTemplate<Name> =>
  letter

/** A value for each variable of a template. */
export type LetterVariables<Name extends string> = [Name] extends [never]
  ? Readonly<Record<string, never>>
  : Readonly<Record<Name, string>>

const isComplete = Symbol('a letter with all its values')

/** A template with a value for each of its variables. Only `fillIn` creates one. */
export interface Letter {
  readonly template: LetterTemplate
  readonly variables: Readonly<Record<string, string>>
  readonly [isComplete]: true
}

/** Combines a template with its values. Missing and undeclared variables are compile-time errors. */
export const fillIn = <Name extends string>(
  template: LetterTemplate<Name>,
  variables: LetterVariables<NoInfer<Name>>,
): Letter => ({ template, variables, [isComplete]: true })
