import { useRef, useState } from 'react'
import { sendFile, UploadFailed } from '#platform/send-file.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { pictureRefusalTexts, pictureUploadAddress, whyNotPicture } from '../../pictures/picture.ts'
import { type UploadedPicture, uploadedPictureSchema } from '../../pictures/schema.ts'

/** An upload in progress. */
export interface PictureUpload {
  id: string
  name: string
  /** The uploaded share, 0 to 1; the rest is processing on the server. */
  progress: number
  error: string | null
  /** Retrying may succeed. */
  mayRetry: boolean
}

/** Maximum number of concurrent uploads; others are queued. */
const AT_ONCE = 2

const isUploaded = (answer: unknown): answer is UploadedPicture =>
  uploadedPictureSchema.safeParse(answer).success

/**
 * Uploads pictures to the gallery, two at a time, with progress.
 * @param onTaken called after each upload
 */
export function usePictureUploads(userId: string, onTaken: () => void) {
  const [uploads, setUploads] = useState<PictureUpload[]>([])
  const queue = useRef<{ id: string; file: File }[]>([])
  const files = useRef(new Map<string, File>())
  const cancels = useRef(new Map<string, AbortController>())

  const change = (id: string, by: Partial<PictureUpload>) =>
    setUploads((known) => known.map((one) => (one.id === id ? { ...one, ...by } : one)))
  const forget = (id: string) => {
    files.current.delete(id)
    queue.current = queue.current.filter((one) => one.id !== id)
    setUploads((known) => known.filter((one) => one.id !== id))
  }

  async function send({ id, file }: { id: string; file: File }) {
    const cancel = new AbortController()
    cancels.current.set(id, cancel)
    try {
      await sendFile(
        `${pictureUploadAddress}?${new URLSearchParams({ id, by: userId, purpose: 'gallery' })}`,
        file,
        isUploaded,
        (progress) => change(id, { progress }),
        cancel.signal,
      )
      forget(id)
      onTaken()
    } catch (error) {
      if (!cancel.signal.aborted)
        change(id, {
          error: error instanceof UploadFailed ? error.message : 'We could not send this picture.',
          mayRetry: error instanceof UploadFailed && !(error.code in pictureRefusalTexts),
        })
    } finally {
      cancels.current.delete(id)
      next()
    }
  }

  function next() {
    while (cancels.current.size < AT_ONCE) {
      const one = queue.current.shift()
      if (!one) return
      void send(one)
    }
  }

  return {
    uploads,
    add(chosen: readonly File[]) {
      for (const file of chosen) {
        const id = uuidV4()
        const refusal = whyNotPicture(file)
        const error = refusal ? pictureRefusalTexts[refusal] : null
        setUploads((known) => [...known, { id, name: file.name, progress: 0, error, mayRetry: false }])
        if (refusal) continue
        files.current.set(id, file)
        queue.current.push({ id, file })
      }
      next()
    },
    retry(id: string) {
      const file = files.current.get(id)
      if (!file) return
      change(id, { error: null, progress: 0 })
      queue.current.push({ id, file })
      next()
    },
    remove(id: string) {
      cancels.current.get(id)?.abort()
      forget(id)
    },
  }
}
