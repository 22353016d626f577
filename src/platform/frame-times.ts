import { EncodedPacketSink, FilePathSource, Input, MP4, QTFF, WEBM } from 'mediabunny'
import { UnreadableMedia } from './sanitize-image.ts'

const FORMATS = [MP4, QTFF, WEBM]

/**
 * Returns the presentation time of each frame in microseconds from the start of the file, in ascending order.
 * Read from the packets, because phones record at a variable frame rate.
 * @param path a sanitized file on this machine
 * @param atMost the maximum number of frames
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
