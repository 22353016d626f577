import { sql } from 'drizzle-orm'
import { contains } from '#platform/list-page.ts'
import { siteName } from '#platform/site-name.ts'
import type { AdminList } from '#ports/services.ts'
import { promoCodes as codes } from './tables.ts'

const uses = sql`(select count(*) from booking_discounts d where d.promo_code_id = ${codes.id} and d.redeemed_at is not null)`

/** Codes that make lessons cheaper, the newest first. */
export const promoCodeList: AdminList = {
  name: 'promo-codes',
  noun: ['code', 'codes'],
  from: sql`${codes}`,
  id: sql`${codes.id}`,
  idKind: 'uuid',
  columns: {
    code: { label: 'Code', kind: 'text', value: sql`${codes.code}` },
    state: {
      label: 'State',
      kind: 'choice',
      value: sql`case when not ${codes.isActive} or ${codes.validUntil} <= current_instant() then 'ended'
        when ${codes.validFrom} > current_instant() then 'planned'
        when ${uses} >= ${codes.maxUses} then 'used-up' else 'valid' end`,
      options: [
        { value: 'valid', label: 'Valid' },
        { value: 'planned', label: 'Planned' },
        { value: 'used-up', label: 'Used up' },
        { value: 'ended', label: 'Ended' },
      ],
      filter: true,
    },
    percentOff: { label: 'Percent off', kind: 'number', value: sql`${codes.percentOff}` },
    amountOff: { label: 'Amount off', kind: 'money', value: sql`${codes.amountOffCents}`, minor: true },
    uses: { label: 'Used', kind: 'number', value: uses },
    maxUses: { label: 'Limit', kind: 'number', value: sql`${codes.maxUses}`, minor: true },
    maxUsesPerStudent: {
      label: 'Per student',
      kind: 'number',
      value: sql`${codes.maxUsesPerStudent}`,
      minor: true,
    },
    given: {
      label: 'Total discount',
      kind: 'money',
      value: sql`(select coalesce(sum(d.amount_cents), 0) from booking_discounts d where d.promo_code_id = ${codes.id} and d.redeemed_at is not null)`,
    },
    fundedBy: {
      minor: true,
      label: 'Paid for by',
      kind: 'choice',
      value: sql`${codes.fundedBy}`,
      options: [
        { value: 'platform', label: siteName },
        { value: 'coach', label: 'Coach' },
      ],
      filter: true,
    },
    coach: {
      label: 'Only with',
      kind: 'text',
      value: sql`(select c.display_name from instructor_profiles c where c.user_id = ${codes.instructorId})`,
    },
    validUntil: { label: 'Until', kind: 'instant', value: sql`${codes.validUntil}` },
    createdAt: {
      label: 'Created',
      kind: 'instant',
      value: sql`${codes.createdAt}`,
      sort: true,
      filter: true,
      minor: true,
    },
  },
  sortedBy: '-createdAt',
  search: { label: 'Code', matches: (words) => contains(sql`${codes.code}`, words) },
}
