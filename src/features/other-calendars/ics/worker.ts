import { parentPort, workerData } from 'node:worker_threads'
import { wideEncodingOf } from '#platform/text-file.ts'
import { IcsError, type IcsFault, type IcsQuestion, type IcsReading, readIcs } from './reader.ts'

/**
 * A worker thread that reads one calendar file, so that the server's main thread is not blocked. Started by
 * `read-ics.ts`.
 */

export interface IcsTask {
  file: Uint8Array
  question: IcsQuestion
}

export type IcsOutcome = { ok: true; reading: IcsReading } | { ok: false; fault: IcsFault }

const { file, question } = workerData as IcsTask
parentPort?.postMessage(outcome())

function outcome(): IcsOutcome {
  const encoding = wideEncodingOf(file) ?? 'utf-8'
  try {
    return { ok: true, reading: readIcs(new TextDecoder(encoding).decode(file), question) }
  } catch (error) {
    // Unexpected errors also mean that the file cannot be read.
    return { ok: false, fault: error instanceof IcsError ? error.fault : 'not_a_calendar' }
  }
}
