import { notPlayedEverywhereText } from '#platform/playable-video.ts'

/** Pictures and short videos of a message: what is taken, how large, and where they are. Pure. */

const MB = 1024 * 1024

export const attachmentLimits = {
  image: { bytes: 20 * MB, pixels: 50_000_000 },
  video: { bytes: 50 * MB, seconds: 60 },
  /** What one person may upload in a day, and keep without having sent it. */
  uploadsADay: 100,
  bytesADay: 1_000 * MB,
  unsent: 20,
} as const

/** For the file chooser. The server looks at the bytes and not at names. */
export const acceptedFiles =
  'image/jpeg,image/png,image/webp,image/avif,image/gif,video/mp4,video/quicktime,video/webm'

/**
 * Where the browser sends a file: its bytes are the body of a POST; the answer is the attachment. `?id=` is a UUID of the
 * browser's own, with which the same file counts once; `?by=` says whose it is, and nobody else's session uploads it.
 */
export const uploadAddress = '/uploads/message-attachments'

export type UploadRefusal =
  | 'empty'
  | 'too_large'
  | 'not_a_picture_or_video'
  | 'too_many_pixels'
  | 'too_long'
  | 'unreadable'
  | 'not_played_everywhere'
  | 'too_many_files'

export const uploadRefusalTexts: Record<UploadRefusal, string> = {
  empty: 'The file is empty.',
  too_large: `Photos may have ${attachmentLimits.image.bytes / MB} MB, videos ${attachmentLimits.video.bytes / MB} MB.`,
  not_a_picture_or_video: 'Only photos (JPEG, PNG, WebP, AVIF, GIF) and videos (MP4, MOV, WebM) can be sent.',
  too_many_pixels: `Photos may have ${attachmentLimits.image.pixels / 1_000_000} megapixels.`,
  too_long: `Videos may last ${attachmentLimits.video.seconds} seconds.`,
  unreadable: 'This file is damaged or in a format we cannot read.',
  not_played_everywhere: notPlayedEverywhereText,
  too_many_files: 'You have reached today’s limit for files. Please send more tomorrow.',
}

/** The address of one of an attachment's files. @param name as in its list of files, such as `1600.webp` */
export const attachmentAddress = (id: string, name: string): string =>
  `/files/message-attachments/${id}/${name}`
