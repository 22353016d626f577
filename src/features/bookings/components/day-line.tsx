import { formatDay, zoneName } from '#platform/time.ts'

/** `Friday, November 20 · times in EST (New York)`. @param today `yyyy-MM-dd` in the zone */
export function DayLine({ today, zone }: { today: string; zone: string }) {
  const noon = `${today}T12:00:00Z`
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ')
  return (
    <>
      {formatDay(noon, 'UTC', { long: true })} · times in {zoneName(noon, zone)} ({city})
    </>
  )
}
