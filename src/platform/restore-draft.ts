/**
 * Restores a draft kept in session storage over the initial values; fields that are no longer valid are
 * ignored.
 */
export function restoreDraft<Draft extends object>(kept: string, begin: Draft): Draft {
  try {
    const found: unknown = JSON.parse(kept)
    if (typeof found !== 'object' || found === null) return begin
    const fits = Object.entries(found).filter(
      ([field, value]) => field in begin && typeof value === typeof begin[field as keyof Draft],
    )
    return { ...begin, ...Object.fromEntries(fits) }
  } catch {
    return begin
  }
}
