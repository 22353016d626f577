import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { describeError } from './logged-error.ts'

export type { Logger }

/** Headers and fields that may hold a secret or a person's data never reach a log line. */
const redact = [
  'authorization',
  'cookie',
  'password',
  'token',
  '*.authorization',
  '*.cookie',
  '*.password',
  '*.token',
  '*.email',
  '*.phone',
]

/**
 * Structured lines on standard output, one JSON object each. Errors are described without what people typed.
 * @param destination another place for the lines
 * @param reports is given those of errors, too
 */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination(1),
  reports?: DestinationStream,
): Logger {
  const options = {
    level,
    redact,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    hooks: { logMethod: describingErrors },
  }
  if (!reports) return pino(options, destination)
  return pino(
    options,
    pino.multistream([
      { level: 'trace', stream: destination },
      { level: 'error', stream: reports },
    ]),
  )
}

/** An error given in place of fields is one of the fields: else its message would be the line's. */
function describingErrors(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [first, ...rest] = args as unknown[]
  method.apply(this, (first instanceof Error ? [{ err: first }, ...rest] : args) as Parameters<LogFn>)
}
