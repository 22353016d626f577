import type { Authenticator } from './authenticator.ts'
import type { Visitor } from './visitor.ts'

/** Adds a passkey of a device to the account of a signed-in person. */
export async function addPasskey(
  who: Visitor,
  device: Authenticator,
  password: string,
  more: { name?: string; isVerified?: boolean; origin?: string } = {},
) {
  const begun = await who.post('/api/me/passkeys/challenge', { password })
  if (begun.status !== 200) return begun
  const answer = device.create(begun.json.options, more)
  return await who.post('/api/me/passkeys', { password, name: more.name ?? 'My phone', answer })
}

/** Signs in with the newest passkey of a device, or with a certain one. */
export async function signInWithPasskey(
  who: Visitor,
  device: Authenticator,
  more: { isVerified?: boolean; origin?: string } = {},
  key = device.keys.at(-1),
) {
  const begun = await who.post('/api/passkey-sign-ins/challenge')
  if (begun.status !== 200) return begun
  return await who.post('/api/passkey-sign-ins', device.sign(begun.json.options, more, key))
}
