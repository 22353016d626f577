/** Letters that ask somebody to be a coach's student: how many, and how long they hold. Pure. */

/** An unanswered invitation can be accepted so long after its last letter. */
export const INVITATION_DAYS = 30
/** Before another letter goes to the same address. */
export const AGAIN_AFTER_DAYS = 3
/** Waiting at the same time. */
export const MOST_WAITING = 100
export const INVITATIONS_A_DAY = { points: 30, seconds: 86_400 }
/** Letters to one address, whoever sends them. */
export const LETTERS_TO_AN_ADDRESS = { points: 3, seconds: 86_400 }

/** What became of an invitation, for whoever opens its link. */
export const invitationStates = ['open', 'accepted', 'declined', 'expired', 'gone'] as const
export type InvitationState = (typeof invitationStates)[number]

/** @param invitation instants in milliseconds since 1970, UTC; null where there is none @param now the same */
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

/** Why a letter does not go out. */
export type InviteRefusal =
  | 'invited_lately'
  | 'invitation_declined'
  | 'already_student'
  | 'too_many_waiting'
  | 'own_address'

export const inviteRefusalTexts: Readonly<Record<InviteRefusal, string>> = {
  invited_lately: `You invited this address already. You can send another letter ${AGAIN_AFTER_DAYS} days after the last one.`,
  invitation_declined: 'Somebody at this address declined your invitation. We don’t write there again.',
  already_student: 'Whoever has this address accepted your invitation and is your student already.',
  too_many_waiting: `${MOST_WAITING} invitations wait for an answer. Withdraw some of them first.`,
  own_address: 'This is your own address.',
}
