import { z } from 'zod'
import { writtenLine } from '#platform/written-text.ts'
import { pictureLimits } from './picture.ts'

/** The URL of a picture, as listed in the gallery. */
const url = z.string().min(1).max(300)
const basedOn = z.string().max(64)

const wordsShape = {
  alt: writtenLine()
    .trim()
    .max(pictureLimits.alt, `Description must be less than ${pictureLimits.alt} characters`),
  caption: writtenLine()
    .trim()
    .max(pictureLimits.caption, `Caption must be less than ${pictureLimits.caption} characters`),
}

export const pictureWordsFormSchema = z.object(wordsShape)
export const pictureWordsSchema = z.object({ url, ...wordsShape })
export const pictureOrderSchema = z.object({ basedOn, urls: z.array(url).max(200) })
export const pictureRemovalSchema = z.object({ url })
export const portraitAltSchema = z.object({ alt: wordsShape.alt })

const ownPictureSchema = z.object({
  url: z.string(),
  alt: z.string(),
  caption: z.string(),
})
export type OwnPicture = z.infer<typeof ownPictureSchema>

export const ownGallerySchema = z.object({
  /** The tag of the order: a request is rejected when another window has changed the order. */
  tag: z.string(),
  pictures: z.array(ownPictureSchema),
  portrait: z.object({ url: z.string(), alt: z.string() }).nullable(),
})
export type OwnGallery = z.infer<typeof ownGallerySchema>

/** The query parameters of an upload, which are text. */
export const uploadQuerySchema = z.object({
  id: z.uuid().optional(),
  by: z.string().optional(),
  purpose: z.enum(['portrait', 'gallery', 'document']),
  left: z.coerce.number().min(0).max(1).default(0),
  top: z.coerce.number().min(0).max(1).default(0),
  size: z.coerce.number().min(0.05).max(1).default(1),
})

export const uploadedPictureSchema = z.object({ id: z.uuid(), url: z.string() })
export type UploadedPicture = z.infer<typeof uploadedPictureSchema>
