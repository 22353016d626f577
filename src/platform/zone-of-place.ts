/**
 * The IANA zone of a location, from OpenStreetMap's boundaries: coarser tables are wrong for Yuma, Eastern
 * Montana and the counties of Indiana. The data is loaded on first use.
 * @param at degrees
 * @returns null in the middle of an ocean
 */
export async function zoneOfPlace(at: { lat: number; lng: number }): Promise<string | null> {
  const { find } = await import('geo-tz')
  return find(at.lat, at.lng).find((zone) => !zone.startsWith('Etc/')) ?? null
}
