import { z } from 'zod'
import { cancellationPolicies } from '#features/coaches/coach.ts'
import { giftCentsField } from '#features/payments/schema.ts'
import { packageSaleStatuses } from './sale.ts'

export const buyPackageSchema = z.object({
  instructorId: z.uuid(),
  offerId: z.uuid(),
  /** The version of the terms that the student saw; a changed package is not bought. */
  version: z.int().min(1),
  /** The cancellation policy that the student saw; nothing is bought when the coach has another one now. */
  expectedPolicy: z.enum(cancellationPolicies).optional(),
  /**
   * The part of the price to take from the student's gift cards, in cents, as shown to the student; when another part can be taken, the
   * purchase is refused.
   */
  giftCents: giftCentsField.optional(),
  /** Chosen by the caller: a purchase that gift cards have paid is not made again with the same key, also with another `giftCents`. */
  idempotencyKey: z.string().min(8).max(80).optional(),
})
export type BuyPackageInput = z.infer<typeof buyPackageSchema>

export const packageSaleSchema = z.object({
  status: z.enum(packageSaleStatuses),
  title: z.string(),
  lessons: z.int(),
  priceCents: z.int(),
  /** Gift cards were to pay a part of the price. */
  hasGiftPart: z.boolean(),
  coach: z.object({ id: z.uuid(), label: z.string() }),
  /** Where a checkout that is still open goes on; null when it has ended. */
  checkoutUrl: z.string().nullable(),
})
export type PackageSale = z.infer<typeof packageSaleSchema>
