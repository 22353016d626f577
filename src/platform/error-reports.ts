import type { DestinationStream } from 'pino'

/** In a storm of errors whoever hears the first ones knows enough. */
const MOST_A_MINUTE = 60
const SENT_TOGETHER_MS = 1_000
const ANSWER_MS = 2_000

export interface ErrorReports extends DestinationStream {
  /** Sends what waits; resolves also when nobody took it. */
  flush(): Promise<void>
}

/**
 * Takes the log's lines of errors to somebody's error tracker: a POST of JSON lines, as they stand in the log, so that nothing is told
 * that is not in the log either. What cannot be sent is given up; the log has it.
 * @param now milliseconds of a clock that only goes on
 */
export function sendErrorReports(
  url: string,
  send: typeof fetch = fetch,
  now = () => performance.now(),
): ErrorReports {
  let waiting: string[] = []
  let timer: NodeJS.Timeout | undefined
  let [minuteBegan, taken] = [Number.NEGATIVE_INFINITY, 0]

  async function flush() {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const body = waiting.join('')
    waiting = []
    await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    }).then(
      (answer) => answer.body?.cancel(),
      () => undefined,
    )
  }

  return {
    flush,
    write(line) {
      if (now() - minuteBegan >= 60_000) [minuteBegan, taken] = [now(), 0]
      if (taken++ >= MOST_A_MINUTE) return
      waiting.push(line)
      timer ??= setTimeout(() => void flush(), SENT_TOGETHER_MS).unref()
    },
  }
}
