import { useSyncExternalStore } from 'react'
import { accountsClient } from '../client.ts'
import type { Me } from '../schema.ts'

/** The library of the browser's side is loaded when a passkey is used. */
const load = () => import('@simplewebauthn/browser')

const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'
const never = () => () => undefined

/** Whether this browser can use passkeys; false on the server and during hydration. */
export const useCanUsePasskeys = (): boolean => useSyncExternalStore(never, canUsePasskeys, () => false)

/** The person closed the browser's dialog, or another question replaced it: nothing went wrong. */
const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/**
 * Asks for a passkey in the browser's dialog, and signs in with it.
 * @returns null if the person chose none
 */
export async function signInWithPasskey(): Promise<Me | null> {
  const { startAuthentication } = await load()
  const { options } = await accountsClient.startPasskeySignIn.call()
  const answer = await startAuthentication({ optionsJSON: options as never }).catch(orNull)
  return answer && (await accountsClient.signInByPasskey.call(plain(answer)))
}

/**
 * Offers passkeys where the browser suggests addresses for the email field, if it can. Waits until the person
 * chooses one.
 * @param signal ends the offer
 * @returns signs in with the chosen passkey; null without a choice
 */
export async function suggestPasskeys(signal: AbortSignal): Promise<(() => Promise<Me>) | null> {
  if (!canUsePasskeys()) return null
  const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } = await load()
  if (!(await browserSupportsWebAuthnAutofill()) || signal.aborted) return null
  const { options } = await accountsClient.startPasskeySignIn.call()
  if (signal.aborted) return null
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true })
  const answer = await startAuthentication({ optionsJSON: options as never, useBrowserAutofill: true }).catch(
    orNull,
  )
  return answer && (() => accountsClient.signInByPasskey.call(plain(answer)))
}

/**
 * Adds a passkey of this device to the account.
 * @returns false if the person stopped
 */
export async function addOwnPasskey(input: { password: string; name: string }): Promise<boolean> {
  const { options } = await accountsClient.startPasskey.call({ password: input.password })
  const { startRegistration } = await load()
  const answer = await startRegistration({ optionsJSON: options as never }).catch(orNull)
  if (!answer) return false
  await accountsClient.addPasskey.call({ ...input, answer: plain(answer) })
  return true
}

/** The device has a passkey of this account already. */
export const isKnownHere = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError'

/** Without results of extensions, which are not used. */
function plain<T extends { clientExtensionResults: object }>({ clientExtensionResults: _, ...answer }: T) {
  return answer
}

function orNull(error: unknown): null {
  if (isCancelled(error)) return null
  throw error
}
