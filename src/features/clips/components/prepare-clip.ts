import { CanvasSink, type InputVideoTrack } from 'mediabunny'
import { encodeAnew, openVideo } from '#platform/encode-video.ts'
import { isPlayedEverywhere } from '#platform/playable-video.ts'
import { clipLimits, clipRefusalTexts } from '../clip.ts'

/** Client-side processing of a video before upload. Loaded on first use. */

const POSTER_WIDTH = 720
/** The poster's position as a share of the duration, where a swing is usually near its top. */
const POSTER_AT = 0.4

export interface Prepared {
  file: Blob
  /** A poster image; null when the browser cannot decode the video. */
  poster: Blob | null
}

/**
 * Analyzes a video, converts it if it is not playable in all browsers, and takes a poster image. Frame times
 * are preserved.
 * @param onProgress called with the progress of the conversion, from 0 to 1
 * @throws Error with a message for the user, when the video is not playable everywhere and this browser
 * cannot convert it
 */
export async function prepareVideo(
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Prepared> {
  const input = openVideo(file)
  try {
    const track = await input.getPrimaryVideoTrack().catch(() => null)
    // Files that cannot be parsed here are validated by the server, which reports the error.
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
