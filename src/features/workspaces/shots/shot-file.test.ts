import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tidyClub } from './club-names.ts'
import { guessMapping, readNumber, readShots, readShotTable, unitIn } from './shot-file.ts'
import { inSi, type Unit } from './shot-units.ts'
import { inShownUnit, spreadOf } from './trends.ts'

const read = (text: string) => {
  const table = readShotTable(text)
  const mapping = guessMapping(table)
  return { mapping, ...readShots(table, mapping) }
}

describe('launch-monitor files are read by their headings', () => {
  test('TrackMan: units on their own line', () => {
    const { shots, bad } = read(
      'sep=,\nDate,Club,Club Speed,Ball Speed,Launch Angle,Spin Rate,Carry Flat - Length,Side\n,,[km/h],[km/h],[deg],[rpm],[m],[m]\n2026-11-20,7 Iron,128.7,180.2,17.1,6800,141.2,-3.1\n',
    )
    expect(bad).toEqual([])
    expect(shots).toMatchObject([{ club: '7 iron', date: '2026-11-20', side: -3.1, spin: 6800 }])
    expect(shots[0]?.ballSpeed).toBeCloseTo(180.2 / 3.6, 9)
  })

  test('FlightScope, Garmin, SkyTrak and Foresight: units in headings, sides as letters, averages at the end', () => {
    const flightScope = read(
      'Shot,Club,Ball Speed (mph),Club Speed (mph),Carry (yds),Lateral (yds),Launch V (°),Spin (rpm)\n1,DR,151.2,103.4,243.1,12.3 R,12.1,2450\nAvg,,151.2,103.4,243.1,12.3 R,12.1,2450\n',
    )
    expect(flightScope.shots).toHaveLength(1)
    expect(flightScope.shots[0]).toMatchObject({ club: 'Driver', launchAngle: 12.1 })
    expect(flightScope.shots[0]?.side).toBeCloseTo(12.3 * 0.9144, 9)
    expect(flightScope.bad).toEqual([{ line: 3, why: 'A summary, not a shot' }])
    const garmin = read(
      'Date,Player,Club Name,Club Type,Club Speed,Ball Speed,Carry Distance,Total Distance\n,,,,[mph],[mph],[yards],[yards]\n11/20/26 10:15:22 AM,Sam,,6 Iron,84.1,113,158,169\n',
    )
    expect(garmin.shots).toMatchObject([{ club: '6 iron', date: '2026-11-20' }])
    expect(garmin.shots[0]?.total).toBeCloseTo(169 * 0.9144, 9)
    const semicolons = read('Club;Ball Speed (m/s);Carry (m)\nPW;45,5;101,2\n')
    expect(semicolons.shots).toMatchObject([{ club: 'Pitching wedge', ballSpeed: 45.5, carry: 101.2 }])
  })

  test('semicolons and decimal commas, without a column of clubs', () => {
    const { shots } = read(
      'Ball Speed (m/s);Carry (m);Side (m);Launch Angle\n45,5;101,2;-3,4;25,1\n46,5;102,2;1,4;24,9\n',
    )
    expect(shots).toMatchObject([
      { ballSpeed: 45.5, carry: 101.2, side: -3.4, launchAngle: 25.1 },
      { ballSpeed: 46.5, carry: 102.2, side: 1.4, launchAngle: 24.9 },
    ])
  })

  test('Rapsodo: the date above the headings, short club names, a summary after each club', () => {
    const text =
      '"Rapsodo MLM2PRO: Sam Rivera - 11/20/2026 10:15 AM"\n\nClub Type,Club Brand,Carry Distance,Total Distance,Ball Speed,Launch Angle,Side Carry,Club Speed,Spin Rate\nd,Titleist,231.4,250.2,148.1,12.2,-8.3,101.2,2510\nAverage,,231.4,250.2,148.1,12.2,-8.3,101.2,2510\n3w,Titleist,210,222,140,13,4.1,97,3300\nOt,,80,85,70,30,0,60,5000\n'
    const { shots, bad } = read(text)
    expect(shots.map(({ club }) => club)).toEqual(['Driver', '3 wood', 'Other club'])
    expect(shots[0]?.side).toBeCloseTo(-8.3 * 0.9144, 9)
    expect(bad.map(({ why }) => why)).toEqual(['A summary, not a shot'])
    expect(readShotTable(text).date).toBe('2026-11-20')
  })

  test('a line that is not a shot is listed with its number and the reason; none is lost', () => {
    const { shots, bad } = read(
      'Club,Ball Speed (mph),Carry (yd)\n7i,112,150\n7i,fast,150\n7i,,\n7i,900,150\nDriver,140,--\n',
    )
    expect(shots).toHaveLength(2)
    expect(bad).toEqual([
      { line: 3, why: '“fast” is no ball speed' },
      { line: 4, why: 'No numbers' },
      { line: 5, why: 'A ball speed of 900 cannot be' },
    ])
  })

  test.each([
    ['an empty file', ''],
    ['a letter', 'Dear Maya,\nthank you for the lesson.\n'],
    ['a picture', '\u0089PNG\r\n\u001a\n\u0000\u0000'],
    ['an open quote', 'Club,Carry\n"7i,150\n'],
  ])('%s is rejected as not a table', (_name, text) => {
    try {
      expect(read(text).shots).toEqual([])
    } catch (error) {
      expect(error).toMatchObject({ code: 'bad_input' })
    }
  })

  test.each([
    ['1,234', 1234],
    ['12,5', 12.5],
    ['0,045', 0.045],
    ['-0,045', -0.045],
    ['10,250', 10_250],
    ['12.3 L', -12.3],
    ['R4', 4],
    ['-3.2', -3.2],
    ['2.1 O-I', -2.1],
    ['2.1 I-O', 2.1],
    ['3.4 D', -3.4],
    ['12.1°', 12.1],
    ['fast', null],
    ['', null],
  ])('%j is %j', (cell, value) => {
    expect(readNumber(cell)).toBe(value)
  })

  test('in a file with semicolons every comma is a decimal sign, unless its decimals have points', () => {
    const heads = 'Club;Spin (rpm);Side (m);Smash Factor\n'
    expect(read(`${heads}7i;6850,125;0,045;1,384\n7i;700,250;-1,045;1,4\n`).shots).toMatchObject([
      { spin: 6_850.125, side: 0.045, smash: 1.384 },
      { spin: 700.25, side: -1.045, smash: 1.4 },
    ])
    expect(read(`${heads}7i;6,850;1.4;1.38\n`).shots).toMatchObject([{ spin: 6_850, side: 1.4, smash: 1.38 }])
  })

  test('in other files the values of a column tell', () => {
    const { shots } = read(
      'Club\tSpin (rpm)\tSide (m)\tCarry (m)\n7i\t6,850\t1,045\t141,250\n7i\t11,020\t0,500\t139,1\n',
    )
    expect(shots).toMatchObject([
      { spin: 6_850, side: 1.045, carry: 141.25 },
      { spin: 11_020, side: 0.5, carry: 139.1 },
    ])
  })

  test.each([
    ['7I', '7 iron'],
    ['Iron 7', '7 iron'],
    ['3W', '3 wood'],
    ['Dr', 'Driver'],
    ['IRON7', '7 iron'],
    ['3Wood', '3 wood'],
    ['UTILITY 4', '4 hybrid'],
    ['PitchingWedge', 'Pitching wedge'],
    ['56°', '56° wedge'],
    ['56w', '56° wedge'],
    ['PW (46)', 'Pitching wedge'],
    ['My old putter', 'My old putter'],
  ])('%s is %s', (written, club) => {
    expect(tidyClub(written)).toBe(club)
  })

  test.each<[string, Unit | null]>([
    ['Ball Speed (km/h)', 'km/h'],
    ['Carry [m]', 'm'],
    ['Carry (yds)', 'yd'],
    ['Club Speed', null],
    ['Ball Speed [m/s]', 'm/s'],
  ])('%s is in %s', (heading, unit) => {
    expect(unitIn(heading)).toBe(unit)
  })
})

describe('units match', () => {
  const speeds = fc.integer({ min: 300, max: 1_500 }).map((tenths) => tenths / 10)

  test('the same shot in mph, km/h and m/s, in yards, meters and feet, is the same', () => {
    fc.assert(
      fc.property(speeds, fc.integer({ min: 10, max: 3_000 }), (mph, tenths) => {
        const yards = tenths / 10
        const inUnits = (speed: Unit, length: Unit) => {
          const si = { speed: mph * inSi.mph, length: yards * inSi.yd }
          const text = `Club,Ball Speed (${speed}),Carry (${length})\n7i,${(si.speed / inSi[speed]).toFixed(6)},${(si.length / inSi[length]).toFixed(6)}\n`
          return read(text).shots[0]
        }
        const first = inUnits('mph', 'yd')
        for (const [speed, length] of [
          ['km/h', 'm'],
          ['m/s', 'ft'],
        ] as const) {
          const other = inUnits(speed, length)
          expect(other?.ballSpeed).toBeCloseTo(first?.ballSpeed ?? Number.NaN, 5)
          expect(other?.carry).toBeCloseTo(first?.carry ?? Number.NaN, 5)
        }
        expect(inShownUnit(first?.ballSpeed ?? 0, 'ballSpeed', 'us')).toBeCloseTo(mph, 5)
        expect(inShownUnit(first?.ballSpeed ?? 0, 'ballSpeed', 'metric')).toBeCloseTo(mph * 1.609344, 4)
      }),
      { numRuns: 300 },
    )
  })

  test('in any file, every line below the headings is a shot or is listed as skipped', () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.double().map(String),
      fc.constantFrom('', '--', '7i', '120'),
    )
    const safe = cell.map((text) => text.replace(/[",;\t\r\n]/g, ' ').trim())
    fc.assert(
      fc.property(fc.array(fc.tuple(safe, safe, safe), { minLength: 1, maxLength: 20 }), (lines) => {
        const kept = lines.filter((cells) => cells.some((text) => text !== ''))
        const rows = lines.map((cells) => `${cells.join(',')}\n`).join('')
        const { shots, bad } = readShots(
          {
            delimiter: ',',
            headings: ['Club', 'Ball Speed', 'Carry'],
            unitCells: [],
            date: null,
            club: null,
            rows: readLines(rows),
          },
          guessMapping({
            delimiter: ',',
            headings: ['Club', 'Ball Speed', 'Carry'],
            unitCells: [],
            date: null,
            club: null,
            rows: [],
          }),
        )
        expect(shots.length + bad.length).toBe(kept.length)
      }),
      { numRuns: 300 },
    )
  })
})

const readLines = (rows: string) =>
  rows
    .split('\n')
    .map((text, at) => ({ line: at + 2, cells: text.split(',').map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))

describe('dispersion', () => {
  test('fewer than five shots are too few', () => {
    expect(spreadOf([1, 2, 3, 4])).toBeNull()
    expect(spreadOf([5, 1, 3, 2, 4])).toEqual({ count: 5, median: 3, low: 2, high: 4 })
  })

  test('the median is within the middle half, and that within the shots', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -500, max: 500, noNaN: true }), { minLength: 5 }), (values) => {
        const spread = spreadOf(values)
        if (!spread) throw new Error('too few')
        const order = [Math.min(...values), spread.low, spread.median, spread.high, Math.max(...values)]
        for (const [at, value] of order.slice(1).entries())
          expect(value).toBeGreaterThanOrEqual((order[at] ?? 0) - 1e-9)
      }),
    )
  })
})
