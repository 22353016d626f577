import { CanvasSink, type InputVideoTrack } from 'mediabunny'
import { encodeAnew, openVideo } from '#platform/encode-video.ts'
import { isPlayedEverywhere } from '#platform/playable-video.ts'
import { clipLimits, clipRefusalTexts } from '../clip.ts'

/** What a browser does with a video before it is uploaded. Loaded with the first one. */

const POSTER_WIDTH = 720
/** A swing is usually near its top by then. */
const POSTER_AT = 0.4

export interface Prepared {
  file: Blob
  /** A still of it; null where the browser cannot decode it. */
  poster: Blob | null
}

/**
 * Looks at a video, makes it anew where it could not be played everywhere, and takes a still of it. The times of its frames stay
 * as they were.
 * @param onProgress how much of making it anew is done, from 0 to 1
 * @throws Error with words for people, when it can't be shown everywhere and this browser can't change that
 */
export async function prepareVideo(
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Prepared> {
  const input = openVideo(file)
  try {
    const track = await input.getPrimaryVideoTrack().catch(() => null)
    // What we cannot read here the server looks at, and says what is wrong with it.
    if (!track) return { file, poster: null }
    const duration = await track.computeDuration()
    if (duration > clipLimits.video.seconds + 0.5) throw new Error(clipRefusalTexts.too_long)
    const poster = await takeStill(track, duration * POSTER_AT).catch(() => null)
    if (track.codec !== null && isPlayedEverywhere(track.codec, true)) return { file, poster }
    return { file: await encodeAnew(input, track, signal, onProgress), poster }
  } finally {
    input.dispose()
  }
}

async function takeStill(track: InputVideoTrack, at: number): Promise<Blob | null> {
  if (!(await track.canDecode())) return null
  const sink = new CanvasSink(track, { width: Math.min(POSTER_WIDTH, track.displayWidth), fit: 'contain' })
  const { canvas } = (await sink.getCanvas(at)) ?? {}
  if (!canvas) return null
  return 'convertToBlob' in canvas
    ? await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
    : await new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
}
