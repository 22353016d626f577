/** The ways in which a request can fail; features add their own reasons to these codes. */
export const errorStatus = {
  bad_input: 400,
  not_signed_in: 401,
  not_allowed: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  too_many: 429,
  unavailable: 503,
  internal: 500,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The default number of seconds to wait before a retry. */
const usualWait: Partial<Record<ErrorCode, number>> = { too_many: 60, unavailable: 10 }

/**
 * An error to report to the caller. `code` determines the HTTP status, `reason` is stable and
 * machine-readable, `userMessage` is shown to the user; the error's own message is for the log.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly reason: string
  readonly userMessage: string
  /** When to retry, in seconds; null where a retry does not help. */
  readonly retryAfterSeconds: number | null
  /** More about it for the caller, such as the times that were taken. */
  readonly details: object | undefined

  constructor(
    code: ErrorCode,
    reason: string,
    userMessage: string,
    options: { cause?: unknown; retryAfterSeconds?: number; details?: object } = {},
  ) {
    const { retryAfterSeconds, details, ...rest } = options
    super(`${code}/${reason}: ${userMessage}`, rest)
    this.name = 'AppError'
    this.code = code
    this.reason = reason
    this.userMessage = userMessage
    this.retryAfterSeconds = retryAfterSeconds ?? usualWait[code] ?? null
    this.details = details
  }
}

/** An expected failure that a user can cause; returned, not thrown. */
export type Refused<R extends string> = { ok: false; reason: R }

export const refused = <R extends string>(reason: R): Refused<R> => ({ ok: false, reason })
