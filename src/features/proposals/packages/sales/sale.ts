/** Packages that are bought on the profile without their first lesson. Pure. */

/** In `app/sale-kinds.ts`. */
export const LESSON_PACKAGE = 'lesson_package'

/**
 * `pending`: at the checkout; `unpaid`: the checkout ended; `opened`: paid, and its lessons can be booked; `refunded`: paid when it
 * could no longer be opened.
 */
export const packageSaleStatuses = ['pending', 'unpaid', 'opened', 'refunded'] as const

/** How long a checkout stays open. */
export const CHECKOUT_MINUTES = 30

/** Maximum number of packages that a student can have at the checkout. */
export const MAX_AT_CHECKOUT = 3

/**
 * Why a package was not opened when its payment arrived, as the beginning of a sentence. Only a payment with a part of gift cards can
 * fail because of them.
 * @param coach as in `Coach Maya`
 */
export const whyNotOpened = (coach: string, hasGiftPart: boolean): string =>
  `${coach} is not taking lessons at the moment${hasGiftPart ? ', or your gift card was used for something else' : ''}`
