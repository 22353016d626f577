import { appendFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { isDrill, patience } from '../support/counted.ts'
import { testProduct } from '../support/product.ts'
import { fakedDates, tellZoneStory, whereTheyDiffer } from '../support/zone-story.ts'

/** The zone that the operator's machine happens to have; the database's is another. The drill gives both from outside. */
const zones = vi.hoisted(() => {
  process.env.TZ = process.env.SERVER_ZONE ?? 'Pacific/Auckland'
  process.env.PGOPTIONS = `-c timezone=${process.env.DATABASE_ZONE ?? 'Asia/Kolkata'}`
  return process.env.SERVER_ZONE ? [process.env.SERVER_ZONE] : ['Pacific/Auckland', 'America/New_York']
})
const product = testProduct()
/** Minutes that UTC is ahead of each in January, to be sure that the process believes it is there. */
const offsets: Record<string, number> = {
  UTC: 0,
  'America/New_York': 300,
  'Asia/Kolkata': -330,
  'Pacific/Auckland': -780,
}

test(
  'the time zone of server and database changes no response, email, text or calendar file',
  async () => {
    const dates = isDrill ? fakedDates : fakedDates.slice(3, 5)
    const shown = await product.database.pool.query('show timezone')
    expect(shown.rows[0].TimeZone).toBe(process.env.DATABASE_ZONE ?? 'Asia/Kolkata')
    for (const at of dates) {
      const told = []
      for (const zone of zones) {
        process.env.TZ = zone
        expect(new Date('2027-01-15T12:00:00Z').getTimezoneOffset()).toBe(offsets[zone])
        told.push(await tellZoneStory(product, at))
      }
      const [here, there] = told
      if (here && there) expect(whereTheyDiffer(here, there)).toEqual([])
      // The drill compares the answers of several processes.
      if (process.env.ZONE_ANSWERS)
        appendFileSync(process.env.ZONE_ANSWERS, `${JSON.stringify([at, here])}\n`)
      expect(Object.keys(here ?? {}).length).toBeGreaterThan(40)
    }
  },
  patience,
)
