import { scenes } from './scenes.ts'
import type { Sitter } from './sitter.ts'
import { sitters } from './sitters.ts'

const hairWords: Record<Sitter['hair'], string> = {
  crop: 'short hair',
  part: 'parted hair',
  buzz: 'cropped hair',
  receding: 'thinning hair',
  bald: 'a shaven head',
  curlyTop: 'curly hair',
  afro: 'an afro',
  swept: 'swept-back hair',
  locs: 'locs',
  long: 'long hair',
  wavy: 'long wavy hair',
  bob: 'a bob',
  ponytail: 'a ponytail',
  bun: 'a bun',
  pixie: 'short hair',
  curls: 'full curls',
  braids: 'braids',
  greyBob: 'a grey bob',
}

const hatWords: Record<Sitter['headwear'], string> = {
  none: '',
  cap: 'a cap',
  visor: 'a visor',
  bucket: 'a bucket hat',
  flatcap: 'a flat cap',
  straw: 'a straw hat',
  hijab: 'a hijab',
  turban: 'a turban',
}

/** What is under public/art: counts, sizes, and words for people who do not see the pictures. */
export function artManifest() {
  return {
    covers: {
      count: scenes.length,
      width: 800,
      height: 600,
      widths: [400, 800],
      formats: ['avif', 'webp'],
      path: '/art/covers/cover-{number}-{width}.{format}',
      items: scenes.map(({ alt, place, mood, layout }, index) => ({
        number: index + 1,
        alt,
        place,
        hour: mood,
        layout,
      })),
    },
    portraits: {
      count: sitters.length,
      widths: [160, 480],
      square: true,
      formats: ['avif', 'webp'],
      path: '/art/portraits/portrait-{number}-{width}.{format}',
      women: [1, 36],
      men: [37, 72],
      items: sitters.map((sitter) => ({
        number: sitter.number,
        gender: sitter.woman ? 'woman' : 'man',
        ageGroup: sitter.age,
        alt: portraitAlt(sitter),
      })),
    },
    hero: {
      alt: 'Drawing of a golf course early in the morning: mist in the hollows, a flag on the green, the sun coming up',
      seconds: 8,
      poster: '/art/hero/hero-{width}.{format}',
      posterWidths: [800, 1600],
      formats: ['avif', 'webp'],
      width: 1280,
      height: 720,
      video: ['/art/hero/hero.webm', '/art/hero/hero.mp4'],
    },
    social: {
      path: '/art/social-default.jpg',
      png: '/art/social-default.png',
      width: 1200,
      height: 630,
      alt: 'Greenside: golf lessons with a coach near you',
    },
  }
}

/** "Illustrated portrait of a woman in her thirties with long wavy hair" */
export function portraitAlt(sitter: Sitter): string {
  const who = sitter.woman ? `a woman in her ${sitter.age}` : `a man in his ${sitter.age}`
  const covered = sitter.headwear === 'hijab' || sitter.headwear === 'turban'
  const seen = [
    covered ? '' : hairWords[sitter.hair],
    beardWords(sitter),
    sitter.glasses === 'none' ? '' : 'glasses',
    hatWords[sitter.headwear],
  ]
  const parts = seen.filter((part) => part !== '')
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts.join('')
  return `Illustrated portrait of ${who} with ${list}`
}

function beardWords({ beard }: Sitter): string {
  return { none: '', stubble: 'stubble', full: 'a beard', goatee: 'a goatee', moustache: 'a moustache' }[
    beard
  ]
}
