import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { IcsFault, IcsQuestion, IcsReading } from './reader.ts'
import type { IcsOutcome, IcsTask } from './worker.ts'

export type ReadingFault = IcsFault | 'too_slow'

const LONGEST_MS = 10_000
const MEGABYTES = 256
/** The worker is loaded from the source tree, even when the server is bundled. */
const workerFile = resolve('src/features/other-calendars/ics/worker.ts')

/** Reads a calendar file in a worker thread, which is terminated when it exceeds its time or memory limit. */
export function readIcsApart(
  file: Uint8Array,
  question: IcsQuestion,
  { longestMs = LONGEST_MS }: { longestMs?: number } = {},
): Promise<{ ok: true; reading: IcsReading } | { ok: false; fault: ReadingFault }> {
  const workerData: IcsTask = { file, question }
  const worker = new Worker(workerFile, {
    workerData,
    // The worker gets no environment variables.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES, stackSizeMb: 4 },
  })
  return new Promise((done) => {
    const finish = (outcome: IcsOutcome | { ok: false; fault: ReadingFault }) => {
      clearTimeout(timer)
      done(outcome)
      void worker.terminate()
    }
    const timer = setTimeout(() => finish({ ok: false, fault: 'too_slow' }), longestMs)
    worker.once('message', (outcome: IcsOutcome) => finish(outcome))
    worker.once('error', () => finish({ ok: false, fault: 'too_slow' }))
    worker.once('exit', () => finish({ ok: false, fault: 'too_slow' }))
  })
}
