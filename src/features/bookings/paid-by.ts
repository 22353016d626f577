/**
 * What pays for a lesson that is booked at once. `isPaidElsewhere`: the package itself was paid outside of the platform.
 */
export type PaidBy = { packageId: string; isPaidElsewhere?: boolean } | 'demo' | 'elsewhere'

/**
 * Reads how a lesson is paid.
 * @param paidBy null for a lesson that is held until it is paid by card
 * @returns the package it is taken from, the payment's method, and whether the platform charges for it; a package covers its lessons
 */
export function readPaidBy(paidBy: PaidBy | null): {
  packageId: string | null
  method: 'package' | 'demo' | 'elsewhere' | null
  isElsewhere: boolean
  isCharged: boolean
} {
  const ofPackage = typeof paidBy === 'object' ? paidBy : null
  const isElsewhere = paidBy === 'elsewhere' || ofPackage?.isPaidElsewhere === true
  const method = isElsewhere ? 'elsewhere' : ofPackage ? 'package' : paidBy === 'demo' ? 'demo' : null
  return {
    packageId: ofPackage?.packageId ?? null,
    method,
    isElsewhere,
    isCharged: ofPackage === null && !isElsewhere,
  }
}
