import type { Actor } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import type { SendRefusal } from './message.ts'

/** The two people of a conversation. */
export interface Pair {
  instructorId: string
  studentId: string
}

/** Students and coaches write; admins and coaches-to-be who only look do not. */
export const mayWriteAtAll = (actor: Pick<Actor, 'role'>): boolean =>
  actor.role === 'student' || actor.role === 'coach'

/**
 * Who may begin a conversation: a student with any coach on show, a coach with students who booked or to whom they gave
 * access. Where there is a conversation already, both go on.
 */
export function mayStart(
  side: 'student' | 'coach',
  between: { coachIsVisible: boolean; haveConversation: boolean; haveBooking: boolean; haveAccess: boolean },
): boolean {
  if (between.haveConversation) return true
  return side === 'student' ? between.coachIsVisible : between.haveBooking || between.haveAccess
}

/** Why somebody's words do not reach the other; null when they do. */
export function whyNotSend(between: {
  otherIsGone: boolean
  otherIsSuspended: boolean
  isSuspended: boolean
  iBlocked: boolean
  theyBlocked: boolean
}): SendRefusal | null {
  if (between.otherIsGone) return 'person_gone'
  if (between.otherIsSuspended) return 'not_taking_messages'
  if (between.isSuspended) return 'conversation_suspended'
  if (between.iBlocked) return 'you_blocked_them'
  return between.theyBlocked ? 'not_taking_messages' : null
}

/** What strangers are told, and everybody about a conversation that is not there. */
export const noSuchConversation = () =>
  new AppError('not_found', 'no_such_conversation', 'There is no such conversation.')

/** For commands that say whether the conversation was the viewer's. @throws AppError no_such_conversation */
export function orUnknown(isTheirs: boolean): { ok: true } {
  if (!isTheirs) throw noSuchConversation()
  return { ok: true }
}
