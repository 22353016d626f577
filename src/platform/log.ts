import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { describeError } from './logged-error.ts'
import { currentTraceId } from './tracing.ts'

export type { Logger }

/** Headers and fields that may contain secrets or personal data; redacted from the log. */
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
 * A structured log on standard output, one JSON object per line. User input is removed from errors.
 * @param destination an alternative destination for the lines
 * @param reports also receives the error lines
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
    mixin: traceOf,
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

/** Lines that are written during a traced request or job name its trace. */
function traceOf() {
  const traceId = currentTraceId()
  return traceId ? { traceId } : {}
}

/**
 * An error passed in place of the fields becomes a field; otherwise its message would become the line's
 * message.
 */
function describingErrors(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [first, ...rest] = args as unknown[]
  method.apply(this, (first instanceof Error ? [{ err: first }, ...rest] : args) as Parameters<LogFn>)
}
