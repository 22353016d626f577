import { z } from 'zod'
import { writtenLine, writtenText } from '#platform/written-text.ts'

/** Maximum numbers of imported reviews and open requests. */
export const requestLimits = { imported: 20, openChecks: 10 } as const

export const askCheckSchema = z.object({
  /** The text of the certificate in the saved profile. */
  credential: writtenLine().trim().min(1).max(200),
  note: writtenText().trim().max(500, 'Note must be less than 500 characters').default(''),
  /** An uploaded document. */
  documentId: z.uuid().nullish(),
})

const refusal = writtenText()
  .trim()
  .min(3, 'Please say why')
  .max(500, 'The reason must be less than 500 characters')

export const refuseCheckSchema = z.object({ requestId: z.uuid(), refusal })

export const bringReviewSchema = z.object({
  author: writtenLine().trim().min(1, 'Who wrote it?').max(80, 'Name must be less than 80 characters'),
  rating: z.coerce
    .number<number | string>('Choose one to five stars')
    .pipe(
      z.int('Choose one to five stars').min(1, 'Choose one to five stars').max(5, 'Choose one to five stars'),
    ),
  text: writtenText()
    .trim()
    .min(1, 'What did they write?')
    .max(1000, 'Review must be less than 1000 characters'),
  source: writtenLine()
    .trim()
    .min(1, 'Enter where it was published so that we can verify it')
    .max(200, 'Source must be less than 200 characters'),
})

export const refuseReviewSchema = z.object({ reviewId: z.uuid(), refusal })

const checkStates = ['none', 'asked', 'checked', 'refused'] as const
export const credentialStateSchema = z.object({
  credential: z.string(),
  state: z.enum(checkStates),
  requestId: z.uuid().nullable(),
  /** The date of the request, verification or rejection, UTC. */
  on: z.iso.date().nullable(),
  refusal: z.string().nullable(),
})
export type CredentialState = z.infer<typeof credentialStateSchema>

export const importedReviewSchema = z.object({
  /** Null for reviews that predate the approval process. */
  id: z.uuid().nullable(),
  author: z.string(),
  rating: z.number(),
  text: z.string(),
  source: z.string(),
  state: z.enum(['asked', 'approved', 'refused']),
  refusal: z.string().nullable(),
})
export type OwnImportedReview = z.infer<typeof importedReviewSchema>

/** The admins' list of open requests. */
export const openRequestsSchema = z.object({
  checks: z.array(
    z.object({
      id: z.uuid(),
      instructorId: z.uuid(),
      coach: z.string(),
      credential: z.string(),
      note: z.string(),
      documentUrl: z.string().nullable(),
      askedAt: z.iso.datetime(),
    }),
  ),
  reviews: z.array(
    z.object({
      id: z.uuid(),
      instructorId: z.uuid(),
      coach: z.string(),
      author: z.string(),
      rating: z.int(),
      text: z.string(),
      source: z.string(),
      askedAt: z.iso.datetime(),
    }),
  ),
})
