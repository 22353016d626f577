import { useEffect, useState, useSyncExternalStore } from 'react'
import { systemClock } from '#platform/clock.ts'
import { messagesClient } from '../client.ts'
import { isForgotten } from '../unsent-file.ts'
import { type FileStore, openFileStore } from './file-store.ts'
import { type FileProgress, type FileUploader, fileUploader } from './file-uploader.ts'
import { upload } from './upload.ts'

export interface Files {
  store: FileStore
  uploader: FileUploader
}

const none: ReadonlyMap<string, FileProgress> = new Map()
let current: { userId: string; files: Files } | null = null

/** The files of the current user, stored and uploaded by this page; browser only. */
export function filesOf(userId: string): Files {
  if (current?.userId === userId) return current.files
  const store = openFileStore(`greenside-files-${userId}`)
  const uploader = fileUploader({
    read: async (id) => {
      const file = await store.find(id)
      // Some browsers lose the MIME type of stored files.
      return file && new Blob([file.bytes], { type: file.type })
    },
    send: (id, bytes, onProgress, signal) => upload({ id, userId }, bytes, onProgress, signal),
    discard: (id) => messagesClient.discardAttachment.call({ attachmentId: id }),
  })
  const files = { store, uploader }
  current = { userId, files }
  return files
}

/** The live upload state of each file; empty on the server. */
export function useFileProgress(userId: string): ReadonlyMap<string, FileProgress> {
  return useSyncExternalStore(
    (listener) => filesOf(userId).uploader.subscribe(listener),
    () => filesOf(userId).uploader.state(),
    () => none,
  )
}

/** An object URL of a local picture; null until it is loaded, or if it does not exist. */
export function useFileUrl(userId: string, id: string): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let isOver = false
    void filesOf(userId)
      .store.find(id)
      .then((file) => {
        if (!file || isOver) return
        made = URL.createObjectURL(file.bytes)
        setUrl(made)
      })
    return () => {
      isOver = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [userId, id])
  return url
}

/**
 * Deletes files that are no longer needed.
 * @param readQueued returns the ids of files in the outbox; called after reading the files, which another tab
 *   may be handing over
 */
export async function forgetFiles(userId: string, readQueued: () => ReadonlySet<string>): Promise<void> {
  const { store } = filesOf(userId)
  const kept = await store.all()
  const queued = readQueued()
  const forgotten = kept.filter((file) => isForgotten(file, queued, systemClock.now()))
  if (forgotten.length > 0) await store.remove(forgotten.map(({ id }) => id))
}
