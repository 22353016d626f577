import { and, eq } from 'drizzle-orm'
import { instructorProfiles, teachingLocations } from '#features/coaches/tables.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { lessonCredits, lessonPackages } from './tables.ts'
import { endOfTerm } from './term.ts'

/** Days in which lessons that a coach owes can be booked. */
const OWED_DAYS = 730
const OWED_TITLE = 'Lessons owed'

/**
 * Opens a package of lessons that a coach owes because they were paid elsewhere. It has no payment and no price: no money moves when a
 * lesson is taken from it, returned to it, or when it ends (decision 0142).
 * @param owed.lessons 1 to 50
 */
export async function openBroughtPackage(
  { clock }: Pick<Services, 'clock'>,
  tx: Queryable,
  owed: { instructorId: string; studentId: string; lessons: number; durationMinutes: number },
): Promise<void> {
  const { instructorId, studentId, lessons, durationMinutes } = owed
  const [coach] = await tx
    .select({ policy: instructorProfiles.cancellationPolicy, placeId: teachingLocations.id })
    .from(instructorProfiles)
    .leftJoin(
      teachingLocations,
      and(
        eq(teachingLocations.instructorId, instructorProfiles.userId),
        eq(teachingLocations.isPrimary, true),
      ),
    )
    .where(eq(instructorProfiles.userId, instructorId))
  if (!coach) throw new Error(`coach ${instructorId} is missing`)
  const at = clock.now()
  const terms = { instructorId, teachingLocationId: coach.placeId }
  const [opened] = await tx
    .insert(lessonPackages)
    .values({
      proposalId: null,
      paymentId: null,
      ...terms,
      studentId,
      lessonsTotal: lessons,
      priceCents: 0,
      durationMinutes,
      lessonTitle: OWED_TITLE,
      lessonType: 'individual',
      cancellationPolicy: coach.policy,
      expiresAt: await endOfTerm(tx, terms, at, OWED_DAYS),
      createdAt: at,
    })
    .returning({ id: lessonPackages.id })
  if (!opened) throw new Error('a package was not opened')
  const positions = Array.from({ length: lessons }, (_, n) => n + 1)
  await tx
    .insert(lessonCredits)
    .values(positions.map((position) => ({ packageId: opened.id, position, valueCents: 0 })))
}
