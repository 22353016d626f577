/** Driving times between a coach's places. Pure. */

/** The longest allowed drive, in minutes: three days. */
export const LONGEST_DRIVE = 4_320

interface OwnMinutes {
  placeA: string
  placeB: string
  ownMinutes: number | null
}

const placesOf = ({ placeA, placeB }: OwnMinutes) => [placeA, placeB].sort().join(' ')

/** Whether the coach set the same minutes for the same drive, in either direction. */
export const isSameDrive = (one: OwnMinutes, other: OwnMinutes): boolean =>
  placesOf(one) === placesOf(other) && one.ownMinutes === other.ownMinutes

/** `35 min`, `1 h 20 min` */
export function driveWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
