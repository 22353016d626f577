import { z } from 'zod'
import { writtenLine } from '#platform/written-text.ts'
import { pairSchema } from '../schema.ts'
import { MOST_FILE_CHARS, type NumberField, numberFields, shotFields, units, unitsOf } from './shot-units.ts'

const mappingSchema = z
  .array(
    z.object({
      column: z.int().min(0).max(119),
      field: z.enum(shotFields),
      unit: z.enum(units).nullable(),
    }),
  )
  .max(shotFields.length)
  .refine((mapping) => new Set(mapping.map(({ field }) => field)).size === mapping.length, {
    message: 'Each measure comes from one column',
  })
  .refine(
    (mapping) =>
      mapping.every(
        ({ field, unit }) =>
          field === 'club' ||
          field === 'date' ||
          unit === null ||
          unitsOf[field as NumberField].includes(unit),
      ),
    { message: 'That unit does not fit' },
  )

const fileText = z
  .string()
  .min(1, 'The file is empty')
  .max(MOST_FILE_CHARS, 'The file is larger than 700 kB. Export one session.')

export const previewShotsSchema = pairSchema.extend({
  text: fileText,
  /** The column mapping; guessed from the headings when omitted. */
  mapping: mappingSchema.optional(),
})

const shotNumbers = z.object({
  clubSpeed: z.number().optional(),
  ballSpeed: z.number().optional(),
  smash: z.number().optional(),
  carry: z.number().optional(),
  total: z.number().optional(),
  side: z.number().optional(),
  launchAngle: z.number().optional(),
  launchDirection: z.number().optional(),
  spin: z.number().optional(),
  backSpin: z.number().optional(),
  sideSpin: z.number().optional(),
  spinAxis: z.number().optional(),
  attackAngle: z.number().optional(),
  clubPath: z.number().optional(),
  faceAngle: z.number().optional(),
  faceToPath: z.number().optional(),
  dynamicLoft: z.number().optional(),
  apex: z.number().optional(),
  descentAngle: z.number().optional(),
  hangTime: z.number().optional(),
})
const badRows = z.array(z.object({ line: z.int(), why: z.string() }))

export const shotPreviewSchema = z.object({
  headings: z.array(z.string()),
  mapping: mappingSchema,
  /** The mapping comes from the viewer's earlier choice for such a file. */
  isRemembered: z.boolean(),
  /** The first shots, in SI units. */
  sample: z.array(shotNumbers.extend({ line: z.int(), club: z.string() })),
  count: z.int(),
  clubs: z.array(z.object({ club: z.string(), count: z.int() })),
  bad: badRows,
  badCount: z.int(),
  /** The session's date in the file; null when there is none. */
  date: z.iso.date().nullable(),
  /** This file has already been added. */
  isKnown: z.boolean(),
})
export type ShotPreview = z.infer<typeof shotPreviewSchema>

export const addShotsSchema = pairSchema.extend({
  text: fileText,
  mapping: mappingSchema,
  name: writtenLine().trim().min(1, 'Name is required').max(120, 'Name must be 120 characters or less'),
  on: z.iso.date('Choose a date'),
})
export const shotsAddedSchema = z.object({
  id: z.uuid(),
  count: z.int(),
  badCount: z.int(),
  /** False: the file had already been added, and nothing changed. */
  isNew: z.boolean(),
})

export const shotSessionInput = pairSchema.extend({ sessionId: z.uuid() })
/** The shots of one session, in SI units and file order. */
export const shotSessionSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  on: z.iso.date(),
  shots: z.array(shotNumbers.extend({ club: z.string() })),
})
export type ShotSession = z.infer<typeof shotSessionSchema>

export const removeShotsSchema = z.object({ sessionId: z.uuid() })

const spread = z.object({ count: z.int(), median: z.number(), low: z.number(), high: z.number() })

export const shotTrendsSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      on: z.iso.date(),
      count: z.int(),
      bad: badRows,
      by: z.string(),
      isMine: z.boolean(),
    }),
  ),
  /** The measurements of each club, oldest session first. Speeds in m/s, lengths in m. */
  clubs: z.array(
    z.object({
      club: z.string(),
      count: z.int(),
      measures: z.array(
        z.object({
          field: z.enum(numberFields),
          points: z.array(
            z.object({
              sessionId: z.uuid(),
              on: z.iso.date(),
              count: z.int(),
              /** Null with fewer than five shots. */
              spread: spread.nullable(),
            }),
          ),
        }),
      ),
    }),
  ),
})
export type ShotTrends = z.infer<typeof shotTrendsSchema>
