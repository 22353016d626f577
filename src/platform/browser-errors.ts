/** Tells the server of an error that a page caught; what tells is fetched with the first one. Decision 0093. */
export const tellError = (error: unknown): void =>
  void import('./error-teller.ts').then(
    ({ tell }) => tell(error),
    () => undefined,
  )

/** From now on the server is told of errors that nobody catches. To be called once in a browser. */
export function listenToErrors(): void {
  addEventListener('error', ({ error }) => tellError(error))
  addEventListener('unhandledrejection', ({ reason }) => tellError(reason))
}
