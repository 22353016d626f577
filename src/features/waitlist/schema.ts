import { z } from 'zod'
import { nameField } from '#features/accounts/schema.ts'
import { writtenLine } from '#platform/written-text.ts'
import { skillLevels } from './waitlist.ts'

/** An optional choice, for which forms send an empty string. */
const open = <T extends z.ZodType>(choice: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), choice.optional())

export const joinWaitlistSchema = z.object({
  name: nameField,
  email: z
    .string()
    .trim()
    .max(255, 'Email must be less than 255 characters')
    .pipe(z.email('Invalid email address')),
  city: writtenLine().trim().min(1).max(100),
  state: writtenLine().trim().min(2).max(30),
  skillLevel: open(z.enum(skillLevels)),
  /** The maximum price per hour, in dollars. */
  maxBudget: open(z.coerce.number().int().min(1).max(10_000)),
  /** A honeypot: hidden from people, but filled in by bots. */
  website: z.string().max(200).default(''),
})

export type JoinWaitlistInput = z.output<typeof joinWaitlistSchema>

export const joinedWaitlistSchema = z.object({
  city: z.string(),
  state: z.string(),
})
