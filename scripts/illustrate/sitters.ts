import { randomFrom } from './random.ts'
import type { AgeGroup, Beard, HairStyle, Headwear, Sitter } from './sitter.ts'
import { cloths, garments, hats } from './wardrobe.ts'

const ages: readonly AgeGroup[] = [
  'thirties',
  'forties',
  'twenties',
  'fifties',
  'thirties',
  'sixties',
  'forties',
  'twenties',
  'fifties',
]

const womenHair: readonly HairStyle[] = [
  'wavy',
  'ponytail',
  'bob',
  'curls',
  'bun',
  'long',
  'braids',
  'pixie',
  'afro',
  'long',
  'ponytail',
  'wavy',
  'bob',
  'curls',
  'bun',
  'pixie',
  'ponytail',
  'long',
]

const menHair: readonly HairStyle[] = [
  'part',
  'crop',
  'afro',
  'swept',
  'buzz',
  'receding',
  'curlyTop',
  'bald',
  'crop',
  'part',
  'locs',
  'swept',
  'buzz',
  'receding',
  'curlyTop',
  'crop',
  'bald',
  'part',
]

const womenHats: readonly Headwear[] = [
  'none',
  'visor',
  'none',
  'none',
  'none',
  'cap',
  'none',
  'none',
  'none',
  'hijab',
  'cap',
  'none',
  'visor',
  'none',
  'none',
  'bucket',
  'visor',
  'straw',
]

const menHats: readonly Headwear[] = [
  'none',
  'cap',
  'none',
  'none',
  'none',
  'cap',
  'visor',
  'none',
  'turban',
  'flatcap',
  'none',
  'none',
  'cap',
  'none',
  'none',
  'bucket',
  'straw',
  'cap',
]

const beards: readonly Beard[] = [
  'none',
  'stubble',
  'full',
  'none',
  'none',
  'stubble',
  'none',
  'goatee',
  'full',
  'none',
  'full',
  'moustache',
  'stubble',
  'none',
  'stubble',
  'none',
  'full',
  'none',
]

const darkHair: readonly [string, ...string[]] = ['#1d1613', '#241a17', '#17120f', '#2f211b']

const mixedHair: readonly [string, ...string[]] = [
  '#5a3a26',
  '#7a5232',
  '#a97c48',
  '#c9a267',
  '#3a2a22',
  '#8a4a2a',
  '#241a17',
]

const greys: readonly [string, ...string[]] = ['#b9b5ae', '#d3d0c8', '#8d8a86']

/** The seventy-two demo coaches' faces: 1-36 women, 37-72 men. The same list every time. */
export const sitters: readonly Sitter[] = Array.from({ length: 72 }, (_, index) => sit(index))

function sit(index: number): Sitter {
  const random = randomFrom(`sitter-${index}`)
  const woman = index < 36
  const k = woman ? index : index - 36
  const round = k >= 18 ? 1 : 0
  const age = ages[(k * 2 + round * 3) % ages.length] ?? 'thirties'
  const old = age === 'sixties' || (age === 'fifties' && random.chance(0.45))
  const list = woman ? womenHair : menHair
  let hair = list[(k + round * 5) % list.length] ?? 'crop'
  let skin = (k * 5 + round * 3 + (woman ? 0 : 2)) % 8
  if (hair === 'afro' || hair === 'braids' || hair === 'locs') skin = 4 + (k % 4)
  if (old && (hair === 'long' || hair === 'braids'))
    hair = woman ? random.pick(['greyBob', 'curls', 'pixie']) : 'receding'
  if (!old && hair === 'receding' && age === 'twenties') hair = 'crop'
  const headwear = (woman ? womenHats : menHats)[(k + round * 7) % 18] ?? 'none'
  const hatted = headwear !== 'none' && headwear !== 'visor'
  if (hatted && (hair === 'bun' || hair === 'afro' || hair === 'curlyTop')) hair = woman ? 'ponytail' : 'crop'
  if (headwear === 'visor' && (hair === 'bald' || hair === 'curlyTop')) hair = 'crop'
  const beard = woman ? 'none' : headwear === 'turban' ? 'full' : (beards[(k * 7 + round * 4) % 18] ?? 'none')
  const [cloth, trim] = cloths[(k * 5 + round * 2 + (woman ? 0 : 3)) % cloths.length] ?? [
    '#1f5a43',
    '#f3ecdf',
  ]
  if (headwear === 'hijab' || headwear === 'turban') skin = 2 + (k % 4)
  return {
    number: index + 1,
    woman,
    age,
    skin,
    hair,
    headwear,
    beard,
    cloth,
    trim,
    hairColour:
      headwear === 'turban' && !old
        ? '#1d1613'
        : old
          ? random.pick(greys)
          : skin >= 3
            ? random.pick(darkHair)
            : random.pick(mixedHair),
    glasses: k % 5 === 3 ? (k % 2 ? 'round' : 'square') : 'none',
    garment: headwear === 'hijab' ? 'sweater' : (garments[(k * 3 + round) % garments.length] ?? 'polo'),
    hatColour: hats[(k * 3 + round * 2) % hats.length] ?? '#fbf8f2',
    turn: (random.chance(0.5) ? 1 : -1) * random.range(0.35, 1),
    side: random.chance(0.5) ? 1 : -1,
    width: random.range(0.95, 1.05) * (woman ? 0.965 : 1.0),
    jaw: random.range(0.95, 1.06) * (woman ? 0.88 : 1.03),
    nose: random.range(0.88, 1.08) * (woman ? 0.9 : 1.04) * (skin > 4 ? 1.1 : 1),
    lips: random.range(0.9, 1.1) * (woman ? 1.08 : 0.9) * (skin > 4 ? 1.18 : 1),
    eyes: random.range(0.94, 1.06) * (woman ? 1.06 : 0.96),
  }
}
