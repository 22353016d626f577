import { type Atom, createAtom } from '@tanstack/react-store'
import { readProblem } from '#platform/api-problem.ts'
import { clipsClient } from '../client.ts'
import { clipLimits, clipPosterAddress, clipRefusalTexts } from '../clip.ts'
import type { ClipsOfGolfer } from '../schema.ts'
import { sendParts } from './send-parts.ts'

/**
 * Uploads clips concurrently. An interrupted upload resumes automatically when the connection returns, or
 * when the same file is chosen again after the page was closed.
 */

export interface Arriving {
  key: string
  name: string
  phase: 'preparing' | 'sending' | 'checking' | 'done' | 'failed'
  /** From 0 to 1 within the current phase. */
  progress: number
  /** True while the server cannot be reached. */
  isWaiting: boolean
  error: string | null
  clipId: string | null
}

/** Whether an upload has neither failed nor become a clip. */
export const isUnderWay = ({ phase }: Arriving): boolean => phase !== 'failed' && phase !== 'done'

interface Job {
  file: File
  shown: Arriving
  abort: AbortController
  uploadId: string | null
}

const AT_ONCE = 2

export interface ClipUploader {
  add(files: Iterable<File>): void
  retry(key: string): void
  /** Removes an upload from the list and deletes its received parts. */
  cancel(key: string): void
  /** The uploads, in the order in which they were added. */
  uploads: Pick<Atom<readonly Arriving[]>, 'get' | 'subscribe'>
}

type Target = ClipsOfGolfer & { bookingId: string | null; videoReviewId: string | null }

/**
 * Uploads go on when their list is no longer shown, and the browser asks before the page is left meanwhile.
 * @param on.done called for each created clip, with the file it was made of
 * @param on.failed called for each file that was not added, with the reason
 */
export function clipUploader(
  target: Target,
  on: { done: (clipId: string, file: File) => void; failed: (file: File, why: string) => void },
): ClipUploader {
  const jobs = new Map<string, Job>()
  const uploads = createAtom<readonly Arriving[]>([])
  let busy = 0
  const queue: string[] = []
  let count = 0

  const warn = (event: Event) => event.preventDefault()

  function tell() {
    const all = [...jobs.values()].map(({ shown }) => shown)
    uploads.set(() => all)
    if (all.some(isUnderWay)) window.addEventListener('beforeunload', warn)
    else window.removeEventListener('beforeunload', warn)
  }

  function show(key: string, change: Partial<Arriving>) {
    const job = jobs.get(key)
    if (!job) return
    job.shown = { ...job.shown, ...change }
    tell()
  }

  function next() {
    while (busy < AT_ONCE) {
      const key = queue.shift()
      const job = key === undefined ? undefined : jobs.get(key)
      if (key === undefined) return
      if (!job) continue
      busy++
      void run(key, job).finally(() => {
        busy--
        next()
      })
    }
  }

  async function run(key: string, job: Job) {
    const { file, abort } = job
    try {
      show(key, { phase: 'preparing', progress: 0, error: null })
      const isImage = file.type.startsWith('image/')
      if (file.size > (isImage ? clipLimits.image.bytes : clipLimits.video.bytes))
        throw new Error(clipRefusalTexts.too_large)
      const prepared = isImage
        ? { file, poster: null }
        : await (await import('./prepare-clip.ts')).prepareVideo(file, abort.signal, (progress) =>
            show(key, { progress }),
          )
      abort.signal.throwIfAborted()
      const memory = memoryOf(target, file)
      const address = await begin(job, prepared.file.size, memory)
      show(key, { phase: 'sending', progress: 0 })
      await sendParts(prepared.file, address, abort.signal, {
        progress: (progress) => show(key, { progress, isWaiting: false }),
        waiting: (isWaiting) => show(key, { isWaiting }),
      })
      show(key, { phase: 'checking', progress: 1, isWaiting: false })
      const made = await clipsClient.finishUpload.call({ uploadId: job.uploadId ?? '' })
      forget(memory)
      if (!made.ok) throw new Error(made.message)
      if (prepared.poster) await sendPoster(made.clipId, prepared.poster)
      show(key, { phase: 'done', clipId: made.clipId })
      on.done(made.clipId, file)
      jobs.delete(key)
      tell()
    } catch (error) {
      if (abort.signal.aborted) return
      const problem = readProblem(error)
      const words =
        problem.message ?? (error instanceof Error && error.name === 'Error' ? error.message : null)
      show(key, { phase: 'failed', isWaiting: false, error: words ?? LOST })
      on.failed(file, words ?? LOST)
    }
  }

  /** The upload's URL: that of an unfinished upload of the same file, if there is one. */
  async function begin(job: Job, bytes: number, memory: string): Promise<string> {
    const known = recall(memory)
    if (known) {
      const found = await fetch(known.address, {
        method: 'HEAD',
        headers: { 'tus-resumable': '1.0.0' },
      }).catch(() => null)
      if (found?.ok && Number(found.headers.get('upload-length')) === bytes) {
        job.uploadId = known.uploadId
        return known.address
      }
      if (found?.status === 404) forget(memory)
    }
    const begun = await clipsClient.startUpload.call({ ...target, title: clipTitleOf(job.file.name), bytes })
    job.uploadId = begun.uploadId
    remember(memory, begun)
    return begun.address
  }

  return {
    add(files) {
      for (const file of files) {
        const key = `clip-${++count}`
        const fresh = {
          key,
          name: file.name,
          phase: 'preparing',
          progress: 0,
          isWaiting: false,
          error: null,
          clipId: null,
        } as const
        jobs.set(key, { file, shown: fresh, abort: new AbortController(), uploadId: null })
        queue.push(key)
      }
      tell()
      next()
    },
    retry(key) {
      const job = jobs.get(key)
      if (job?.shown.phase !== 'failed') return
      job.abort = new AbortController()
      queue.push(key)
      next()
    },
    cancel(key) {
      const job = jobs.get(key)
      if (!job) return
      job.abort.abort()
      jobs.delete(key)
      forget(memoryOf(target, job.file))
      if (job.uploadId) void clipsClient.cancelUpload.call({ uploadId: job.uploadId }).catch(() => undefined)
      tell()
    },
    uploads,
  }
}

const LOST = 'The connection was lost. Try again to resume the upload where it stopped.'

async function sendPoster(clipId: string, poster: Blob): Promise<void> {
  // Without a poster, the list shows the clip's first frame.
  await fetch(clipPosterAddress(clipId), { method: 'POST', body: poster }).catch(() => undefined)
}

/** `Driver down the line` for `Driver down the line.mov`; camera-generated numbers are dropped. */
export function clipTitleOf(name: string): string {
  const bare = name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
  return /^(img|vid|mov|dsc|pxl|video|image|trim)?[\s.-]*[0-9a-f\s.-]{3,}$/i.test(bare) || !bare
    ? 'Swing'
    : bare.slice(0, 80)
}

/** The key of an upload that can be resumed: the same file for another lesson or video review is another upload. */
function memoryOf(target: Target, file: File): string {
  const { instructorId, studentId, golferId, bookingId, videoReviewId } = target
  const ids = [instructorId, studentId, golferId, bookingId, videoReviewId].filter(Boolean)
  return `clip-upload ${ids.join(' ')} ${file.size} ${file.lastModified} ${file.name}`
}

function recall(memory: string): { uploadId: string; address: string } | null {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(memory) ?? 'null')
    if (typeof known !== 'object' || known === null) return null
    if (!('uploadId' in known) || !('address' in known)) return null
    return { uploadId: String(known.uploadId), address: String(known.address) }
  } catch {
    return null
  }
}

function remember(memory: string, begun: { uploadId: string; address: string }): void {
  try {
    localStorage.setItem(memory, JSON.stringify(begun))
  } catch {
    // Without storage, an upload restarts after the page was closed.
  }
}

function forget(memory: string): void {
  try {
    localStorage.removeItem(memory)
  } catch {
    // Without storage, there is nothing to remove.
  }
}
