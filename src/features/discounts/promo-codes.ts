import { and, eq } from 'drizzle-orm'
import { teachingDay } from '#features/availability/teaching-day.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import type { Audit } from '#platform/audit-log.ts'
import { constraintOf } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { epochDay, OFFICE_ZONE, toIsoOrNull } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import type { MakePromoCode } from './schema.ts'
import { promoCodes } from './tables.ts'

/**
 * Creates a promo code, valid at once and until the end of its last day.
 * @throws AppError day_has_passed, no_such_coach, code_taken
 */
export async function makePromoCode(
  services: Services,
  { audit }: { audit: Audit },
  input: MakePromoCode,
): Promise<{ promoCodeId: string }> {
  const now = services.clock.now()
  const { code, percentOff, amountOffCents, instructorId, fundedBy, maxUses, maxUsesPerStudent } = input
  const validUntil = input.lastDay === null ? null : endOfDay(input.lastDay)
  if (validUntil !== null && validUntil <= now)
    throw new AppError('bad_input', 'day_has_passed', 'The last day has passed. Please choose a later one.')
  try {
    return await services.db.transaction(async (tx) => {
      if (instructorId) {
        const coach = await tx
          .select({ id: instructorProfiles.userId })
          .from(instructorProfiles)
          .where(eq(instructorProfiles.userId, instructorId))
        if (coach.length === 0) throw new AppError('not_found', 'no_such_coach', 'There is no such coach.')
      }
      const [made] = await tx
        .insert(promoCodes)
        .values({
          code,
          percentOff,
          amountOffCents,
          instructorId,
          fundedBy,
          maxUses,
          maxUsesPerStudent,
          validFrom: now,
          validUntil,
          createdAt: now,
        })
        .returning({ id: promoCodes.id })
      if (!made) throw new Error('the database stored no code')
      await audit.record(tx, {
        subjectId: instructorId,
        ids: { promoCodeId: made.id },
        after: { code, percentOff, amountOffCents, fundedBy, maxUses, validUntil: toIsoOrNull(validUntil) },
      })
      return { promoCodeId: made.id }
    })
  } catch (error) {
    if (constraintOf(error)?.constraint === 'promo_codes_code_key')
      throw new AppError('conflict', 'code_taken', 'This code exists already. Please choose another.')
    throw error
  }
}

/** The last millisecond of a date in New York, as the list of codes shows it. @param date `yyyy-MM-dd` */
const endOfDay = (date: string) => teachingDay(epochDay(date) + 1, OFFICE_ZONE).before - 1

/**
 * Ends a promo code; current holds keep their discount.
 * @throws AppError no_such_code
 */
export async function endPromoCode(
  services: Services,
  { audit }: { audit: Audit },
  promoCodeId: string,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [ended] = await tx
      .update(promoCodes)
      .set({ isActive: false })
      .where(and(eq(promoCodes.id, promoCodeId), eq(promoCodes.isActive, true)))
      .returning({ code: promoCodes.code, instructorId: promoCodes.instructorId })
    if (!ended) throw new AppError('not_found', 'no_such_code', 'This code has ended already.')
    await audit.record(tx, {
      subjectId: ended.instructorId,
      before: { code: ended.code, isActive: true },
      after: { isActive: false },
    })
  })
}
