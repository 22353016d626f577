/** Detects the type of a file from its first bytes; file names and declared types cannot be trusted. */
export interface MediaKind {
  family: 'image' | 'video'
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'mp4' | 'quicktime' | 'webm'
}

/** The number of bytes needed for detection. */
export const TELLING_BYTES = 64

const image = (format: MediaKind['format']): MediaKind => ({ family: 'image', format })
const video = (format: MediaKind['format']): MediaKind => ({ family: 'video', format })

/**
 * @param head the first {@link TELLING_BYTES} of a file, or all of a shorter one.
 * @returns null for unsupported types
 */
export function mediaKind(head: Uint8Array): MediaKind | null {
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to))
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return image('jpeg')
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return image('png')
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return image('webp')
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return image('gif')
  // Matroska's magic number; the doctype a few bytes later tells whether it is WebM.
  if (text(0, 4) === '\x1a\x45\xdf\xa3' && text(0, TELLING_BYTES).includes('webm')) return video('webm')
  if (text(4, 8) !== 'ftyp') return null
  const brand = text(8, 12)
  if (brand === 'avif' || brand === 'avis') return image('avif')
  if (brand === 'qt  ') return video('quicktime')
  return /^(isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|3gp[4-7]|dash)$/.test(brand) ? video('mp4') : null
}

/**
 * HEIC, the default photo format of many phones, which few browsers can display.
 * @param head as for {@link mediaKind}
 */
export const isHeic = (head: Uint8Array): boolean =>
  /^ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/.test(String.fromCharCode(...head.subarray(4, 12)))
