import { useEffect, useRef, useState } from 'react'
import { newUuid } from '#platform/new-uuid.ts'
import { ATTACHMENTS_A_MESSAGE } from '../message.ts'
import type { Attachment } from '../schema.ts'
import { UploadFailed, upload, whyNotUpload } from './upload.ts'

/** A file somebody chose, on its way to the server. */
export interface Upload {
  id: string
  file: File
  /** A small picture of it that only this page can show; null for videos. */
  previewUrl: string | null
  /** What is there, 0 to 1; the last bit is the server's work on it. */
  progress: number
  error: string | null
  attachment: Attachment | null
}

/** The files of a message that is being written. */
export function useUploads() {
  const [uploads, setUploads] = useState<Upload[]>([])
  const [tooMany, setTooMany] = useState(false)
  const running = useRef(new Map<string, AbortController>())
  const previews = useRef(new Set<string>())

  useEffect(() => {
    const [requests, urls] = [running.current, previews.current]
    return () => {
      for (const request of requests.values()) request.abort()
      for (const url of urls) URL.revokeObjectURL(url)
    }
  }, [])

  const change = (id: string, by: Partial<Upload>) =>
    setUploads((known) => known.map((one) => (one.id === id ? { ...one, ...by } : one)))

  async function start({ id, file }: Pick<Upload, 'id' | 'file'>) {
    const request = new AbortController()
    running.current.set(id, request)
    change(id, { error: null, progress: 0 })
    try {
      const attachment = await upload(file, (progress) => change(id, { progress }), request.signal)
      change(id, { attachment, progress: 1 })
    } catch (error) {
      if (error instanceof UploadFailed) change(id, { error: error.message })
    } finally {
      running.current.delete(id)
    }
  }

  function add(files: readonly File[]) {
    const room = ATTACHMENTS_A_MESSAGE - uploads.length
    setTooMany(files.length > room)
    const added = files.slice(0, Math.max(0, room)).map((file): Upload => {
      const previewUrl = file.type.startsWith('image/') ? URL.createObjectURL(file) : null
      if (previewUrl) previews.current.add(previewUrl)
      return { id: newUuid(), file, previewUrl, progress: 0, error: whyNotUpload(file), attachment: null }
    })
    setUploads((known) => [...known, ...added])
    for (const one of added) if (!one.error) void start(one)
  }

  function remove(id: string) {
    running.current.get(id)?.abort()
    setUploads((known) => known.filter((one) => one.id !== id))
    setTooMany(false)
  }

  return {
    uploads,
    tooMany,
    add,
    remove,
    retry: (upload: Upload) => void start(upload),
    clear: () => {
      setUploads([])
      setTooMany(false)
    },
    /** Still something to wait for, or to decide about. */
    isUnfinished: uploads.some(({ attachment }) => attachment === null),
    attachments: uploads.flatMap(({ attachment }) => attachment ?? []),
  }
}

export type Uploads = ReturnType<typeof useUploads>
