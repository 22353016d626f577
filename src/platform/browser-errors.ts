/** Reports a browser error to the server; the reporter is loaded with the first error. Decision 0093. */
export const reportBrowserError = (error: unknown): void =>
  void import('./error-reporter.ts').then(
    ({ tell }) => tell(error),
    () => undefined,
  )

/** Reports uncaught errors and unhandled rejections to the server. Call once per page. */
export function listenToErrors(): void {
  addEventListener('error', ({ error }) => reportBrowserError(error))
  addEventListener('unhandledrejection', ({ reason }) => reportBrowserError(reason))
}
