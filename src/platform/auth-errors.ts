/** True if the error is from the sign-in library and has this code or one that starts with it. */
export function isApiError(error: unknown, code: string): boolean {
  if (!(error instanceof Error) || !('body' in error)) return false
  const body = error.body
  return typeof body === 'object' && body !== null && 'code' in body && String(body.code).startsWith(code)
}
