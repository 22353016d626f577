import { UploadFailed } from '#platform/send-file.ts'
import { isPassing } from '../outbox.ts'
import type { Attachment } from '../schema.ts'

/** The upload state of a file. */
export interface FileProgress {
  /** The progress from 0 to 1; the last part is processing by the server. */
  part: number
  /** The server's reason for rejecting the file, as text for the user. */
  refusal: string | null
  /** The last attempt failed because there was no connection. */
  isWaiting: boolean
  attachment: Attachment | null
}

export interface UploaderPorts {
  /** The stored bytes; null if this browser no longer has them. */
  read(id: string): Promise<Blob | null>
  /** May be called twice for the same id: the server creates a single attachment. */
  send(id: string, bytes: Blob, onProgress: (part: number) => void, signal: AbortSignal): Promise<Attachment>
  /** Deletes an upload from the server unless it was sent. @param id of the attachment, or of the file */
  discard(id: string): Promise<unknown>
}

export interface FileUploader {
  state(): ReadonlyMap<string, FileProgress>
  subscribe(listener: () => void): () => void
  /** Starts an upload, joins a running one, or returns the existing attachment. @throws UploadFailed */
  upload(id: string): Promise<Attachment>
  /** Discards the result: the next `upload` sends the file again. */
  forget(id: string): void
  /** Cancels the upload and discards its state. */
  cancel(id: string): void
  /** The same for a file that is not going to be sent, which is also deleted from the server. */
  takeBack(id: string): void
}

const GONE = 'A photo or video in this message is no longer on this device. Delete it and add it again.'
const nothingYet: FileProgress = { part: 0, refusal: null, isWaiting: false, attachment: null }

interface Running {
  /** Of the server's answer. */
  sent: Promise<Attachment>
  /** The same for callers of `upload`, who no longer wait once the file is taken back. */
  done: Promise<Attachment>
  leave: (reason: unknown) => void
  stop: AbortController
}

/** Uploads files of drafts and of queued messages, each only once, regardless of the number of callers. */
export function fileUploader(ports: UploaderPorts): FileUploader {
  const listeners = new Set<() => void>()
  const running = new Map<string, Running>()
  let state: ReadonlyMap<string, FileProgress> = new Map()

  function notify(id: string, change: Partial<FileProgress> | null) {
    const next = new Map(state)
    if (change) next.set(id, { ...(state.get(id) ?? nothingYet), ...change })
    else next.delete(id)
    state = next
    for (const listener of listeners) listener()
  }

  async function run(id: string, stop: AbortController): Promise<Attachment> {
    const isMine = () => running.get(id)?.stop === stop
    notify(id, nothingYet)
    try {
      const bytes = await ports.read(id)
      if (!bytes) throw new UploadFailed('no_such_file', GONE)
      const onProgress = (part: number) => isMine() && notify(id, { part })
      const attachment = await ports.send(id, bytes, onProgress, stop.signal)
      if (isMine()) notify(id, { part: 1, attachment })
      return attachment
    } catch (error) {
      if (isMine() && error instanceof UploadFailed)
        notify(id, isPassing(error.code, 1) ? { isWaiting: true, part: 0 } : { refusal: error.message })
      throw error
    } finally {
      if (isMine()) running.delete(id)
    }
  }

  function cancel(id: string) {
    const stop = running.get(id)?.stop
    running.delete(id)
    notify(id, null)
    stop?.abort()
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    upload: (id) => {
      const there = state.get(id)?.attachment
      if (there) return Promise.resolve(there)
      const known = running.get(id)
      if (known) return known.done
      const stop = new AbortController()
      const sent = run(id, stop)
      let leave: Running['leave'] = () => undefined
      const left = new Promise<never>((_, reject) => {
        leave = reject
      })
      const done = Promise.race([sent, left])
      running.set(id, { sent, done, leave, stop })
      return done
    },
    forget: (id) => notify(id, null),
    cancel,
    takeBack: (id) => {
      const before = state.get(id)
      const made = before?.attachment
      const under = running.get(id)
      // If this fails, the server deletes it after a day.
      const discard = (uploadId: string) => void ports.discard(uploadId).catch(() => undefined)
      if (under && before?.part === 1) {
        // The server has received all of it and stores it, even if the request is canceled now.
        running.delete(id)
        notify(id, null)
        under.leave(new DOMException('The file was taken out.', 'AbortError'))
        under.sent.then((one) => discard(one.id)).catch(() => undefined)
        return
      }
      cancel(id)
      // It may have been stored before this page was loaded, or the answer of an earlier attempt may have been lost.
      if (!before?.refusal) discard(made?.id ?? id)
    },
  }
}
