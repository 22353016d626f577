/** Student invitations: limits and states. Pure. */

/** An unanswered invitation expires this many days after its last email. */
export const INVITATION_DAYS = 30
/** Days before another email is sent to the same address. */
export const AGAIN_AFTER_DAYS = 3
/** Maximum number of open invitations. */
export const MOST_WAITING = 100
export const INVITATIONS_A_DAY = { points: 30, seconds: 86_400 }
/** Limits the emails to one address, from all coaches together. */
export const LETTERS_TO_AN_ADDRESS = { points: 3, seconds: 86_400 }

/** The state of an invitation for visitors of its link. */
export const invitationStates = ['open', 'accepted', 'declined', 'expired', 'gone'] as const
export type InvitationState = (typeof invitationStates)[number]

/**
 * @param invitation instants in milliseconds since 1970, UTC; null when there is none
 * @param now milliseconds since 1970, UTC
 */
export function stateOfInvitation(
  invitation: {
    withdrawnAt: number | null
    declinedAt: number | null
    acceptedAt: number | null
    expiresAt: number
  } | null,
  now: number,
): InvitationState {
  if (!invitation || invitation.withdrawnAt !== null) return 'gone'
  if (invitation.acceptedAt !== null) return 'accepted'
  if (invitation.declinedAt !== null) return 'declined'
  return invitation.expiresAt > now ? 'open' : 'expired'
}

/** Why an invitation is not sent. */
export type InviteRefusal =
  | 'invited_lately'
  | 'invitation_declined'
  | 'already_student'
  | 'too_many_waiting'
  | 'own_address'

export const inviteRefusalTexts: Readonly<Record<InviteRefusal, string>> = {
  invited_lately: `You invited this address already. You can send another letter ${AGAIN_AFTER_DAYS} days after the last one.`,
  invitation_declined: 'This person declined your invitation. We will not email them again.',
  already_student: 'This person accepted your invitation and is already your student.',
  too_many_waiting: `${MOST_WAITING} invitations are waiting for an answer. Withdraw some of them first.`,
  own_address: 'This is your own address.',
}
