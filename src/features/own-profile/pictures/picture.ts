import { pictureFileTexts, whyNotPictureFile } from '#platform/picture-file.ts'

/** A coach's pictures: accepted files and limits. Pure. */

const MB = 1024 * 1024

export const pictureLimits = {
  bytes: 20 * MB,
  pixels: 50_000_000,
  /** Narrower pictures look bad on large screens. */
  narrowest: 400,
  /** Maximum number in a gallery. */
  most: 30,
  uploadsADay: 150,
  alt: 250,
  caption: 150,
} as const

/** The upload URL: the body of the POST is the picture. */
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

/** Why a file would be rejected, judging by its name and size; the server validates the bytes. */
export const whyNotPicture = (file: Pick<File, 'type' | 'size' | 'name'>): PictureRefusal | null =>
  whyNotPictureFile(file, pictureLimits.bytes)

/** Moves an item of a list to another index, both from 0. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from)
  const item = list[from]
  return item === undefined ? [...list] : [...rest.slice(0, to), item, ...rest.slice(to)]
}
