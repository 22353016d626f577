import { house } from './colour.ts'
import lettering from './lettering.json' with { type: 'json' }
import { ellipse, newSheet, shape, stroke } from './svg.ts'

/** The social picture's size in pixels, as link previews ask for it. */
export const socialSize = { width: 1200, height: 630 } as const

/** The name and the line under it, on clear paper, to lie over the hero picture. */
export function drawSocialLettering(): string {
  const sheet = newSheet(socialSize.width, socialSize.height, 1)
  const veil = sheet.radial([
    [0, house.paper, 0.8],
    [0.55, house.paper, 0.42],
    [1, house.paper, 0],
  ])
  sheet.add(
    ellipse(330, 236, 560, 330, veil),
    `<g transform="translate(72 96)">${mark(56)}</g>`,
    `<g transform="translate(72 188)">${shape(lettering.name.path, house.pine, 'fill-rule="evenodd"')}</g>`,
    `<g transform="translate(74 330) scale(0.336)">${shape(lettering.line.path, house.fairway, 'fill-rule="evenodd"')}</g>`,
  )
  return sheet.toString()
}

/** The mark alone: a flag on a green, in a square of 64 units with round corners. */
export function drawMark(rounded = true): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${mark(64, rounded)}</svg>`
}

function mark(size: number, rounded = true): string {
  const corner = rounded ? 14 : 0
  return `<g transform="scale(${size / 64})"><clipPath id="m"><rect width="64" height="64" rx="${corner}"/></clipPath><g clip-path="url(#m)">${[
    shape('M0 0H64V64H0Z', house.fairway),
    shape('M0 47C14 38 34 37 64 45V64H0Z', house.fresh),
    shape('M0 55C20 47 40 50 64 57V64H0Z', '#7fb683'),
    ellipse(25, 47, 5, 1.7, house.pine, 'opacity="0.55"'),
    stroke('M25 47V11', house.paper, 3.4),
    shape('M26.4 10.6C34 11.4 40 17.6 51 18.8C42 21.4 35 27 26.4 27.6Z', house.flag),
  ].join('')}</g></g>`
}
