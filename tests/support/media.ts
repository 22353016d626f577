import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import {
  BufferSource,
  BufferTarget,
  Conversion,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MovOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import sharp from 'sharp'

/** A photo of a camera that knows where and when it was: GPS and a note in its EXIF, taken upright by a sideways camera. */
export const photoWithPlace = async (width = 900, height = 600) =>
  own(
    await sharp({ create: { width, height, channels: 3, background: '#3a7d44' } })
      .jpeg()
      .withExif({
        IFD0: { Artist: 'Secret Artist', ImageDescription: 'secret-place', Orientation: '6' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '35/1 13/1 37/1',
          GPSLongitudeRef: 'W',
          GPSLongitude: '80/1 50/1 35/1',
        },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer(),
  )

export const plainPhoto = async (
  format: 'png' | 'webp' | 'avif' | 'gif' = 'png',
  width = 320,
  height = 200,
) =>
  own(
    await sharp({ create: { width, height, channels: 3, background: '#88aa44' } })
      [format]()
      .toBuffer(),
  )

export const shortVideo = async (format: 'mp4' | 'webm' = 'mp4') =>
  own(await readFile(new URL(`../../public/art/hero/hero.${format}`, import.meta.url)))

/** The same as a phone would write it: QuickTime, with a note about where it was. */
export async function videoWithPlace() {
  const target = new BufferTarget()
  const conversion = await Conversion.init({
    input: new Input({ source: new BufferSource(await shortVideo()), formats: [MP4] }),
    output: new Output({ format: new MovOutputFormat(), target }),
    tags: { title: 'secret-place', comment: '+35.2271-080.8431/' },
  })
  await conversion.execute()
  return own(new Uint8Array(target.buffer ?? new ArrayBuffer(0)))
}

/** A video whose pictures are so far apart that it lasts longer. */
export async function slowVideo(times: number) {
  const input = new Input({ source: new BufferSource(await shortVideo()), formats: [MP4] })
  const track = await input.getPrimaryVideoTrack()
  if (!track?.codec) throw new Error('no video')
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const source = new EncodedVideoPacketSource(track.codec)
  output.addVideoTrack(source)
  await output.start()
  const decoderConfig = await track.getDecoderConfig()
  for await (const packet of new EncodedPacketSink(track).packets())
    await source.add(
      packet.clone({ timestamp: packet.timestamp * times, duration: packet.duration * times }),
      decoderConfig ? { decoderConfig } : undefined,
    )
  await output.finalize()
  return own(new Uint8Array(target.buffer ?? new ArrayBuffer(0)))
}

/** A PNG of a few bytes that says it is huge: decoding it would take gigabytes. */
export function hugePng(width: number, height: number, extra: Buffer[] = []) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min(height, 200) * (width * 3 + 1)))
  return own(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      ...extra,
      chunk('IDAT', rows),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

/** Text in a PNG that unpacks to a thousand times its size. */
export const textBomb = () =>
  chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(100_000_000))]))

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The bytes with a memory of their own, as a request's body wants them. */
export const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)
export const withTail = (bytes: Uint8Array, tail: string) =>
  own(Buffer.concat([bytes, Buffer.from(tail, 'latin1')]))
