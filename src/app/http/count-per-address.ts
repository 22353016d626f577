/**
 * Counts what an address has open at once.
 * @param atMost of one address; 0 for no limit
 * @returns adds one, and returns how to take it back; null when the address has as many as it may have
 */
export function countPerAddress(atMost: number): (address: string) => (() => void) | null {
  const open = new Map<string, number>()
  return (address) => {
    const before = open.get(address) ?? 0
    if (atMost > 0 && before >= atMost) return null
    open.set(address, before + 1)
    return () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    }
  }
}
