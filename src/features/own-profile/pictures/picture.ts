import { pictureFileTexts, whyNotPictureFile } from '#platform/picture-file.ts'

/** A coach's pictures: what is taken, how large, how many. Pure. */

const MB = 1024 * 1024

export const pictureLimits = {
  bytes: 20 * MB,
  pixels: 50_000_000,
  /** Narrower ones look bad on a large screen. */
  narrowest: 400,
  /** In a gallery. */
  most: 30,
  uploadsADay: 150,
  alt: 250,
  caption: 150,
} as const

/** Where the browser sends a picture: its bytes are the body of a POST. */
export const pictureUploadAddress = '/uploads/coach-pictures'

export type PictureRefusal =
  | 'empty'
  | 'too_large'
  | 'heic'
  | 'not_a_picture'
  | 'too_many_pixels'
  | 'too_small'
  | 'unreadable'
  | 'gallery_full'
  | 'too_many_files'

export const pictureRefusalTexts: Record<PictureRefusal, string> = {
  ...pictureFileTexts,
  too_large: `Pictures may have ${pictureLimits.bytes / MB} MB.`,
  too_many_pixels: `Pictures may have ${pictureLimits.pixels / 1_000_000} megapixels.`,
  too_small: `This picture is too small to look good. It needs to be ${pictureLimits.narrowest} pixels wide and high.`,
  gallery_full: `A gallery has room for ${pictureLimits.most} pictures. Remove one first.`,
  too_many_files: 'You have reached today’s limit for files. Please add more tomorrow.',
}

/** Why a file would not be taken, as far as its name and size tell; the server looks at the bytes. */
export const whyNotPicture = (file: Pick<File, 'type' | 'size' | 'name'>): PictureRefusal | null =>
  whyNotPictureFile(file, pictureLimits.bytes)

/** A list with one of it moved to another place, both counted from 0. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from)
  const item = list[from]
  return item === undefined ? [...list] : [...rest.slice(0, to), item, ...rest.slice(to)]
}
