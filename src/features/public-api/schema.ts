import { z } from 'zod'
import { AppError } from '#platform/errors.ts'

/** How every list is asked for: the first page without a cursor, the next with the one that came with it. */
export const pageInput = { cursor: z.string().max(200).optional() }

/** How every list is answered. @param item what it lists */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })

export const selfSchema = z.object({
  userId: z.uuid(),
  role: z.enum(['student', 'coach', 'admin', 'prospect']),
  name: z.string(),
  email: z.string(),
})

/** A cursor that says how far into a list a page begins, or at which message. Callers take it as it is. */
export const writeCursor = (at: number): string => Buffer.from(`p${at}`).toString('base64url')

/** @returns what {@link writeCursor} was given; `first` without a cursor. @throws AppError bad_cursor for anything else */
export function readCursor(cursor: string | undefined, first: number, most: number): number {
  if (cursor === undefined) return first
  const digits = /^p(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  const at = Number(digits)
  if (digits === undefined || at > most)
    throw new AppError('bad_input', 'bad_cursor', 'This page of the list does not exist.')
  return at
}
