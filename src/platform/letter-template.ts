import type { MessageKind } from './message-kind.ts'

/**
 * Message templates as features declare them: an email, a text message, or both, with their variables. Pure.
 */

/** A built-in message template. `{{name}}` in its text is replaced when the message is sent. */
export interface LetterTemplate<Name extends string = string> {
  /** Its name in the template tables and the logs. */
  readonly key: string
  /** The variables its text can use, in addition to those available to all templates. */
  readonly variables: readonly Name[]
  /**
   * The required variables, such as the link that the message exists for. If the built-in email or text
   * contains one, an admin's version must contain it too; a name that ends in `_url` must be a link in the
   * email.
   */
  readonly needs: readonly string[]
  /**
   * The variable that contains the recipient's name. It is replaced by “there” if the address is not
   * confirmed.
   */
  readonly readerName?: Name
  /** Usually sent before the recipient has confirmed the address; previews and tests show it that way. */
  readonly toUnconfirmed?: true
  readonly email?: { readonly name: string; readonly subject: string; readonly html: string }
  /**
   * Short, and within the GSM 7-bit alphabet: one character outside of it doubles the price of a text
   * message.
   */
  readonly text?: { readonly name: string; readonly message: string }
  /**
   * Sample values, for a message that is sent in one situation only; samples of other messages are in
   * `app/letters`.
   */
  readonly sample?: DeclaredSample
}

/** For messages about a lesson, the names of the lesson are omitted and filled in automatically. */
interface DeclaredSample {
  /** The situation in which it is sent. */
  readonly title: string
  readonly to: LetterSample['to']
  readonly kind: MessageKind
  values(appUrl: string): Readonly<Record<string, string>>
}

/** A message filled in with fictional people, as sent in one situation. */
export interface LetterSample {
  /** The situation in which it is sent. */
  title: string
  to: 'student' | 'coach' | 'visitor' | 'anybody'
  kind: MessageKind
  /** The template's key. */
  key: string
  variables: Readonly<Record<string, string>>
}

/** All emails and text messages that the product can send. */
export interface LetterCatalog {
  templates: readonly LetterTemplate[]
  /** At least one sample of each message. @param now milliseconds since 1970, UTC */
  samples(now: number): LetterSample[]
}
