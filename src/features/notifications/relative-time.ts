/**
 * The time since an instant in words, up to one day; null after that, when a date is more useful.
 * @param now milliseconds since 1970, UTC
 */
export function relativeTime(at: string, now: number): string | null {
  const minutes = Math.floor((now - Date.parse(at)) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`
  return null
}
