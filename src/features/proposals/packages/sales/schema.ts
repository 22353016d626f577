import { z } from 'zod'
import { packageSaleStatuses } from './sale.ts'

export const buyPackageSchema = z.object({
  instructorId: z.uuid(),
  offerId: z.uuid(),
  /** The version of the terms that the student saw; a changed package is not bought. */
  version: z.int().min(1),
})
export type BuyPackageInput = z.infer<typeof buyPackageSchema>

export const packageSaleSchema = z.object({
  status: z.enum(packageSaleStatuses),
  title: z.string(),
  lessons: z.int(),
  priceCents: z.int(),
  coach: z.object({ id: z.uuid(), label: z.string() }),
  /** Where a checkout that is still open goes on; null when it has ended. */
  checkoutUrl: z.string().nullable(),
})
export type PackageSale = z.infer<typeof packageSaleSchema>
