import { z } from 'zod'
import { inviteFormSchema } from '../invitations/schema.ts'
import { MOST_LIST_CHARS, studentFields } from './bring.ts'

const mappingSchema = z
  .array(z.object({ column: z.int().min(0).max(119), field: z.enum(studentFields) }))
  .max(studentFields.length)
  .refine((mapping) => new Set(mapping.map(({ field }) => field)).size === mapping.length, {
    message: 'Each field comes from one column',
  })

const fileText = z
  .string()
  .min(1, 'The file is empty')
  .max(MOST_LIST_CHARS, 'The file is larger than 500 kB. Split it.')

export const previewStudentsSchema = z.object({
  text: fileText,
  /** The column mapping; guessed from the headings when omitted. */
  mapping: mappingSchema.optional(),
})

const badRows = z.array(z.object({ line: z.int(), why: z.string() }))

export const studentsPreviewSchema = z.object({
  headings: z.array(z.string()),
  mapping: mappingSchema,
  /** The first people. */
  sample: z.array(
    z.object({
      line: z.int(),
      email: z.string(),
      name: z.string().nullable(),
      phone: z.string().nullable(),
      note: z.string().nullable(),
      lessons: z.int(),
    }),
  ),
  /** People who are not in the coach's list yet. */
  newCount: z.int(),
  /** People whom the coach has brought or invited before. */
  knownCount: z.int(),
  /** The lessons owed to new people. */
  lessons: z.int(),
  bad: badRows,
  badCount: z.int(),
  /** The lengths of the coach's lessons, in minutes. */
  durations: z.array(z.int()),
})
export type StudentsPreview = z.infer<typeof studentsPreviewSchema>

export const bringStudentsSchema = z.object({
  text: fileText,
  mapping: mappingSchema,
  /** The length of the lessons owed, in minutes: one of the coach's lengths. */
  minutes: z.int().min(15).max(480),
})

export const studentsBroughtSchema = z.object({
  /** The import, to undo it; null when it added no one, or only people who stay. */
  importId: z.uuid().nullable(),
  /** 0 when all of them were there already. */
  newCount: z.int(),
  /** New people whose address had accepted an invitation: they stay, and get no letter. */
  claimedCount: z.int(),
  knownCount: z.int(),
  bad: badRows,
  badCount: z.int(),
})
export type StudentsBrought = z.infer<typeof studentsBroughtSchema>

export const letterWordsSchema = inviteFormSchema.pick({ message: true })

export const broughtLetterSchema = z.object({
  subject: z.string(),
  html: z.string(),
  /** The people it goes to. */
  count: z.int(),
  /** The person of the letter shown. */
  to: z.object({ name: z.string().nullable(), email: z.string() }),
  /** Identifies the letter and the number of people it goes to. */
  mark: z.string(),
})
export type BroughtLetter = z.infer<typeof broughtLetterSchema>

export const confirmLetterSchema = letterWordsSchema.extend({
  /** `mark` of the letter shown; when another one would be sent, nothing is. */
  mark: z.string().max(100),
})
