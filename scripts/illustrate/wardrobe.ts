import type { Garment } from './sitter.ts'

/** Shirt and trim, pair by pair. */
export const cloths: readonly (readonly [string, string])[] = [
  ['#1f5a43', '#f3ecdf'],
  ['#f3ecdf', '#1f5a43'],
  ['#2c4a63', '#f3ecdf'],
  ['#c5dbe6', '#2c4a63'],
  ['#10291f', '#c8922c'],
  ['#7d9c86', '#fbf8f2'],
  ['#fbf8f2', '#5f9b6b'],
  ['#c9a25f', '#10291f'],
  ['#5f7f93', '#fbf8f2'],
  ['#6d5a72', '#f3ecdf'],
  ['#3b3f46', '#c5dbe6'],
  ['#b98f7a', '#fbf8f2'],
]

export const garments: readonly Garment[] = [
  'polo',
  'quarterzip',
  'polo',
  'sweater',
  'polo',
  'stripes',
  'vest',
]

/** Colours for caps and visors. */
export const hats: readonly string[] = [
  '#fbf8f2',
  '#1f5a43',
  '#f3ecdf',
  '#2c4a63',
  '#10291f',
  '#c5dbe6',
  '#c9a25f',
]
