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
    '#9a9150',
    '#6a7040',
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
    '#a6bcb8',
    '#7f9c9a',
    '#a9c0a6',
    '#bccfb6',
    '#c8dabc',
    ['#24423e', '#4f7068', '#c3d3cb'],
    '#4b443e',
    ['#6a7c88', '#d2d9d6'],
  ),
} as const satisfies Record<string, Place>
