import { loadSharp } from './load-sharp.ts'

/**
 * Composes a picture from a background, an optional round portrait, and an overlay.
 * @param parts file paths or bytes; the overlay is SVG of exactly the given size
 * @returns a JPEG
 */
export async function composePicture(parts: {
  background: string | Buffer
  portrait: { picture: string | Buffer; diameter: number; left: number; top: number; ring: string } | null
  drawing: string
  width: number
  height: number
}): Promise<Buffer> {
  const sharp = await loadSharp()
  const { width, height, portrait } = parts
  const layers = [{ input: Buffer.from(parts.drawing), left: 0, top: 0 }]
  if (portrait) {
    const { diameter, left, top, ring } = portrait
    const circle = (radius: number, fill: string) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${diameter}" height="${diameter}"><circle cx="${diameter / 2}" cy="${diameter / 2}" r="${radius}" fill="${fill}"/></svg>`,
      )
    const cut = await sharp(portrait.picture)
      .resize(diameter, diameter, { fit: 'cover' })
      .composite([{ input: circle(diameter / 2 - 8, '#fff'), blend: 'dest-in' }])
      .png()
      .toBuffer()
    layers.push({ input: circle(diameter / 2, ring), left, top }, { input: cut, left, top })
  }
  return await sharp(parts.background)
    .resize(width, height, { fit: 'cover' })
    .composite(layers)
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
}
