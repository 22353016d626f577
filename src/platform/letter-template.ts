import type { MessageKind } from './message-kind.ts'

/** Letters as features declare them: an email, a text, or both, with what their words can name. Pure. */

/** A letter as it comes with the product. `{{name}}` in its words is replaced when it is sent. */
export interface LetterTemplate<Name extends string = string> {
  /** Its name in the template tables and the logs. */
  readonly key: string
  /** What its words can name beside what every letter can. */
  readonly variables: readonly Name[]
  readonly email?: { readonly name: string; readonly subject: string; readonly html: string }
  /** Short, and in the phones' own alphabet: one character outside of it makes a text cost twice. */
  readonly text?: { readonly name: string; readonly message: string }
  /** How it looks filled in, for a letter that comes about in one way; others have theirs in `app/letters`. */
  readonly sample?: DeclaredSample
}

/** Of a letter about a lesson, the names of the lesson are left out: they are filled in. */
interface DeclaredSample {
  /** What happened. */
  readonly title: string
  readonly to: LetterSample['to']
  readonly kind: MessageKind
  values(appUrl: string): Readonly<Record<string, string>>
}

/** A letter filled in with made-up people, as one way something can happen writes it. */
export interface LetterSample {
  /** What happened. */
  title: string
  to: 'student' | 'coach' | 'visitor' | 'anybody'
  kind: MessageKind
  /** The template's key. */
  key: string
  variables: Readonly<Record<string, string>>
}

/** Every letter and text the product can send. */
export interface LetterCatalog {
  templates: readonly LetterTemplate[]
  /** At least one of each letter. @param now milliseconds since 1970, UTC */
  samples(now: number): LetterSample[]
}
