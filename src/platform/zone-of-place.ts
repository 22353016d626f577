/**
 * The IANA zone of a place, from the boundaries of OpenStreetMap: coarser tables get Yuma, Eastern Montana and the counties
 * of Indiana wrong. Its data is read when it is first asked.
 * @param at degrees
 * @returns null in the middle of an ocean
 */
export async function zoneOfPlace(at: { lat: number; lng: number }): Promise<string | null> {
  const { find } = await import('geo-tz')
  return find(at.lat, at.lng).find((zone) => !zone.startsWith('Etc/')) ?? null
}
