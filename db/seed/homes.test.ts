import { beforeAll, expect, test } from 'vitest'
import { milesBetween } from '#platform/miles.ts'
import { type Home, planHomes } from './homes.ts'
import { createRandom } from './random.ts'
import { listTowns, type Town } from './towns.ts'

let towns: Town[]
let homes: Home[]

beforeAll(async () => {
  towns = await listTowns()
  homes = planHomes(towns, 1200, createRandom('homes'))
})

const inState = (state: string) => homes.filter((home) => home.town.state === state).length

test('exactly as many homes as coaches, the same ones for the same seed', () => {
  expect(homes).toHaveLength(1200)
  expect(planHomes(towns, 1200, createRandom('homes'))).toEqual(homes)
  for (const few of [0, 1, 40, 999, 1000])
    expect(planHomes(towns, few, createRandom('few'))).toHaveLength(few)
})

test('every state and the capital have at least three coaches', () => {
  const states = new Set(towns.map((town) => town.state))
  expect(states.size).toBe(51)
  for (const state of states) expect(inState(state), state).toBeGreaterThanOrEqual(3)
})

test('the golfing states have the most', () => {
  const least = Math.min(...['CA', 'FL', 'TX', 'AZ', 'NC', 'GA'].map(inState))
  const most = Math.max(...['WY', 'ND', 'VT', 'DE', 'RI', 'WV', 'AK'].map(inState))
  expect(least).toBeGreaterThan(2 * most)
})

test('99 of 100 ZIP codes of cities of some size have three coaches or more within 50 miles', () => {
  const codesOf = Map.groupBy(towns, (town) => `${town.city}, ${town.state}`)
  const sizeable = [...codesOf.values()].filter((codes) => codes.length >= 5).flat()
  const served = sizeable.filter((zip) => homes.filter((home) => isNear(home.town, zip)).length >= 3)
  expect(served.length / sizeable.length).toBeGreaterThan(0.99)
})

test('neighbouring areas follow each other, so that what is dealt out in order differs among neighbours', () => {
  const jumps = homes.filter((home, at) => {
    const before = homes[at - 1]
    return before && milesBetween(before.town, home.town) > 120
  })
  expect(jumps.length).toBeLessThan(300)
})

function isNear(a: Town, b: Town) {
  return Math.abs(a.lat - b.lat) < 0.73 && milesBetween(a, b) <= 50
}
