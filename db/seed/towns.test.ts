import { expect, test } from 'vitest'
import { milesBetween } from '#platform/miles.ts'
import { listTowns, townFinder, zoneOf } from './towns.ts'
import { listZipCodes } from './zip-codes.ts'

test.each([
  ['46220', 'Indianapolis', 'America/Indiana/Indianapolis'],
  ['47901', 'Lafayette, Indiana', 'America/Indiana/Indianapolis'],
  ['46402', 'Gary, Indiana, which keeps Chicago time', 'America/Chicago'],
  ['47708', 'Evansville, Indiana, likewise', 'America/Chicago'],
  ['85016', 'Phoenix', 'America/Phoenix'],
  ['85364', 'Yuma, on the California border', 'America/Phoenix'],
  ['96815', 'Honolulu', 'Pacific/Honolulu'],
  ['99501', 'Anchorage', 'America/Anchorage'],
  ['32501', 'Pensacola, in the western end of Florida', 'America/Chicago'],
  ['79901', 'El Paso, in the western end of Texas', 'America/Denver'],
  ['37402', 'Chattanooga', 'America/New_York'],
  ['37203', 'Nashville', 'America/Chicago'],
  ['83702', 'Boise', 'America/Boise'],
  ['59254', 'Plentywood, Montana, next to a province without daylight saving', 'America/Denver'],
  ['04730', 'Houlton, Maine, next to New Brunswick', 'America/New_York'],
])('%s, %s, is in %s', async (zip, _, zone) => {
  const town = (await listZipCodes()).find((code) => code.zip === zip)
  expect(town && zoneOf(town)).toBe(zone)
})

test('companies and bases with a ZIP code of their own are not towns', async () => {
  const names = new Set((await listTowns()).map((town) => town.city))
  for (const name of ['Shell Oil Box 150', 'Bank Of New York', 'Apo', 'Holloman Air Force Base'])
    expect(names).not.toContain(name)
  for (const name of ['Charlotte', 'Fort Mill', 'Honolulu']) expect(names).toContain(name)
})

test('the distance from Los Angeles to New York is 2,445 miles, give or take two', () => {
  const distance = milesBetween({ lat: 34.0522, lng: -118.2437 }, { lat: 40.7128, lng: -74.006 })
  expect(Math.abs(distance - 2445)).toBeLessThan(2)
})

test('towns within reach are the ones a walk over all of them finds, nearest first', async () => {
  const towns = await listTowns()
  const spot = { lat: 35.2271, lng: -80.8431 }
  const found = townFinder(towns)(spot, 25)
  const walked = towns.filter((town) => milesBetween(spot, town) <= 25)
  expect(new Set(found.map((town) => town.zip))).toEqual(new Set(walked.map((town) => town.zip)))
  const distances = found.map((town) => milesBetween(spot, town))
  expect(distances).toEqual([...distances].sort((a, b) => a - b))
})
