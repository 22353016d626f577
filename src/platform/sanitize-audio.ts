import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  Conversion,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  WEBM,
} from 'mediabunny'
import { UnreadableMedia } from './sanitize-image.ts'

/** The audio codecs that browsers record and play. */
const AUDIO = ['aac', 'opus']
const TAKES_AT_MOST_MS = 20_000

export interface SanitizedSound {
  name: string
  path: string
  type: string
  bytes: number
  durationMs: number
}

/**
 * Reads a recording packet by packet and writes only its audio track into a new MP4, without metadata. The
 * audio is not transcoded.
 * @param source path of a file on this machine
 * @param limits.seconds maximum duration, computed from the packets
 * @throws UnreadableMedia
 */
export async function sanitizeAudio(
  source: string,
  folder: string,
  limits: { seconds: number },
): Promise<SanitizedSound> {
  const input = new Input({ source: new FilePathSource(source), formats: [MP4, WEBM] })
  try {
    const sound = await input.getPrimaryAudioTrack()
    if (!sound || !AUDIO.includes(sound.codec ?? '')) throw new UnreadableMedia('unreadable')
    const seconds = await sound.computeDuration()
    if (seconds > limits.seconds + 1) throw new UnreadableMedia('too_long')
    const name = 'voice.mp4'
    const path = join(folder, name)
    const output = new Output({
      format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
      target: new FilePathTarget(path),
    })
    const conversion = await Conversion.init({
      input,
      output,
      tracks: 'primary',
      video: { discard: true },
      tags: {},
      showWarnings: false,
    })
    if (!conversion.isValid || !conversion.utilizedTracks.includes(sound))
      throw new UnreadableMedia('unreadable')
    const late = setTimeout(() => void conversion.cancel(), TAKES_AT_MOST_MS)
    await conversion.execute().finally(() => clearTimeout(late))
    return {
      name,
      path,
      type: 'audio/mp4',
      bytes: (await stat(path)).size,
      durationMs: Math.max(1, Math.round(seconds * 1_000)),
    }
  } catch (cause) {
    if (cause instanceof UnreadableMedia) throw cause
    throw new UnreadableMedia('unreadable', { cause })
  } finally {
    input.dispose()
  }
}
