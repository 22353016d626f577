import { useEffect, useState, useSyncExternalStore } from 'react'
import { systemClock } from '#platform/clock.ts'
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

/** The files of whoever acts now, kept and uploaded by this page; in the browser only. */
export function filesOf(userId: string): Files {
  if (current?.userId === userId) return current.files
  const store = openFileStore(`greenside-files-${userId}`)
  const uploader = fileUploader({
    read: async (id) => {
      const file = await store.find(id)
      // A database of the browser may forget the kind of what it keeps.
      return file && new Blob([file.bytes], { type: file.type })
    },
    send: (id, bytes, onProgress, signal) => upload({ id, userId }, bytes, onProgress, signal),
  })
  const files = { store, uploader }
  current = { userId, files }
  return files
}

/** How far each file has come, as it changes; on the server nothing. */
export function useFileProgress(userId: string): ReadonlyMap<string, FileProgress> {
  return useSyncExternalStore(
    (listener) => filesOf(userId).uploader.subscribe(listener),
    () => filesOf(userId).uploader.state(),
    () => none,
  )
}

/** The address of a picture that only this page can show; null until it was read, or when it is not here. */
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
 * Removes what nobody will ask for again.
 * @param readQueued ids of the files of messages on their way; read after the files, which another tab may hand over just now
 */
export async function forgetFiles(userId: string, readQueued: () => ReadonlySet<string>): Promise<void> {
  const { store } = filesOf(userId)
  const kept = await store.all()
  const queued = readQueued()
  const forgotten = kept.filter((file) => isForgotten(file, queued, systemClock.now()))
  if (forgotten.length > 0) await store.remove(forgotten.map(({ id }) => id))
}
