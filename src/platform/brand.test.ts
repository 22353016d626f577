import { wcagContrast } from 'culori'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { colorProblem, inBrandColor, inBrandColors, readBrandColors } from './brand.ts'

const navy = { brand: '#1d3f8f', accent: '#8a3ffc' }
const hex = fc
  .array(fc.integer({ min: 0, max: 255 }), { minLength: 3, maxLength: 3 })
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)

test('the brand and the accent are the operator’s; other colors stay', () => {
  expect(inBrandColors('a{color:#1f5a43;background:#C93F22;border-color:#f3ecdf}', navy)).toBe(
    'a{color:#1d3f8f;background:#8a3ffc;border-color:#f3ecdf}',
  )
  expect(inBrandColor('#981b30', { ...navy, accent: '#c93f22' })).toBe('#981b30')
})

test('a hovered button is darker than the button', () => {
  const dark = { brand: '#1f5a43', accent: '#7a2e8a' }
  const contrast = (color: string) => wcagContrast(inBrandColor(color, dark), '#ffffff')
  expect(contrast('#ae3319')).toBeGreaterThan(contrast('#c93f22'))
})

test('without settings nothing changes', () => {
  expect(readBrandColors({})).toBeNull()
  expect(inBrandColors('#1f5a43 #10291f', null)).toBe('#1f5a43 #10291f')
})

test('one color can be set alone', () => {
  expect(readBrandColors({ BRAND_COLOR: '#1D3F8F' })).toEqual({ brand: '#1d3f8f', accent: '#c93f22' })
})

test.each([
  ['navy', /must be a color/],
  ['#fff', /must be a color/],
  ['#ffd400', /is too light to be read: its contrast is 1\.2:1/],
])('the color %s is refused', (color, problem) => {
  expect(colorProblem(color)).toMatch(problem)
  expect(readBrandColors({ BRAND_COLOR: color })).toBeNull()
})

test('whatever brand is chosen, its shades are readable where ours are', () => {
  const shades = [
    '#10291f',
    '#174735',
    '#2b7557',
    '#8ac79e',
    '#b3c4b8',
    '#1f4636',
    '#ae3319',
    '#b93719',
    '#f2795c',
  ]
  const surfaces = ['#f3ecdf', '#0f1714']
  fc.assert(
    fc.property(
      hex.filter((color) => colorProblem(color) === null),
      hex.filter((color) => colorProblem(color) === null),
      (brand, accent) => {
        for (const shade of shades)
          for (const surface of surfaces)
            if (wcagContrast(shade, surface) >= 4.5)
              expect(wcagContrast(inBrandColor(shade, { brand, accent }), surface)).toBeGreaterThanOrEqual(
                4.5,
              )
      },
    ),
    { numRuns: 300 },
  )
})
