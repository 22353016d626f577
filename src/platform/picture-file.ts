/** Accepted image files, and the messages for rejected ones. Pure. */

/** For the file chooser. The server checks the bytes instead of the name. */
export const acceptedPictures = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

export const pictureFileTexts = {
  empty: 'The file is empty.',
  heic: 'This is an HEIC photo, which most browsers cannot show. Save it as JPEG and try again; on an iPhone, choose Settings, Camera, Formats, Most Compatible.',
  not_a_picture: 'Only pictures can be added: JPEG, PNG, WebP, AVIF or GIF.',
  unreadable: 'This file is damaged or in a format we cannot read.',
} as const

/**
 * Why a file would be rejected, judging by its name, type and size; the server checks the bytes.
 * @param bytes the maximum size
 */
export function whyNotPictureFile(
  file: Pick<File, 'type' | 'size' | 'name'>,
  bytes: number,
): 'heic' | 'not_a_picture' | 'empty' | 'too_large' | null {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) return 'heic'
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return 'not_a_picture'
  if (file.size === 0) return 'empty'
  return file.size > bytes ? 'too_large' : null
}
