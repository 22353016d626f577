import { EncodedPacketSink, FilePathSource, Input, MP4, QTFF, WEBM } from 'mediabunny'
import { UnreadableMedia } from './sanitize-image.ts'

const FORMATS = [MP4, QTFF, WEBM]

/**
 * When each frame of a video is shown, in microseconds from the start of the file, ascending: read from the packets, as phones
 * record at a variable rate.
 * @param path of a file on this machine that was sanitized
 * @param atMost more frames than this are refused
 * @throws UnreadableMedia
 */
export async function readFrameTimes(path: string, atMost: number): Promise<number[]> {
  const input = new Input({ source: new FilePathSource(path), formats: FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw new UnreadableMedia('unreadable')
    const times = new Set<number>()
    for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, {
      metadataOnly: true,
    })) {
      if (packet.timestamp >= 0) times.add(Math.round(packet.timestamp * 1e6))
      if (times.size > atMost) throw new UnreadableMedia('too_long')
    }
    if (times.size === 0) throw new UnreadableMedia('unreadable')
    return [...times].sort((a, b) => a - b)
  } catch (cause) {
    if (cause instanceof UnreadableMedia) throw cause
    throw new UnreadableMedia('unreadable', { cause })
  } finally {
    input.dispose()
  }
}
