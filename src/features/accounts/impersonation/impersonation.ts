/** What a browser keeps about an admin acting as somebody else: for the banner only, the server decides. */
const impersonationKeys = [
  'isImpersonating',
  'originalAdminId',
  'impersonatedUserId',
  'impersonatedUserEmail',
] as const

/** An hour, then the admin is themselves again. */
export const IMPERSONATION_MS = 60 * 60_000

/** Notes in a browser whom an admin acts as. @param local the browser's local storage */
export function rememberImpersonation(
  local: Pick<Storage, 'setItem'>,
  acting: { adminId: string; userId: string; email: string },
): void {
  const values = ['true', acting.adminId, acting.userId, acting.email]
  impersonationKeys.forEach((key, at) => {
    local.setItem(key, values[at] ?? '')
  })
}

/** Nothing of it outlives a sign-out. @param storages the browser's, local and of the session */
export function forgetImpersonation(storages: readonly Pick<Storage, 'removeItem'>[]): void {
  for (const storage of storages) for (const key of impersonationKeys) storage.removeItem(key)
}
