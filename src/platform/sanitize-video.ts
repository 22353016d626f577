import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  Conversion,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import type { MediaKind } from './media-kind.ts'
import { isPlayedEverywhere } from './playable-video.ts'
import { type SanitizedFile, UnreadableMedia } from './sanitize-image.ts'

const LONGEST_SIDE = 4_096
const AUDIO = ['aac', 'mp3', 'opus', 'vorbis']
const TAKES_AT_MOST_MS = 30_000

/**
 * Reads a video packet by packet and writes picture and sound into a new file, without anything else that was in the old one:
 * no place, no device, no further tracks, no second file behind the first. What is inside is not encoded anew: what not every
 * browser plays is refused.
 * @param asMp4 true for an MP4 whatever it was: there every frame says how long it lasts, and browsers seek to the very one
 * @throws UnreadableMedia
 */
export async function sanitizeVideo(
  source: string,
  kind: MediaKind,
  folder: string,
  limits: { seconds: number },
  asMp4 = false,
): Promise<{ file: SanitizedFile; durationMs: number }> {
  const isWebm = kind.format === 'webm'
  const input = new Input({ source: new FilePathSource(source), formats: isWebm ? [WEBM] : [MP4, QTFF] })
  try {
    const toWebm = isWebm && !asMp4
    const { video, seconds } = await readTracks(input, limits.seconds, toWebm)
    const name = toWebm ? 'video.webm' : 'video.mp4'
    const path = join(folder, name)
    const output = new Output({
      // Its index first: it plays before all of it is there.
      format: toWebm ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' }),
      target: new FilePathTarget(path),
    })
    const conversion = await Conversion.init({
      input,
      output,
      tracks: 'primary',
      tags: {},
      showWarnings: false,
    })
    if (!conversion.isValid || !conversion.utilizedTracks.includes(video))
      throw new UnreadableMedia('unreadable')
    const late = setTimeout(() => void conversion.cancel(), TAKES_AT_MOST_MS)
    await conversion.execute().finally(() => clearTimeout(late))
    return {
      file: {
        name,
        path,
        type: toWebm ? 'video/webm' : 'video/mp4',
        bytes: (await stat(path)).size,
        width: video.displayWidth,
        height: video.displayHeight,
      },
      durationMs: Math.max(1, Math.round(seconds * 1_000)),
    }
  } catch (cause) {
    if (cause instanceof UnreadableMedia) throw cause
    throw new UnreadableMedia('unreadable', { cause })
  } finally {
    input.dispose()
  }
}

async function readTracks(
  input: Input,
  longest: number,
  toWebm: boolean,
): Promise<{ video: InputVideoTrack; seconds: number }> {
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  if (!video?.codec || (audio && !AUDIO.includes(audio.codec ?? ''))) throw new UnreadableMedia('unreadable')
  if (!isPlayedEverywhere(video.codec, !toWebm)) throw new UnreadableMedia('not_played_everywhere')
  if (Math.max(video.displayWidth, video.displayHeight) > LONGEST_SIDE)
    throw new UnreadableMedia('too_many_pixels')
  // From the packets themselves: a header may say anything.
  const seconds = await input.computeDuration()
  if (seconds > longest + 0.5) throw new UnreadableMedia('too_long')
  return { video, seconds }
}
