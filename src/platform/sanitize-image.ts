import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { loadSharp } from './load-sharp.ts'
import type { MediaKind } from './media-kind.ts'

/** A stored file of a picture or video. */
export interface StoredFile {
  /** The name within its folder, such as `1600.webp`. */
  name: string
  type: string
  bytes: number
  width: number
  height: number
}

/** A file that was re-encoded from an upload and is not stored yet. */
export interface SanitizedFile extends StoredFile {
  path: string
}

export class UnreadableMedia extends Error {
  readonly reason: 'unreadable' | 'too_many_pixels' | 'too_long' | 'not_played_everywhere'

  constructor(reason: UnreadableMedia['reason'], options?: { cause?: unknown }) {
    super(reason, options)
    this.name = 'UnreadableMedia'
    this.reason = reason
  }
}

/** Widths of the copies in pixels; widths larger than the picture are skipped. */
const WIDTHS = [480, 1_600]
const LONGEST_SIDE = 12_000

/** A square crop of the upright picture; all values are fractions of its dimensions. */
export interface Crop {
  left: number
  top: number
  /** A fraction of the shorter side, 0 to 1. */
  size: number
}

/**
 * Decodes an image and encodes it upright in the sizes and formats that we serve. Everything else in the file
 * is dropped: location, camera, appended files. Only the first frame of an animation is kept.
 * @param limits.pixels maximum pixels of the original; read from its header before decoding
 * @param crop square to keep
 * @throws UnreadableMedia
 */
export async function sanitizeImage(
  source: string,
  kind: MediaKind,
  folder: string,
  limits: { pixels: number },
  crop?: Crop,
): Promise<SanitizedFile[]> {
  const sharp = await loadSharp()
  const open = () =>
    sharp(source, { limitInputPixels: limits.pixels, failOn: 'error', sequentialRead: true, pages: 1 })
  const whole = await readSize(open(), kind, limits.pixels)
  const square = crop ? squareOf(whole, crop) : null
  const { width, height } = square ?? whole
  const widths = [...WIDTHS.filter((one) => one < width), ...(width <= (WIDTHS.at(-1) ?? 0) ? [width] : [])]
  const files: SanitizedFile[] = []
  for (const target of widths) {
    const upright = () => (square ? open().autoOrient().extract(square) : open().autoOrient())
    const picture = () =>
      upright().resize({
        width: target,
        height: Math.max(1, Math.round((target * height) / width)),
        fit: 'fill',
      })
    const isLargest = target === widths.at(-1)
    files.push(
      await write(folder, `${target}.avif`, 'image/avif', picture().avif({ quality: 55, effort: 2 })),
      await write(folder, `${target}.webp`, 'image/webp', picture().webp({ quality: 80 })),
      // A fallback for clients that do not support newer formats.
      ...(isLargest
        ? [
            await write(
              folder,
              `${target}.jpg`,
              'image/jpeg',
              picture().flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true }),
            ),
          ]
        : []),
    )
  }
  return files
}

/** The crop in pixels, clamped to the image. */
function squareOf({ width, height }: { width: number; height: number }, crop: Crop) {
  const side = Math.max(1, Math.min(Math.round(Math.min(width, height) * crop.size), width, height))
  const within = (part: number, whole: number) =>
    Math.max(0, Math.min(Math.round(part * whole), whole - side))
  return { left: within(crop.left, width), top: within(crop.top, height), width: side, height: side }
}

async function readSize(picture: Sharp, kind: MediaKind, pixels: number) {
  const found = await picture.metadata().catch((cause: Error) => {
    throw new UnreadableMedia(/pixel limit/.test(cause.message) ? 'too_many_pixels' : 'unreadable', { cause })
  })
  const format = found.format === 'heif' ? 'avif' : found.format
  if (format !== kind.format) throw new UnreadableMedia('unreadable')
  const { width, height } = found.autoOrient
  if (width * height > pixels || Math.max(width, height) > LONGEST_SIDE)
    throw new UnreadableMedia('too_many_pixels')
  return { width, height }
}

async function write(folder: string, name: string, type: string, picture: Sharp): Promise<SanitizedFile> {
  const path = join(folder, name)
  const made = await picture
    .toColourspace('srgb')
    .timeout({ seconds: 20 })
    .toFile(path)
    .catch((cause: Error) => {
      throw new UnreadableMedia('unreadable', { cause })
    })
  return { name, path, type, bytes: made.size, width: made.width, height: made.height }
}
