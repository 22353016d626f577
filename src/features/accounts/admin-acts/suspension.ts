import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ListAct } from '#platform/admin-list.ts'
import type { TransactionServices } from '#ports/services.ts'
import { profiles, userRoles } from '../tables.ts'

const noAdmin = sql`not exists (select 1 from ${userRoles} r where r.user_id = ${profiles.id} and r.role = 'admin')
  and ${profiles.userType} <> 'admin'`

/** Keeps people out of their accounts for a while, and lets them in again. Admins lose their role first. */
export const suspensionActs: Record<'suspend' | 'lift', ListAct<TransactionServices>> = {
  suspend: {
    label: 'Suspend',
    tone: 'danger',
    needsReason: true,
    confirm:
      'They are signed out at once and cannot sign in until the suspension is lifted. Admins are left out.',
    done: 'Accounts suspended',
    undo: 'lift',
    async run({ clock }, tx, ids) {
      const changed = await tx
        .update(profiles)
        .set({ suspendedAt: new Date(clock.now()) })
        .where(
          and(inArray(profiles.id, ids), isNull(profiles.suspendedAt), isNull(profiles.closedAt), noAdmin),
        )
        .returning({ id: profiles.id })
      return changed.map(({ id }) => ({
        id,
        subjectId: id,
        before: { state: 'open' },
        after: { state: 'suspended' },
      }))
    },
  },
  lift: {
    label: 'Lift suspension',
    done: 'Suspensions lifted',
    async run(_services, tx, ids) {
      const changed = await tx
        .update(profiles)
        .set({ suspendedAt: null })
        .where(and(inArray(profiles.id, ids), isNotNull(profiles.suspendedAt), isNull(profiles.closedAt)))
        .returning({ id: profiles.id })
      return changed.map(({ id }) => ({
        id,
        subjectId: id,
        before: { state: 'suspended' },
        after: { state: 'open' },
      }))
    },
  },
}
