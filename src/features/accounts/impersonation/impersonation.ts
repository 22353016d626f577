/** What a browser stores about an impersonation. Used only for the banner; the server enforces the rules. */
const impersonationKeys = [
  'isImpersonating',
  'originalAdminId',
  'impersonatedUserId',
  'impersonatedUserEmail',
] as const

/** The time limit of an impersonation: one hour. */
export const IMPERSONATION_MS = 60 * 60_000

/** Stores in the browser whom an admin is impersonating. @param local the browser's local storage */
export function rememberImpersonation(
  local: Pick<Storage, 'setItem'>,
  acting: { adminId: string; userId: string; email: string },
): void {
  const values = ['true', acting.adminId, acting.userId, acting.email]
  impersonationKeys.forEach((key, at) => {
    local.setItem(key, values[at] ?? '')
  })
}

/** Removes the stored data, including on sign-out. @param storages the browser's local and session storage */
export function clearImpersonation(storages: readonly Pick<Storage, 'removeItem'>[]): void {
  for (const storage of storages) for (const key of impersonationKeys) storage.removeItem(key)
}
