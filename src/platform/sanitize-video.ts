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
 * Reads a video packet by packet and writes its video and audio tracks into a new file. Everything else is
 * dropped: location, device, additional tracks, appended files. The tracks are not transcoded; codecs that
 * not every browser supports are rejected.
 * @param asMp4 always write an MP4, in which every frame has a duration and browsers seek to exact frames
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
      // The index first, so that playback can start before the download completes.
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
  // Computed from the packets, because the header cannot be trusted.
  const seconds = await input.computeDuration()
  if (seconds > longest + 0.5) throw new UnreadableMedia('too_long')
  return { video, seconds }
}
