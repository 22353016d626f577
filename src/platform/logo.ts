import { readFile, stat } from 'node:fs/promises'
import { loadSharp } from './load-sharp.ts'

const MOST_BYTES = 1_000_000
/** Phones show an installed app with an icon of this size in pixels. */
const LEAST_PIXELS = 512
/** The paper behind icons that may not be transparent, see `ui/tokens.css`. */
const PAPER = '#fbf8f2'
/** A maskable icon's content lies within four fifths of its width (W3C Web App Manifest, "Icon masks"). */
const SAFE_ZONE = 0.8

/** The icons of the site, which replace the files of the same names in `public`. */
const icons = {
  '/favicon.svg': { size: 256, isOpaque: false, share: 1 },
  '/icon-192.png': { size: 192, isOpaque: false, share: 1 },
  '/icon-512.png': { size: 512, isOpaque: false, share: 1 },
  '/apple-touch-icon.png': { size: 180, isOpaque: true, share: 0.86 },
  '/icon-maskable-512.png': { size: 512, isOpaque: true, share: SAFE_ZONE },
} as const

export type IconPath = keyof typeof icons

export const isIcon = (path: string): path is IconPath => Object.hasOwn(icons, path)

/**
 * Why a file can't be the logo, in words for the operator; null if it can.
 * @param file a path of a square SVG, PNG or WebP picture
 */
export async function logoProblem(file: string): Promise<string | null> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) return `there is no file ${file}`
  if (found.size > MOST_BYTES) return 'the file is larger than 1 MB'
  const sharp = await loadSharp()
  const {
    format,
    width = 0,
    height = 0,
  } = await sharp(file)
    .metadata()
    .catch(() => ({ format: undefined, width: 0, height: 0 }))
  if (!['svg', 'png', 'webp'].includes(format ?? '')) return 'the file is not an SVG, PNG or WebP picture'
  if (Math.abs(width - height) > 1) return `the picture is ${width} by ${height}, and must be square`
  if (format !== 'svg' && width < LEAST_PIXELS)
    return `the picture is ${width} pixels wide, and must be at least ${LEAST_PIXELS}`
  return null
}

/** An icon with its content type. */
export interface Icon {
  type: 'image/svg+xml' | 'image/png'
  content: Buffer
}

/**
 * Draws one of the site's icons from the logo. A vector logo stays one where the icon is SVG.
 * @throws Error when the file can't be read
 */
export async function drawIcon(file: string, path: IconPath): Promise<Icon> {
  const source = await readFile(file)
  const isVector = /^\s*(<\?xml|<!--|<svg|<!doctype svg)/i.test(source.subarray(0, 200).toString())
  if (path === '/favicon.svg' && isVector) return { type: 'image/svg+xml', content: source }
  const { size, isOpaque, share } = icons[path]
  const inner = Math.round(size * share)
  const before = Math.floor((size - inner) / 2)
  const background = isOpaque ? PAPER : { r: 0, g: 0, b: 0, alpha: 0 }
  const sharp = await loadSharp()
  const drawn = sharp(source, isVector ? { density: 600, limitInputPixels: false } : {})
    .resize(inner, inner, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .extend({
      top: before,
      left: before,
      bottom: size - inner - before,
      right: size - inner - before,
      background,
    })
  const content = await (isOpaque ? drawn.flatten({ background: PAPER }) : drawn).png().toBuffer()
  if (path !== '/favicon.svg') return { type: 'image/png', content }
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><image width="${size}" height="${size}" href="data:image/png;base64,${content.toString('base64')}"/></svg>`
  return { type: 'image/svg+xml', content: Buffer.from(picture) }
}
