/** Forecasts of a week take less; more is not read. */
const MOST_BYTES = 1024 * 1024

/**
 * Requests a forecast.
 * @returns the parsed body; null when the service does not know the place (404)
 * @throws Error for any other failure
 */
export async function readForecast(
  address: string,
  { userAgent, timeoutMs }: { userAgent: string; timeoutMs: number },
): Promise<unknown> {
  const answer = await fetch(address, {
    headers: { 'user-agent': userAgent, accept: 'application/geo+json, application/json' },
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  })
  if (answer.status === 404) {
    await answer.body?.cancel()
    return null
  }
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new Error(`the weather service answered ${answer.status}`)
  }
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) throw new Error('the weather service answered at too great length')
    text += decoder.decode(chunk, { stream: true })
  }
  return JSON.parse(text + decoder.decode())
}

/** Whole percent between 0 and 100. */
export const percentOf = (value: number | null): number => Math.min(100, Math.max(0, Math.round(value ?? 0)))
