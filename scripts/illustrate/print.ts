import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp, { type Sharp } from 'sharp'

/** Pixels to leave out at each side before scaling. */
export type Trim = { bleed?: number }

/** Turns an SVG into pixels with the whole collection's contrast and depth of colour. */
export async function develop(svg: string, trim: Trim = {}): Promise<Sharp> {
  return ink(await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer(), trim)
}

/** The same finish for a picture that is already pixels. */
export async function ink(picture: Buffer, { bleed = 0 }: Trim = {}): Promise<Sharp> {
  const { width = 0, height = 0 } = await sharp(picture).metadata()
  const trimmed = sharp(picture).extract({
    left: bleed,
    top: bleed,
    width: width - bleed * 2,
    height: height - bleed * 2,
  })
  return trimmed.removeAlpha().modulate({ saturation: 1.15 }).linear(1.12, -12)
}

/**
 * Writes a picture as AVIF and WebP in each width: `<path>-<width>.avif`, `<path>-<width>.webp`.
 * @param quality 1..100, AVIF's; WebP gets what looks alike
 */
export async function writeSizes(
  picture: Sharp,
  path: string,
  widths: readonly number[],
  quality = 52,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const pixels = await picture.png({ compressionLevel: 1 }).toBuffer()
  for (const width of widths) {
    const sized = sharp(pixels).resize({ width, kernel: 'lanczos3' })
    await sized.clone().avif({ quality, effort: 4 }).toFile(`${path}-${width}.avif`)
    await sized
      .clone()
      .webp({ quality: Math.min(90, quality + 20), effort: 5 })
      .toFile(`${path}-${width}.webp`)
  }
}

/** Writes text or bytes, making the folder when it is not there. */
export async function writeInto(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
