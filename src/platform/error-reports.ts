import type { DestinationStream } from 'pino'

/** Limits the number of reports in an error storm. */
const MOST_A_MINUTE = 60
const SENT_TOGETHER_MS = 1_000
const ANSWER_MS = 2_000

export interface ErrorReports extends DestinationStream {
  /** Sends pending reports; resolves even if sending fails. */
  flush(): Promise<void>
}

/**
 * Sends the log's error lines to an error tracker: a POST of JSON lines identical to the log, so that no
 * information leaves that the log does not contain. Reports that cannot be sent are dropped; the log has
 * them.
 * @param now milliseconds of a monotonic clock
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
