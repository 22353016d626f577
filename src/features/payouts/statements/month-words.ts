const names = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** `November`. @param month 1 to 12 */
export const monthName = (month: number): string => names[month - 1] ?? ''

/** `Nov`. @param month 1 to 12 */
export const monthShort = (month: number): string => monthName(month).slice(0, 3)
