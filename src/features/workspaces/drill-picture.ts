import { pictureFileTexts } from '#platform/picture-file.ts'

/** Pictures of drills: what is taken, how many, and where they are. Pure. */

const MB = 1024 * 1024

export const drillPictureLimits = {
  bytes: 20 * MB,
  pixels: 50_000_000,
  /** That one coach may keep. */
  most: 300,
  uploadsADay: 60,
  alt: 250,
} as const

/** Where the browser sends a picture: its bytes are the body of a POST. `?id=` is a UUID of its own, `?by=` whose it is. */
export const drillPictureUploadAddress = '/uploads/drill-pictures'

export type DrillPictureRefusal =
  | 'empty'
  | 'too_large'
  | 'heic'
  | 'not_a_picture'
  | 'too_many_pixels'
  | 'unreadable'
  | 'too_many_pictures'
  | 'too_many_today'

export const drillPictureRefusalTexts: Record<DrillPictureRefusal, string> = {
  ...pictureFileTexts,
  too_large: `Pictures may have ${drillPictureLimits.bytes / MB} MB.`,
  too_many_pixels: `Pictures may have ${drillPictureLimits.pixels / 1_000_000} megapixels.`,
  too_many_pictures: `Your drills have ${drillPictureLimits.most} pictures. Remove one first.`,
  too_many_today: 'You have reached today’s limit for pictures. Please add more tomorrow.',
}

/** The address of a file of a picture. @param name as in its list of files; one of the site is an address already */
export const drillPictureAddress = (id: string, name: string): string =>
  name.startsWith('/') ? name : `/files/drill-pictures/${id}/${name}`
