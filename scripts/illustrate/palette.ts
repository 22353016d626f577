/** The house colours (look.md). Flag red is kept for flags. */
export const house = {
  pine: '#10291f',
  fairway: '#1f5a43',
  fresh: '#5f9b6b',
  sand: '#f3ecdf',
  paper: '#fbf8f2',
  ink: '#1b1f1d',
  flag: '#d9482b',
  sky: '#c5dbe6',
  gold: '#c8922c',
} as const

/** The light of an hour: four sky colours from zenith to horizon, the sun, what it does to things. */
export type Mood = {
  sky: readonly [string, string, string, string]
  sun: string
  light: string
  /** 0..1: how strongly the light colours what it touches */
  warmth: number
  shade: string
  /** 0..1: how deep the shadows are */
  depth: number
  haze: string
  /** 0..1: how quickly distance disappears */
  veil: number
  cloud: string
}

const mood = (
  sky: Mood['sky'],
  sun: string,
  light: string,
  warmth: number,
  shade: string,
  depth: number,
  haze: string,
  veil: number,
  cloud: string,
): Mood => ({ sky, sun, light, warmth, shade, depth, haze, veil, cloud })

export const moods = {
  dawn: mood(
    ['#8fb2c2', '#c4d4d0', '#f2dcc0', '#f7c79b'],
    '#fff1d2',
    '#ffd9a0',
    0.24,
    '#33475c',
    0.36,
    '#efd0b2',
    0.86,
    '#fbe6cf',
  ),
  rose: mood(
    ['#7487a8', '#b7a2b6', '#edbcaa', '#fbdfba'],
    '#fff0d8',
    '#ffcfae',
    0.26,
    '#3d3f60',
    0.4,
    '#e6bfb2',
    0.84,
    '#f6d3c4',
  ),
  morning: mood(
    ['#9cc6da', '#c0dce2', '#e4ecdf', '#faf1d8'],
    '#fffbe8',
    '#fff0bf',
    0.2,
    '#20505a',
    0.3,
    '#d8e6dd',
    0.8,
    '#fdfaf0',
  ),
  noon: mood(
    ['#4f93ba', '#83b9d3', '#b7dae4', '#e3efe8'],
    '#fffdf0',
    '#fff6cc',
    0.14,
    '#1a4a62',
    0.34,
    '#bcd9df',
    0.72,
    '#fffdf6',
  ),
  clear: mood(
    ['#2f7f9c', '#6fb0b8', '#b8d8cc', '#f2ecd0'],
    '#fff8dc',
    '#fff0b8',
    0.18,
    '#17465a',
    0.36,
    '#b9d5cb',
    0.76,
    '#fbf7e4',
  ),
  gold: mood(
    ['#7fa5ac', '#c7cdaa', '#f3d794', '#f7bb62'],
    '#fff3c8',
    '#ffd074',
    0.34,
    '#3b4152',
    0.42,
    '#f0d295',
    0.84,
    '#fbe7b4',
  ),
  amber: mood(
    ['#c9a25f', '#e3b765', '#f4cf7e', '#fbe5ae'],
    '#fff8de',
    '#ffcb66',
    0.36,
    '#4a3440',
    0.44,
    '#eec682',
    0.84,
    '#fae3ad',
  ),
  sunset: mood(
    ['#3b4c78', '#8b6488', '#dd866f', '#f9c172'],
    '#fff0bd',
    '#ffab68',
    0.34,
    '#2c2848',
    0.5,
    '#dd9878',
    0.82,
    '#f3a583',
  ),
  coral: mood(
    ['#5d8a96', '#a9aea4', '#eeb08c', '#f9d6a0'],
    '#fff3d0',
    '#ffbd84',
    0.3,
    '#33384f',
    0.44,
    '#e6b597',
    0.82,
    '#fbd2ae',
  ),
  dusk: mood(
    ['#1d2d50', '#40507e', '#8c7799', '#e8aa90'],
    '#ffe9c9',
    '#d79a9b',
    0.24,
    '#141d3a',
    0.56,
    '#8a7c9c',
    0.84,
    '#a48fa8',
  ),
  night: mood(
    ['#0e1d36', '#1c3856', '#3c6078', '#84a2a4'],
    '#f4f1dc',
    '#9fc2cf',
    0.2,
    '#071324',
    0.6,
    '#4d6f86',
    0.84,
    '#5f8093',
  ),
  mist: mood(
    ['#b9c9c6', '#ccd7d0', '#e0e4d8', '#f1eddd'],
    '#fffdf2',
    '#fff6dc',
    0.18,
    '#38544f',
    0.26,
    '#e0e5da',
    0.95,
    '#f4f2e8',
  ),
  storm: mood(
    ['#46596a', '#71858b', '#a9b3a5', '#efdfae'],
    '#fff6d6',
    '#ffe9a8',
    0.26,
    '#1d303d',
    0.5,
    '#b3b7a6',
    0.8,
    '#5f7480',
  ),
  jade: mood(
    ['#2f6e72', '#6ba398', '#bad0b0', '#f5e4b6'],
    '#fff6d4',
    '#ffe39c',
    0.26,
    '#12393f',
    0.44,
    '#bfcfae',
    0.82,
    '#e9e6c6',
  ),
} as const satisfies Record<string, Mood>

/** What grows there, as it would look at noon. */
export type Place = {
  rough: string
  wild: string
  fairway: string
  stripe: string
  green: string
  sand: string
  leaf: readonly [dark: string, mid: string, light: string]
  trunk: string
  rock: readonly [dark: string, light: string]
  water: string
}

const place = (
  rough: string,
  wild: string,
  fairway: string,
  stripe: string,
  green: string,
  leaf: Place['leaf'],
  trunk: string,
  rock: Place['rock'],
  water = '#5c93a6',
  sand = '#f2e5c8',
): Place => ({ rough, wild, fairway, stripe, green, sand, leaf, trunk, rock, water })

export const places = {
  parkland: place(
    '#41704a',
    '#2f5a40',
    '#6c9f5c',
    '#82b26a',
    '#9cc97c',
    ['#16382a', '#2d6044', '#7ea45a'],
    '#4a3b2f',
    ['#5a6a6c', '#a5ada2'],
  ),
  links: place(
    '#a99c5f',
    '#85834f',
    '#88a35c',
    '#9bb469',
    '#acc67a',
    ['#3f4d2f', '#6f7a42', '#b9ab62'],
    '#5b4a36',
    ['#6f6a5c', '#b9b09a'],
  ),
  heath: place(
    '#7c6b74',
    '#5f4c5c',
    '#7c9c5c',
    '#92ae6a',
    '#a8c47a',
    ['#22352c', '#456046', '#8d9a60'],
    '#6b4a38',
    ['#5f5a66', '#a39a9c'],
  ),
  desert: place(
    '#c89b68',
    '#b07a50',
    '#72994f',
    '#88ad5e',
    '#9dc272',
    ['#2f4a3a', '#567052', '#98a86c'],
    '#5a4434',
    ['#8c4a3a', '#cf8458'],
  ),
  redrock: place(
    '#b9744c',
    '#96563c',
    '#6d9850',
    '#83ac60',
    '#9ac275',
    ['#2b4638', '#4d6b4c', '#8fa468'],
    '#57402f',
    ['#7a3a32', '#c86f4a'],
  ),
  autumn: place(
    '#8f8648',
    '#6b6a3c',
    '#8ba156',
    '#a0b264',
    '#b0c676',
    ['#7a4420', '#c4802c', '#f2c45a'],
    '#4a382c',
    ['#5f6468', '#aaa79c'],
  ),
  alpine: place(
    '#557a4a',
    '#3c6144',
    '#79a55c',
    '#8fb86a',
    '#a5cd80',
    ['#12332c', '#265446', '#6c9860'],
    '#46392f',
    ['#56687c', '#b4bcc0'],
  ),
  coast: place(
    '#6b8a4e',
    '#516f45',
    '#7da75c',
    '#93b96a',
    '#a9cd7e',
    ['#1c3a30', '#3b6047', '#8a9e5a'],
    '#56463a',
    ['#7a6450', '#cbb089'],
    '#3f8799',
  ),
  tropic: place(
    '#4a8250',
    '#2f6a4c',
    '#74ab5e',
    '#8abd6c',
    '#a2d282',
    ['#12433a', '#2c7052', '#8bb45c'],
    '#6b5644',
    ['#4c6062', '#98a596'],
    '#3d9a9e',
  ),
  tuscan: place(
    '#a39a58',
    '#7f8248',
    '#8aa55a',
    '#9fb668',
    '#b0c87a',
    ['#1e3a2c', '#3c5c3c', '#8a9650'],
    '#5a4636',
    ['#7a6a58', '#c2ab88'],
  ),
  spring: place(
    '#5c8d56',
    '#427248',
    '#82b268',
    '#98c378',
    '#aed68c',
    ['#7a6a78', '#c99ba6', '#f3d3d0'],
    '#54443c',
    ['#6a7678', '#b4b8ac'],
  ),
  winter: place(
    '#b9c8c0',
    '#98aea8',
    '#a9c0a6',
    '#bccfb6',
    '#c8dabc',
    ['#24423e', '#4f7068', '#c3d3cb'],
    '#4b443e',
    ['#6a7c88', '#d2d9d6'],
  ),
} as const satisfies Record<string, Place>

/** Mixes two `#rrggbb` colours evenly to the eye (OKLab): amount 0 is `from`, 1 is `to`. */
export function mix(from: string, to: string, amount: number): string {
  const [a, b] = [toLab(from), toLab(to)]
  const t = Math.min(1, Math.max(0, amount))
  return fromLab([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t])
}

type Triple = readonly [number, number, number]

function toLab(hex: string): Triple {
  const linear = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const [r, g, b] = [linear(1), linear(3), linear(5)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromLab([light, a, b]: Triple): string {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3
  const byte = (value: number) => {
    const curved = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(Math.min(1, Math.max(0, curved)) * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)}${byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)}${byte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)}`
}
