/** Reports a browser error to the server; the reporter is loaded with the first error. Decision 0093. */
export const tellError = (error: unknown): void =>
  void import('./error-teller.ts').then(
    ({ tell }) => tell(error),
    () => undefined,
  )

/** Reports uncaught errors and unhandled rejections to the server. Call once per page. */
export function listenToErrors(): void {
  addEventListener('error', ({ error }) => tellError(error))
  addEventListener('unhandledrejection', ({ reason }) => tellError(reason))
}
