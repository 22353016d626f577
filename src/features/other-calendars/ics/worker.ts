import { parentPort, workerData } from 'node:worker_threads'
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
  const isWide = (file[0] === 0xff && file[1] === 0xfe) || (file[0] === 0xfe && file[1] === 0xff)
  const encoding = !isWide ? 'utf-8' : file[0] === 0xff ? 'utf-16le' : 'utf-16be'
  try {
    return { ok: true, reading: readIcs(new TextDecoder(encoding).decode(file), question) }
  } catch (error) {
    // Unexpected errors also mean that the file cannot be read.
    return { ok: false, fault: error instanceof IcsError ? error.fault : 'not_a_calendar' }
  }
}
