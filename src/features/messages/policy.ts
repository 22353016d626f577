import type { Actor } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import type { SendRefusal } from './message.ts'

/** The two participants of a conversation. */
export interface ConversationPair {
  instructorId: string
  studentId: string
}

/** Students and coaches can write; admins and prospects cannot. */
export const mayWriteAtAll = (actor: Pick<Actor, 'role'>): boolean =>
  actor.role === 'student' || actor.role === 'coach'

/**
 * Whether a person may start a conversation: a student with any visible coach; both with people with whom there is a lesson, a
 * package, a video review, access or an accepted invitation. Existing conversations can always be continued.
 */
export function mayStart(
  side: 'student' | 'coach',
  between: {
    coachIsVisible: boolean
    haveConversation: boolean
    haveBooking: boolean
    havePackage: boolean
    haveVideoReview: boolean
    haveInvitation: boolean
    haveAccess: boolean
  },
): boolean {
  if (between.haveConversation) return true
  if (side === 'student' && between.coachIsVisible) return true
  return (
    between.haveBooking ||
    between.havePackage ||
    between.haveVideoReview ||
    between.haveInvitation ||
    between.haveAccess
  )
}

/** Why a message cannot be delivered; null if it can. */
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

/** The same error for people who are not participants and for conversations that do not exist. */
export const noSuchConversation = () =>
  new AppError('not_found', 'no_such_conversation', 'There is no such conversation.')

/** For commands that return whether the viewer is a participant. @throws AppError no_such_conversation */
export function orUnknown(isTheirs: boolean): { ok: true } {
  if (!isTheirs) throw noSuchConversation()
  return { ok: true }
}
