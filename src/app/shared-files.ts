import { acceptedClips, clipLimits } from '#features/clips/clip.ts'
import { MOST_FILE_CHARS } from '#features/workspaces/shots/shot-units.ts'
import { deviceNow } from '#platform/clock.ts'
import { DAY } from '#platform/duration.ts'

/** Files from the phone's share sheet. The service worker (`public/sw.js`) keeps them on the device for a day. */

const KEPT_IN = 'greenside-shared-1'

export interface SharedFile {
  /** Its address in the cache. */
  key: string
  file: File
}

/** The files that wait to be added, shared within a day; older ones are removed. Empty where the browser has no cache storage. Browser only. */
export async function readSharedFiles(): Promise<SharedFile[]> {
  if (!('caches' in window)) return []
  const cache = await caches.open(KEPT_IN)
  const found: SharedFile[] = []
  for (const { url } of await cache.keys()) {
    const kept = await cache.match(url)
    if (!kept) continue
    const { headers } = kept
    if (deviceNow() - Number(headers.get('x-shared-at')) > DAY) {
      await cache.delete(url)
      continue
    }
    const name = decodeURIComponent(headers.get('x-name') ?? '') || 'File'
    const type = headers.get('content-type') ?? ''
    const lastModified = Number(headers.get('x-modified')) || 0
    found.push({ key: url, file: new File([await kept.blob()], name, { type, lastModified }) })
  }
  return found
}

/** Removes a file from the device. Browser only. */
export async function forgetSharedFile(key: string): Promise<void> {
  const cache = await caches.open(KEPT_IN)
  await cache.delete(key)
}

/** What a shared file can become, or why it can become nothing. */
export type SharedKind = { is: 'shots' } | { is: 'clip' } | { is: 'nothing'; why: string }

/** The server checks the content; this only says which way a file goes. */
export function kindOfShared({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): SharedKind {
  if (
    acceptedClips
      .split(',')
      .some((one) => one === type || (one.startsWith('.') && name.toLowerCase().endsWith(one)))
  ) {
    const { bytes } = type.startsWith('image/') ? clipLimits.image : clipLimits.video
    return size > bytes
      ? { is: 'nothing', why: `Larger than ${bytes / 1_024 / 1_024} MB. Trim it and share it again.` }
      : { is: 'clip' }
  }
  if (/\.(csv|tsv|txt)$/i.test(name) || /^text\/(csv|plain|tab-|comma-)|^application\/csv$/.test(type))
    return size > MOST_FILE_CHARS
      ? { is: 'nothing', why: 'Larger than 700 kB. Export one session and share it again.' }
      : { is: 'shots' }
  return { is: 'nothing', why: 'Neither a CSV of shots nor a video or picture that we can use.' }
}
