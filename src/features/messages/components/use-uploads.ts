import { useCallback, useEffect, useRef, useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { ATTACHMENTS_A_MESSAGE } from '../message.ts'
import type { QueuedFile, Thread } from '../outbox.ts'
import { kindOf, tooManyUnsent } from '../unsent-file.ts'
import { whyNotUpload } from './upload.ts'
import { filesOf, useFileProgress } from './use-files.ts'

/** A file of a draft. */
export interface Upload extends QueuedFile {
  /** The progress from 0 to 1; the last part is processing by the server. */
  progress: number
  /** The server has stored it. */
  isThere: boolean
  /** No connection: it will be uploaded later, at the latest with the message. */
  isWaiting: boolean
  /** Why it cannot be sent. */
  error: string | null
  /** A retry may help, because the error came from the server. */
  mayRetry: boolean
}

interface Chosen extends QueuedFile {
  error: string | null
  /** It would be lost on a reload. */
  isOnPageOnly: boolean
}

const TRY_AGAIN_MS = 10_000

/** The files of a draft: stored with it in the browser, and uploaded as soon as they are chosen. */
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

  // Restores files chosen before a reload or before another conversation was opened.
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
    // With an error of its own, it was never uploaded.
    if (!chosen.find((one) => one.id === id)?.error) uploader.takeBack(id)
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
    /** Files that cannot be sent must be removed first. */
    hasError: uploads.some(({ error }) => error !== null),
    files: uploads.map(({ id, kind, name }): QueuedFile => ({ id, kind, name })),
    /** The files now belong to a message in the outbox. */
    handOver: () => {
      void filesOf(userId).store.handOver(chosen.map(({ id }) => id))
      setChosen([])
      setTooMany(false)
    },
  }
}

export type Uploads = ReturnType<typeof useUploads>
