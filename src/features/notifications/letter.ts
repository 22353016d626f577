/** Letters as features declare them, each in its `letters.ts`: an email, a text, or both, with what their words can name. Pure. */

/** A letter as it comes with the product. `{{name}}` in its words is replaced when it is sent. */
export interface LetterTemplate<Name extends string = string> {
  /** Its name in the template tables and the logs. */
  readonly key: string
  /** What its words can name beside `app_url` and `support_email`. */
  readonly variables: readonly Name[]
  readonly email?: { readonly name: string; readonly subject: string; readonly html: string }
  /** Short, and in the phones' own alphabet: one character outside of it makes a text cost twice. */
  readonly text?: { readonly name: string; readonly message: string }
}

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
