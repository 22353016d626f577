/** What a coach needs to get from one of her places to another. Pure. */

/** The longest drive that is counted, in minutes: three days. */
export const LONGEST_DRIVE = 4_320

/** `35 min`, `1 h 20 min` */
export function driveWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
