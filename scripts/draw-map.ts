import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { mesh } from 'topojson-client'
import { projectPlace } from '#features/search/map.ts'

/**
 * Draws the search's base map once: the land, the lines between states and, a file a state, those between its counties, as paths
 * in the map's own plane. From the Census Bureau's boundaries (public domain) by way of the package us-atlas.
 */

/** Census numbers of the states, the district and the island areas, with the letters the post uses. */
const letters: Record<string, string> = Object.fromEntries(
  `01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY 22LA 23ME 24MD 25MA 26MI
  27MN 28MS 29MO 30MT 31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH 40OK 41OR 42PA 44RI 45SC 46SD 47TN 48TX 49UT 50VT
  51VA 53WA 54WV 55WI 56WY 60AS 66GU 69MP 72PR 78VI`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), entry.slice(2)]),
)

const require = createRequire(import.meta.url)
const atlas = JSON.parse(readFileSync(require.resolve('us-atlas/counties-10m.json'), 'utf8'))
const folder = resolve(import.meta.dirname, '../public/map')
rmSync(folder, { recursive: true, force: true })
mkdirSync(join(folder, 'counties'), { recursive: true })

type Line = [number, number][]
interface Shape {
  id: string
}

const linesOf = (shape: object, only?: (a: object, b: object) => boolean): Line[] =>
  mesh(atlas, shape, only).coordinates

const outlines = atlas.objects.states.geometries.flatMap((state: Shape) => {
  const name = letters[state.id]
  return name ? [{ name, box: pathOf(linesOf(state), 6, true).box }] : []
})
writeFileSync(
  join(folder, 'states.json'),
  JSON.stringify({
    states: outlines,
    land: pathOf(linesOf(atlas.objects.nation), 6, true).path,
    borders: pathOf(
      linesOf(atlas.objects.states, (a, b) => a !== b),
      6,
      false,
    ).path,
  }),
)

for (const [number, name] of Object.entries(letters)) {
  const counties = atlas.objects.counties.geometries.filter((county: Shape) => county.id.startsWith(number))
  const between = linesOf({ type: 'GeometryCollection', geometries: counties }, (a, b) => a !== b)
  writeFileSync(
    join(folder, 'counties', `${name}.json`),
    JSON.stringify({ path: pathOf(between, 3, false).path }),
  )
}
console.log(`map: ${outlines.length} states in ${folder}`)

/** Lines as one path of relative steps in whole thousandths of the plane's unit; steps shorter than `least` are left out. */
function pathOf(lines: Line[], least: number, closed: boolean) {
  let path = ''
  let west = Infinity
  let north = Infinity
  let east = -Infinity
  let south = -Infinity
  for (const line of lines) {
    let [lastX, lastY] = [0, 0]
    let steps = ''
    line.forEach((point, index) => {
      const { x, y } = projectPlace({ lat: point[1], lng: point[0] })
      const [px, py] = [Math.round(x * 1000), Math.round(y * 1000)]
      ;[west, north] = [Math.min(west, x), Math.min(north, y)]
      ;[east, south] = [Math.max(east, x), Math.max(south, y)]
      const isLast = index === line.length - 1
      if (index > 0 && !isLast && Math.abs(px - lastX) + Math.abs(py - lastY) < least) return
      steps += index === 0 ? `M${px} ${py}` : `l${px - lastX} ${py - lastY}`
      ;[lastX, lastY] = [px, py]
    })
    path += closed ? `${steps}z` : steps
  }
  const box = [west, north, east, south].map((edge) => Math.round(edge * 100) / 100)
  return { box, path: path.replaceAll(' -', '-') }
}
