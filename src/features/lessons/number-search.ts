/**
 * Returns the range of ids that match a booking number or its prefix: `GS-AA267415` or `aa267415`. Pure.
 * @returns null for other input; fewer than eight digits require the prefix `GS-`
 */
export function idsOfNumber(words: string): { first: string; last: string } | null {
  const [, prefix, digits] = /^(gs-?)?([0-9a-f]{2,8})$/i.exec(words.trim()) ?? []
  if (!digits || (!prefix && digits.length < 8)) return null
  const fill = (digit: string) => digits.toLowerCase().padEnd(8, digit)
  return {
    first: `${fill('0')}-0000-0000-0000-000000000000`,
    last: `${fill('f')}-ffff-ffff-ffff-ffffffffffff`,
  }
}
