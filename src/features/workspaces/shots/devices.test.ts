import { describe, expect, test } from 'vitest'
import { guessMapping, readShots, readShotTable } from './shot-file.ts'
import { inSi, numberFields } from './shot-units.ts'

/** What one swing measures, in mph, yards, feet, degrees, rpm and seconds. Left, down and closed are negative. */
const swing = (at: number) => {
  const clubSpeed = 104 - at * 2.5
  const ballSpeed = clubSpeed * 1.4
  const side = (at % 2 === 0 ? 1 : -1) * (3.5 + at)
  return {
    clubSpeed: clubSpeed.toFixed(1),
    ballSpeed: ballSpeed.toFixed(1),
    smash: '1.40',
    carry: (240 - at * 11).toFixed(1),
    total: (258 - at * 12).toFixed(1),
    roll: '14.0',
    side,
    launch: (11.5 + at).toFixed(1),
    direction: (side / 4).toFixed(1),
    spin: String(2_600 + at * 500),
    back: String(2_590 + at * 500),
    sideSpin: String(Math.round(side * 40)),
    axis: (side / 2).toFixed(1),
    attack: (2.1 - at * 0.6).toFixed(1),
    path: (1.8 - at * 0.4).toFixed(1),
    face: (0.9 - at * 0.3).toFixed(1),
    faceToPath: (-0.9 + at * 0.1).toFixed(1),
    loft: (14.2 + at * 1.9).toFixed(1),
    apex: (92 - at).toFixed(1),
    descent: (38 + at).toFixed(1),
    time: (6.3 - at * 0.05).toFixed(2),
  }
}
type Swing = ReturnType<typeof swing>

const signed = (value: number) => value.toFixed(1)
const letters = (value: number | string, right: string, left: string) =>
  `${Math.abs(Number(value)).toFixed(1)} ${Number(value) < 0 ? left : right}`

interface Device {
  name: string
  /** The lines above the shots. */
  head: string[]
  /** The clubs as the device writes them. */
  clubs: string[]
  row: (club: string, shot: Swing, at: number) => string[]
  /** The lines below the shots. */
  foot?: string[]
  separator?: string
}

const us = [
  'Driver',
  '3 Wood',
  '5 Wood',
  '4 Hybrid',
  '5 Iron',
  '6 Iron',
  '7 Iron',
  '8 Iron',
  '9 Iron',
  'Pitching Wedge',
  'Gap Wedge',
  'Sand Wedge',
  'Lob Wedge',
]

const devices: Device[] = [
  {
    name: 'TrackMan',
    head: [
      'sep=,',
      'Player,Sam Rivera',
      'Date,11/20/2026',
      '',
      'Shot No,Club,Club Speed,Attack Angle,Club Path,Dynamic Loft,Face Angle,Face To Path,Ball Speed,Smash Factor,Launch Angle,Launch Direction,Spin Rate,Spin Axis,Max Height - Height,Carry Flat - Length,Carry Flat - Side,Carry Flat - Land. Angle,Carry Flat - Ball Speed,Carry Flat - Time,Est. Total Flat - Length,Est. Total Flat - Side',
      ',,[mph],[deg],[deg],[deg],[deg],[deg],[mph],[],[deg],[deg],[rpm],[deg],[ft],[yds],[yds],[deg],[mph],[s],[yds],[yds]',
    ],
    clubs: [
      'Driver',
      '3Wood',
      '5Wood',
      '4Hybrid',
      '5Iron',
      '7Iron',
      '9Iron',
      'PitchingWedge',
      'SandWedge',
      '52 Wedge',
    ],
    row: (club, s, at) => [
      String(at + 1),
      club,
      s.clubSpeed,
      s.attack,
      s.path,
      s.loft,
      s.face,
      s.faceToPath,
      s.ballSpeed,
      s.smash,
      s.launch,
      s.direction,
      s.spin,
      s.axis,
      s.apex,
      s.carry,
      signed(s.side),
      s.descent,
      '61.0',
      s.time,
      s.total,
      signed(s.side * 1.1),
    ],
  },
  {
    name: 'FlightScope',
    head: [
      'FS Golf,Session: Range',
      'Date: Nov 20, 2026',
      'Shot,Club,Ball (mph),Club (mph),Smash,Carry (yds),Total (yds),Lateral (yds),Height (ft),Time (s),Launch V (°),Launch H (°),Descent V (°),Spin (rpm),Spin Axis (°),AOA (°),Club Path (°),Face to Target (°),FTP (°),Dynamic Loft (°)',
    ],
    clubs: ['DR', '3W', '5W', '4H', '5i', '6i', '7i', '8i', '9i', 'PW', 'GW', 'SW', '60°'],
    row: (club, s, at) => [
      String(at + 1),
      club,
      s.ballSpeed,
      s.clubSpeed,
      s.smash,
      s.carry,
      s.total,
      letters(s.side, 'R', 'L'),
      s.apex,
      s.time,
      s.launch,
      letters(s.direction, 'R', 'L'),
      s.descent,
      s.spin,
      letters(s.axis, 'R', 'L'),
      s.attack,
      s.path,
      s.face,
      s.faceToPath,
      s.loft,
    ],
    foot: [
      'Avg,,140,100,1.40,200,210,1.0 R,90,6,14,1.0 R,40,4000,1.0 R,1,1,1,1,18',
      'Dev,,10,5,0.02,30,30,4.0 R,4,1,2,1.0 R,2,400,2.0 R,1,1,1,1,2',
    ],
  },
  {
    name: 'Foresight',
    head: [
      'FSX Play,Sam Rivera,2026-11-20 10:15',
      'Shot,Club,Ball Speed (mph),Launch Angle (deg),Azimuth (deg),Total Spin (rpm),Back Spin (rpm),Side Spin (rpm),Spin Tilt Axis (deg),Carry (yd),Total (yd),Offline (yd),Peak Height (ft),Descent Angle (deg),Club Speed (mph),Efficiency,Angle of Attack (deg),Club Path (deg),Face to Path (deg),Face to Target (deg),Loft (deg)',
    ],
    clubs: ['Driver', 'W3', 'W5', 'H4', 'I5', 'I6', 'I7', 'I8', 'I9', 'PW', 'GW', 'SW', 'LW'],
    row: (club, s, at) => [
      String(at + 1),
      club,
      s.ballSpeed,
      s.launch,
      letters(s.direction, 'R', 'L'),
      s.spin,
      s.back,
      letters(s.sideSpin, 'R', 'L'),
      letters(s.axis, 'R', 'L'),
      s.carry,
      s.total,
      letters(s.side, 'R', 'L'),
      s.apex,
      s.descent,
      s.clubSpeed,
      s.smash,
      letters(s.attack, 'U', 'D'),
      letters(s.path, 'I-O', 'O-I'),
      letters(s.faceToPath, 'Open', 'Closed'),
      letters(s.face, 'R', 'L'),
      s.loft,
    ],
  },
  {
    name: 'Garmin',
    head: [
      'Date,Player,Club Name,Club Type,Club Speed,Attack Angle,Club Path,Club Face,Face to Path,Ball Speed,Smash Factor,Launch Angle,Launch Direction,Backspin,Sidespin,Spin Rate,Spin Rate Type,Spin Axis,Apex Height,Carry Distance,Carry Deviation Angle,Carry Deviation Distance,Total Distance,Total Deviation Angle,Total Deviation Distance,Note,Tag,Air Density,Temperature',
      ',,,,[mph],[deg],[deg],[deg],[deg],[mph],[],[deg],[deg],[rpm],[rpm],[rpm],,[deg],[ft],[yd],[deg],[yd],[yd],[deg],[yd],,,[g/L],[deg F]',
    ],
    clubs: us,
    row: (club, s, at) => [
      `11/20/26 10:${String(at + 10)}:22 AM`,
      'Sam',
      '',
      club,
      s.clubSpeed,
      s.attack,
      s.path,
      s.face,
      s.faceToPath,
      s.ballSpeed,
      s.smash,
      s.launch,
      s.direction,
      s.back,
      s.sideSpin,
      s.spin,
      'Measured',
      s.axis,
      s.apex,
      s.carry,
      '1.0',
      signed(s.side),
      s.total,
      '1.0',
      signed(s.side * 1.1),
      '',
      '',
      '1.19',
      '64',
    ],
  },
  {
    name: 'Rapsodo',
    head: [
      '"Rapsodo MLM2PRO: Sam Rivera - 11/20/2026 10:15 AM"',
      '',
      '"Club Type","Club Brand","Club Model","Carry Distance","Total Distance","Ball Speed","Launch Angle","Launch Direction","Apex","Side Carry","Club Speed","Smash Factor","Descent Angle","Attack Angle","Club Path","Club Data Est Type","Spin Rate","Spin Axis"',
    ],
    clubs: ['d', '3w', '5w', '4h', '5i', '6i', '7i', '8i', '9i', 'pw', 'gw', 'sw', 'lw', 'Ot'],
    row: (club, s) => [
      club,
      'Titleist',
      'T100',
      s.carry,
      s.total,
      s.ballSpeed,
      s.launch,
      s.direction,
      s.apex,
      signed(s.side),
      s.clubSpeed,
      s.smash,
      s.descent,
      s.attack,
      s.path,
      '0',
      s.spin,
      s.axis,
    ],
    foot: [
      'Average,,,200,210,140,14,1,90,2,100,1.4,40,1,1,,4000,1',
      'Std. Dev.,,,20,21,14,1,1,9,2,10,0.1,4,1,1,,400,1',
    ],
  },
  {
    name: 'SkyTrak',
    head: [
      'SkyTrak,Practice Range',
      'Player: Sam Rivera',
      'Date: 11/20/2026',
      'Shot,Club,Hand,Ball (mph),Launch (deg),Back (rpm),Side (rpm),Side (deg),Spin Axis (deg),Offline (yds),Carry (yds),Roll (yds),Total (yds),Flight (sec),Dscnt (deg),Height (ft),Club (mph),Smash',
    ],
    clubs: [
      'Driver',
      '3 Wood',
      '5 Wood',
      'Hybrid 4',
      '5 Iron',
      '6 Iron',
      '7 Iron',
      '8 Iron',
      '9 Iron',
      'PW',
      'AW',
      'SW',
      'LW',
    ],
    row: (club, s, at) => [
      String(at + 1),
      club,
      'R',
      s.ballSpeed,
      s.launch,
      s.back,
      s.sideSpin,
      s.direction,
      s.axis,
      signed(s.side),
      s.carry,
      s.roll,
      s.total,
      s.time,
      s.descent,
      s.apex,
      s.clubSpeed,
      s.smash,
    ],
  },
  {
    name: 'Uneekor',
    head: [
      'VIEW,Sam Rivera',
      '2026.11.20 10:15',
      'No,Club,Ball Speed(mph),Club Speed(mph),Smash Factor,Carry(yd),Run(yd),Total(yd),Side Dist(yd),Launch Angle,Side Angle,Back Spin(rpm),Side Spin(rpm),Spin Axis,Apex(yd),Decent Angle,Flight Time(s),Attack Angle,Club Path,Face Angle,Dynamic Loft',
    ],
    clubs: [
      'DRIVER',
      'WOOD3',
      'WOOD5',
      'UTILITY4',
      'IRON5',
      'IRON6',
      'IRON7',
      'IRON8',
      'IRON9',
      'WEDGE48',
      'WEDGE52',
      'WEDGE56',
    ],
    row: (club, s, at) => [
      String(at + 1),
      club,
      s.ballSpeed,
      s.clubSpeed,
      s.smash,
      s.carry,
      s.roll,
      s.total,
      signed(s.side),
      s.launch,
      s.direction,
      s.back,
      s.sideSpin,
      s.axis,
      (Number(s.apex) / 3).toFixed(1),
      s.descent,
      s.time,
      s.attack,
      s.path,
      s.face,
      s.loft,
    ],
  },
  {
    name: 'Full Swing',
    head: [
      'Full Swing KIT;Session',
      'Date;November 20, 2026',
      'Shot;Club;Carry Distance (yds);Total Distance (yds);Side Carry (yds);Ball Speed (mph);Club Speed (mph);Smash Factor;Launch Angle (deg);Horizontal Launch Angle (deg);Spin Rate (rpm);Spin Axis (deg);Attack Angle (deg);Club Path (deg);Face Angle (deg);Face to Path (deg);Apex (ft)',
    ],
    clubs: ['Driver', '3W', '5W', '4H', '5I', '6I', '7I', '8I', '9I', 'PW', 'UW', 'SW', 'LW'],
    row: (club, s, at) => [
      String(at + 1),
      club,
      s.carry,
      s.total,
      signed(s.side),
      s.ballSpeed,
      s.clubSpeed,
      s.smash,
      s.launch,
      s.direction,
      s.spin,
      s.axis,
      s.attack,
      s.path,
      s.face,
      s.faceToPath,
      s.apex,
    ],
    separator: ';',
  },
]

const fileOf = ({ head, clubs, row, foot = [], separator = ',' }: Device) =>
  [...head, ...clubs.map((club, at) => row(club, swing(at), at).join(separator)), ...foot, ''].join('\r\n')

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
