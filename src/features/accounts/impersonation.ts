/** What a browser keeps about an admin acting as somebody else: for the banner only, the server decides. */
const impersonationKeys = [
  'isImpersonating',
  'originalAdminId',
  'impersonatedUserId',
  'impersonatedUserEmail',
] as const

/** Nothing of it outlives a sign-out. @param storages the browser's, local and of the session */
export function forgetImpersonation(storages: readonly Pick<Storage, 'removeItem'>[]): void {
  for (const storage of storages) for (const key of impersonationKeys) storage.removeItem(key)
}
