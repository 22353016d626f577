/** True for a refusal of the sign-in library with that code, or one that begins with it. */
export function isApiError(error: unknown, code: string): boolean {
  if (!(error instanceof Error) || !('body' in error)) return false
  const body = error.body
  return typeof body === 'object' && body !== null && 'code' in body && String(body.code).startsWith(code)
}
