import { useCallback, useEffect, useRef, useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { ATTACHMENTS_A_MESSAGE } from '../message.ts'
import type { QueuedFile, Thread } from '../outbox.ts'
import { kindOf, tooManyUnsent } from '../unsent-file.ts'
import { whyNotUpload } from './upload.ts'
import { filesOf, useFileProgress } from './use-files.ts'

/** A file of a message that is being written. */
export interface Upload extends QueuedFile {
  /** What is there, 0 to 1; the last bit is the server's work on it. */
  progress: number
  /** The server has it. */
  isThere: boolean
  /** No line: it goes when there is one, with the message or before it. */
  isWaiting: boolean
  /** Why it cannot go along. */
  error: string | null
  /** Asking once more may help: it was the server that said no. */
  mayRetry: boolean
}

interface Chosen extends QueuedFile {
  error: string | null
  /** It would not survive a reload. */
  isOnPageOnly: boolean
}

const TRY_AGAIN_MS = 10_000

/** The files of a draft: kept with it by the browser, and on their way to the server as soon as they are chosen. */
export function useUploads(userId: string, thread: Thread) {
  const [chosen, setChosen] = useState<Chosen[]>([])
  const [tooMany, setTooMany] = useState(false)
  const progress = useFileProgress(userId)
  const count = useRef(0)
  count.current = chosen.length

  const start = useCallback(
    (id: string) =>
      void filesOf(userId)
        .uploader.upload(id)
        .catch(() => undefined),
    [userId],
  )

  // What was chosen before the reload, or before another conversation was opened.
  useEffect(() => {
    let isOver = false
    void filesOf(userId)
      .store.all()
      .then((kept) => {
        const drafts = kept.filter((file) => file.isDraft && file.thread === thread)
        if (isOver || drafts.length === 0) return
        const known = drafts.map(
          ({ id, name, type }): Chosen => ({
            id,
            name,
            kind: kindOf(type),
            error: null,
            isOnPageOnly: false,
          }),
        )
        setChosen((now) => [...known.filter(({ id }) => now.every((one) => one.id !== id)), ...now])
        for (const { id } of known) start(id)
      })
    return () => {
      isOver = true
    }
  }, [userId, thread, start])

  const uploads = chosen.map((file): Upload => {
    const { part = 0, refusal = null, isWaiting = false, attachment = null } = progress.get(file.id) ?? {}
    const error = file.error ?? refusal
    return { ...file, progress: part, isThere: attachment !== null, isWaiting, error, mayRetry: !file.error }
  })
  const waiting = uploads.filter(({ isWaiting, error }) => isWaiting && !error).map(({ id }) => id)
  const waitingIds = waiting.join()
  useEffect(() => {
    if (!waitingIds) return
    const again = () => waitingIds.split(',').forEach(start)
    const timer = setInterval(again, TRY_AGAIN_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [waitingIds, start])

  async function keep(file: File, id: string) {
    const { name, type } = file
    const kept = { id, thread, name, type, bytes: file, isDraft: true, keptAt: systemClock.now() }
    const outcome = await filesOf(userId).store.keep(kept)
    if (outcome === 'full') return change(id, { error: tooManyUnsent })
    if (outcome === 'on this page') change(id, { isOnPageOnly: true })
    start(id)
  }

  const change = (id: string, by: Partial<Chosen>) =>
    setChosen((known) => known.map((one) => (one.id === id ? { ...one, ...by } : one)))

  function add(files: readonly File[]) {
    const room = ATTACHMENTS_A_MESSAGE - count.current
    setTooMany(files.length > room)
    for (const file of files.slice(0, Math.max(0, room))) {
      const id = uuidV4()
      const error = whyNotUpload(file)
      const kind = kindOf(file.type)
      setChosen((known) => [...known, { id, name: file.name, kind, error, isOnPageOnly: false }])
      if (!error) void keep(file, id)
    }
  }

  function remove(id: string) {
    const { store, uploader } = filesOf(userId)
    uploader.cancel(id)
    void store.remove([id])
    setChosen((known) => known.filter((one) => one.id !== id))
    setTooMany(false)
  }

  return {
    uploads,
    tooMany,
    isOnPageOnly: chosen.some(({ isOnPageOnly }) => isOnPageOnly),
    isWaiting: waiting.length > 0,
    add,
    remove,
    retry: start,
    /** Something that cannot go along has to be taken out first. */
    hasError: uploads.some(({ error }) => error !== null),
    files: uploads.map(({ id, kind, name }): QueuedFile => ({ id, kind, name })),
    /** They belong to a message in the outbox now. */
    handOver: () => {
      void filesOf(userId).store.handOver(chosen.map(({ id }) => id))
      setChosen([])
      setTooMany(false)
    },
  }
}

export type Uploads = ReturnType<typeof useUploads>
