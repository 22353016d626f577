import { type Logger, pino } from 'pino'

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

/** Structured lines on standard output, one JSON object each. */
export function createLog(level: string): Logger {
  return pino({ level, redact, base: undefined, timestamp: pino.stdTimeFunctions.isoTime })
}
