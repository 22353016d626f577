import { describe, expect, test } from 'vitest'
import { devices, fileOf, swing } from '#tests/support/device-files.ts'
import { guessMapping, readShots, readShotTable } from './shot-file.ts'
import { inSi, numberFields } from './shot-units.ts'

describe('files of eight devices are read whole', () => {
  test.each(devices)('$name', (device) => {
    const table = readShotTable(fileOf(device))
    const { shots, bad } = readShots(table, guessMapping(table))
    expect(shots).toHaveLength(device.clubs.length)
    expect(bad.map(({ why }) => why)).toEqual((device.foot ?? []).map(() => 'A summary, not a shot'))
    expect(table.date ?? shots[0]?.date).toBe('2026-11-20')
    for (const [at, shot] of shots.entries()) {
      const club = device.clubs[at] ?? ''
      expect(shot.club, club).toMatch(
        /^(Driver|\d (wood|hybrid|iron)|(Pitching|Gap|Sand|Lob) wedge|\d\d° wedge|Other club)$/,
      )
      expect(numberFields.filter((field) => shot[field] !== undefined).length, club).toBeGreaterThanOrEqual(
        14,
      )
      const { carry, clubSpeed, ballSpeed, side, apex, attack, direction } = swing(at)
      expect(shot.carry).toBeCloseTo(Number(carry) * inSi.yd, 6)
      expect(shot.clubSpeed).toBeCloseTo(Number(clubSpeed) * inSi.mph, 6)
      expect(shot.ballSpeed).toBeCloseTo(Number(ballSpeed) * inSi.mph, 6)
      expect(shot.side).toBeCloseTo(side * inSi.yd, 1)
      expect(shot.apex).toBeCloseTo(Number(apex) * inSi.ft, 1)
      expect(shot.launchDirection).toBeCloseTo(Number(direction), 1)
      if (shot.attackAngle !== undefined) expect(shot.attackAngle).toBeCloseTo(Number(attack), 6)
      expect(shot.source).toEqual(device.row(club, swing(at), at))
    }
  })

  test('a part for each club: the line above the shots names it', () => {
    const table = readShotTable(
      'Ball Speed (mph),Carry (yd)\nDriver\n150,240\n151,241\nClub: 7 Iron\n112,150\n',
    )
    const { shots, bad } = readShots(table, guessMapping(table))
    expect(shots.map(({ club }) => club)).toEqual(['Driver', 'Driver', '7 iron'])
    expect(bad.map(({ why }) => why)).toEqual(Array(2).fill('The name of a club, not a shot'))
  })

  test('a measure that cannot be read is left out, and the line is kept', () => {
    const table = readShotTable('Club,Carry (yd),Attack Angle,Smash Factor\n7i,150,n.m.,9\n')
    const { shots, bad } = readShots(table, guessMapping(table))
    expect(bad).toEqual([])
    expect(shots[0]).toMatchObject({ club: '7 iron', source: ['7i', '150', 'n.m.', '9'] })
    expect(shots[0]).not.toHaveProperty('attackAngle')
    expect(shots[0]).not.toHaveProperty('smash')
  })
})
