import { expect, test } from 'vitest'
import { deliverWebhookJob } from './jobs.ts'
import { SWITCHED_OFF_AFTER_MS } from './webhook.ts'

test('a message that never arrives is still tried when its address has failed for long enough to be switched off', () => {
  const { retries, longestWaitSeconds = 0 } = deliverWebhookJob
  // The queue waits at least two seconds, then four, eight and so on (`platform/jobs.ts`).
  const waits = Array.from({ length: retries }, (_, n) => Math.min(2 ** (n + 1), longestWaitSeconds))
  expect(waits.reduce((sum, seconds) => sum + seconds * 1_000, 0)).toBeGreaterThan(SWITCHED_OFF_AFTER_MS)
})
