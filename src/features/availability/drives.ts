/** Driving times between a coach's places. Pure. */

/** The longest allowed drive, in minutes: three days. */
export const LONGEST_DRIVE = 4_320

/** `35 min`, `1 h 20 min` */
export function driveWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
