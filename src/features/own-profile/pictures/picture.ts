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

/** For the file chooser. The server looks at the bytes and not at names. */
export const acceptedPictures = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

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
  empty: 'The file is empty.',
  too_large: `Pictures may have ${pictureLimits.bytes / MB} MB.`,
  heic: 'This is an HEIC photo, which most browsers cannot show. Save it as JPEG and try again; on an iPhone, choose Settings, Camera, Formats, Most Compatible.',
  not_a_picture: 'Only pictures can be added: JPEG, PNG, WebP, AVIF or GIF.',
  too_many_pixels: `Pictures may have ${pictureLimits.pixels / 1_000_000} megapixels.`,
  too_small: `This picture is too small to look good. It needs to be ${pictureLimits.narrowest} pixels wide and high.`,
  unreadable: 'This file is damaged or in a format we cannot read.',
  gallery_full: `A gallery has room for ${pictureLimits.most} pictures. Remove one first.`,
  too_many_files: 'You have reached today’s limit for files. Please add more tomorrow.',
}

/** Why a file would not be taken, as far as its name and size tell; the server looks at the bytes. */
export function whyNotPicture(file: Pick<File, 'type' | 'size' | 'name'>): PictureRefusal | null {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) return 'heic'
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return 'not_a_picture'
  if (file.size === 0) return 'empty'
  return file.size > pictureLimits.bytes ? 'too_large' : null
}

/** A list with one of it moved to another place, both counted from 0. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from)
  const item = list[from]
  return item === undefined ? [...list] : [...rest.slice(0, to), item, ...rest.slice(to)]
}
