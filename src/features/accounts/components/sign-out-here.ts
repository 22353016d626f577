import { accountsClient } from '../client.ts'
import { clearBrowserSession, endPushHere } from './leave.ts'

/**
 * Ends the session of this browser and the notifications on this device.
 * @throws if the server did not end the session
 */
export async function signOutHere(): Promise<void> {
  await endPushHere()
  await accountsClient.signOut.call()
  clearBrowserSession()
}
