/**
 * The ids that a booking number, or the beginning of one, stands for: `GS-AA267415` or `aa267415`. Pure.
 * @returns null for anything else: fewer than eight digits count only after `GS-`
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
