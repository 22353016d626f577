/** Pictures that people choose: which are taken, and what is said of the others. Pure. */

/** For the file chooser. The server looks at the bytes and not at names. */
export const acceptedPictures = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

export const pictureFileTexts = {
  empty: 'The file is empty.',
  heic: 'This is an HEIC photo, which most browsers cannot show. Save it as JPEG and try again; on an iPhone, choose Settings, Camera, Formats, Most Compatible.',
  not_a_picture: 'Only pictures can be added: JPEG, PNG, WebP, AVIF or GIF.',
  unreadable: 'This file is damaged or in a format we cannot read.',
} as const

/** Why a file would not be taken, as far as its name and size tell; the server looks at the bytes. @param bytes at most */
export function whyNotPictureFile(
  file: Pick<File, 'type' | 'size' | 'name'>,
  bytes: number,
): 'heic' | 'not_a_picture' | 'empty' | 'too_large' | null {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) return 'heic'
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return 'not_a_picture'
  if (file.size === 0) return 'empty'
  return file.size > bytes ? 'too_large' : null
}
