import { lessonSale } from '#features/checkout/lesson-sale.ts'
import { giftCardSale } from '#features/gift-cards/sale.ts'
import { packageSale } from '#features/proposals/packages/sales/sale-rules.ts'
import { videoReviewSale } from '#features/video-reviews/sale.ts'
import type { SaleKinds } from '#platform/sale-kinds.ts'

/** Everything that is sold: how each kind is paid for, handed over, given back and described. */
export const saleKinds = {
  lesson: lessonSale,
  lesson_package: packageSale,
  gift_card: giftCardSale,
  video_review: videoReviewSale,
} satisfies SaleKinds
