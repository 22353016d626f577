import { z } from 'zod'
import { writtenLine } from '#platform/written-text.ts'
import { pictureLimits } from './picture.ts'

/** The address of a picture, as the gallery lists it. */
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
  /** Of the order: it is refused when another window has changed it since. */
  tag: z.string(),
  pictures: z.array(ownPictureSchema),
  portrait: z.object({ url: z.string(), alt: z.string() }).nullable(),
})
export type OwnGallery = z.infer<typeof ownGallerySchema>

/** How a picture is sent: as text, because it stands in the address. */
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
