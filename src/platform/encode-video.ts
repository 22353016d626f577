import {
  BlobSource,
  BufferTarget,
  Conversion,
  canEncodeVideo,
  Input,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
} from 'mediabunny'
import { notPlayedEverywhereText } from './playable-video.ts'

/** Converts videos in the browser that not every browser can play. Loaded on demand. */

/** Thrown with a message for the user. */
export class NotPlayedEverywhere extends Error {
  constructor(options?: { cause?: unknown }) {
    super(notPlayedEverywhereText, options)
  }
}

/** Opens a video in the browser. The caller must dispose of it. */
export const openVideo = (file: Blob): Input =>
  new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM] })

/**
 * Transcodes a video to an MP4 that every browser can play. Frame timestamps are preserved.
 * @param onProgress receives the completed fraction, from 0 to 1
 * @throws NotPlayedEverywhere if this browser cannot transcode it
 */
export async function encodeAnew(
  input: Input,
  track: InputVideoTrack,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Blob> {
  if (!(await track.canDecode()) || !(await canEncodeVideo('avc'))) throw new NotPlayedEverywhere()
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const conversion = await Conversion.init({
    input,
    output,
    tracks: 'primary',
    tags: {},
    video: { codec: 'avc', forceTranscode: true, width: undefined },
    showWarnings: false,
  })
  if (!conversion.isValid) throw new NotPlayedEverywhere()
  conversion.onProgress = onProgress
  const cancel = () => void conversion.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    await conversion.execute()
  } catch (cause) {
    throw new NotPlayedEverywhere({ cause })
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  return new Blob([target.buffer ?? new ArrayBuffer(0)], { type: 'video/mp4' })
}
