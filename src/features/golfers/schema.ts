import { z } from 'zod'
import { nameField } from '#features/accounts/schema.ts'
import { golferRelations } from './golfer.ts'

/** A golfer as typed in a form. */
export const newGolferSchema = z
  .object({
    name: nameField,
    relation: z.enum(golferRelations, { message: 'Choose one' }),
    /** The year alone; required for a child and not stored for adults. */
    yearOfBirth: z.coerce
      .number<number | string>('Enter the year of birth, such as 2014')
      .int('Enter the year of birth, such as 2014')
      .min(1900, 'Enter the year of birth, such as 2014')
      .max(2100, 'Enter the year of birth, such as 2014')
      .optional(),
  })
  .superRefine(({ relation, yearOfBirth }, context) => {
    if (relation === 'child' && yearOfBirth === undefined)
      context.addIssue({
        code: 'custom',
        path: ['yearOfBirth'],
        message: 'Enter the year of birth, such as 2014',
      })
  })
export type NewGolfer = z.output<typeof newGolferSchema>

export const changeGolferSchema = newGolferSchema.safeExtend({ golferId: z.uuid() })

/** Who plays a lesson, for the people of the lesson. */
export const playingGolferSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  relation: z.enum(golferRelations),
  /** Only for a child. */
  yearOfBirth: z.int().nullable(),
})
export type PlayingGolfer = z.infer<typeof playingGolferSchema>

/** The golfer a lesson is booked for, one of the account; null or omitted for the owner of the account. */
export const golferField = z.uuid().nullable()
