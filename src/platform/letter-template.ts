import type { MessageKind } from './message-kind.ts'

/** Letters as features declare them: an email, a text, or both, with what their words can name. Pure. */

/** A letter as it comes with the product. `{{name}}` in its words is replaced when it is sent. */
export interface LetterTemplate<Name extends string = string> {
  /** Its name in the template tables and the logs. */
  readonly key: string
  /** The variables its words can use, in addition to those every letter can use. */
  readonly variables: readonly Name[]
  /**
   * The variables it is useless without, such as the link it is for. Where the built-in email or text contains one, an admin's
   * words must contain it too; a name that ends in `_url` must be a link in the email.
   */
  readonly needs: readonly string[]
  /** The variable with its reader's own name. An address that nobody has confirmed gets “there” in its place. */
  readonly readerName?: Name
  /** It is usually sent before its reader has confirmed the address: previews and tests show it that way. */
  readonly toUnconfirmed?: true
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
