import { paintBeard } from './beard.ts'
import { paintClothes } from './clothes.ts'
import { mix } from './colour.ts'
import { paintGlasses } from './eyes.ts'
import { paintHead, skinOf } from './face.ts'
import { paintFeatures } from './features.ts'
import { paintBackHair } from './hair-back.ts'
import { paintFrontHair } from './hair-front.ts'
import { paintHeadwear } from './headwear.ts'
import { moods } from './moods.ts'
import { paintNeck } from './neck.ts'
import { places } from './places.ts'
import { type Random, randomFrom } from './random.ts'
import type { Sitter } from './sitter.ts'
import { ellipse, newSheet, num, type Point, type Sheet, shape, smooth } from './svg.ts'

/** Pixels to trim from each side. */
export const bleed = 36

/**
 * Paints one portrait: a head and shoulders before a course out of focus, 480 x 480 with a bleed around it to be
 * trimmed (blurring fades at the paper's edge).
 * @param seed varies the background and the loose hairs; the same seed gives the same SVG
 */
export function drawPortrait(sitter: Sitter, seed: string): string {
  const random = randomFrom(seed)
  const sheet = newSheet(480 + bleed * 2, 480 + bleed * 2, random.int(1, 900))
  sheet.add(`<g transform="translate(${bleed} ${bleed})">`)
  background(sheet, sitter, random)
  const skin = skinOf(sitter)
  const down = sitter.headwear === 'turban' || sitter.hair === 'bun' ? -26 : -42
  const tilt = sitter.turn * (sitter.woman ? 3 : 2)
  const head = `<g transform="translate(240 ${down}) scale(1.14) rotate(${num(tilt)} 0 310)">`
  const veiled = sitter.headwear === 'hijab'
  const wrapped = veiled || sitter.headwear === 'turban'
  if (!wrapped) {
    sheet.add(head)
    paintBackHair(sheet, sitter, random)
    sheet.add('</g>')
  }
  sheet.add(`<g transform="translate(240 ${down}) scale(1.14)">`)
  paintNeck(sheet, sitter, skin)
  sheet.add(`<g transform="translate(0 ${sitter.woman ? -20 : -25})">`)
  paintClothes(sheet, sitter, skin)
  sheet.add('</g></g>', head)
  if (veiled) sheet.add(ellipse(0, 212, 70, 106, mix(sitter.hatColour, '#1a2430', 0.5)))
  paintHead(sheet, sitter, skin, veiled || ['long', 'wavy', 'bob', 'greyBob', 'curls'].includes(sitter.hair))
  paintBeard(sheet, sitter, skin)
  paintFeatures(sheet, sitter, skin)
  if (!wrapped) paintFrontHair(sheet, sitter, random)
  paintGlasses(sheet, sitter)
  paintHeadwear(sheet, sitter, skin)
  sheet.add('</g>')
  varnish(sheet, sitter)
  sheet.add('</g>')
  return sheet.toString()
}

/** Sky, far trees and a mown slope, as a lens would blur them. */
function background(sheet: Sheet, sitter: Sitter, random: Random): void {
  const mood = moods[random.pick(['morning', 'dawn', 'clear', 'gold', 'mist', 'jade', 'coral', 'rose'])]
  const place = places[random.pick(['parkland', 'parkland', 'coast', 'alpine', 'tuscan', 'links', 'autumn'])]
  const { side } = sitter
  const [zenith, upper, lower, low] = mood.sky
  sheet.add(
    `<rect x="-60" y="-60" width="600" height="600" fill="${sheet.linear([
      [0, mix(zenith, upper, 0.5)],
      [0.35, lower],
      [0.6, low],
    ])}"/>`,
    ellipse(
      240 + side * 210,
      110,
      330,
      280,
      sheet.radial([
        [0, mood.sun, 0.85],
        [0.3, mood.sun, 0.5],
        [0.6, mood.sun, 0.18],
        [0.85, mood.sun, 0.04],
        [1, mood.sun, 0],
      ]),
    ),
    '<g filter="url(#softer)">',
  )
  const hill = (y: number, rise: number, colour: string) => {
    const points: Point[] = [
      [-60, 540],
      [-60, y],
    ]
    for (let x = -20; x <= 520; x += 60) points.push([x, y + random.range(-1, 1) * rise])
    sheet.add(shape(smooth([...points, [560, y], [560, 540]]), colour))
  }
  hill(236, 16, mix(mix(place.leaf[1], place.rock[0], 0.4), mood.haze, 0.66))
  for (let x = -20; x < 500; x += random.range(34, 70))
    sheet.add(
      ellipse(
        x,
        262 + random.range(-12, 10),
        random.range(28, 50),
        random.range(22, 46),
        mix(place.leaf[random.chance(0.5) ? 0 : 1], mood.haze, 0.42),
      ),
    )
  hill(290, 8, mix(place.rough, mood.haze, 0.34))
  hill(330, 14, mix(place.fairway, mood.light, 0.22))
  sheet.add(
    shape(
      smooth([
        [-60, 372],
        [120, 346],
        [320, 362],
        [560, 338],
        [560, 380],
        [300, 404],
        [100, 384],
        [-60, 410],
      ]),
      mix(place.stripe, mood.light, 0.3),
    ),
    shape(
      smooth([
        [-60, 420],
        [200, 410],
        [560, 424],
        [560, 560],
        [-60, 560],
      ]),
      mix(place.rough, mood.shade, 0.3),
    ),
    ellipse(240 - side * 230, 300, 120, 190, mix(place.leaf[0], mood.haze, 0.24), 'opacity="0.55"'),
    '</g>',
    `<rect x="-60" y="-60" width="600" height="600" fill="${mix(mood.haze, mood.sun, 0.4)}" opacity="0.16"/>`,
  )
}

function varnish(sheet: Sheet, sitter: Sitter): void {
  const glow = sheet.radial([
    [0, '#ffedc8', 0.26],
    [1, '#ffedc8', 0],
  ])
  sheet.add(
    ellipse(240 + sitter.side * 220, 60, 330, 300, glow),
    `<rect x="-90" y="-90" width="660" height="660" fill="${sheet.radial([
      [0, '#10291f', 0],
      [0.45, '#10291f', 0.02],
      [0.62, '#10291f', 0.07],
      [0.8, '#10291f', 0.16],
      [1, '#10291f', 0.34],
    ])}"/>`,
    '<rect x="-60" y="-60" width="600" height="600" fill="#fff6e0" opacity="0.05" filter="url(#stipple)"/>',
  )
}
