/** What a provider says about a person's address. */
interface Claim {
  email: string | null
  isEmailVerified: boolean
}

/** Whether the provider has verified the address. */
export const isVerified = <C extends Claim>(identity: C): identity is C & { email: string } =>
  identity.isEmailVerified && identity.email !== null

/** What happens with a person who comes from a provider. */
type Arrival =
  | { kind: 'not_verified' }
  | { kind: 'sign_in'; userId: string }
  | { kind: 'account_exists'; email: string }
  | { kind: 'new_account'; email: string }

/**
 * Decides about a person who comes from a provider. An account is never connected because of its address: the
 * address may have changed hands at the provider, and the person who opened the account may not own it. Pure.
 * @param connectedUserId the account that the identity is connected to
 * @param isAddressTaken whether an account has the identity's address
 */
export function decideArrival(
  identity: Claim,
  { connectedUserId, isAddressTaken }: { connectedUserId: string | null; isAddressTaken: boolean },
): Arrival {
  if (!isVerified(identity)) return { kind: 'not_verified' }
  if (connectedUserId) return { kind: 'sign_in', userId: connectedUserId }
  return { kind: isAddressTaken ? 'account_exists' : 'new_account', email: identity.email }
}
