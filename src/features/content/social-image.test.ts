import { expect, test } from 'vitest'
import { drawSocialImage } from './social-image.ts'

const image = (title: string, facts = ['4.9 of 5', '$85 an hour', 'PGA Class A']) =>
  drawSocialImage({ eyebrow: 'Golf coach', title, facts, action: 'See open times' })
/** Sizes of the display font, largest first: the title and the wordmark. */
const sizes = (svg: string) =>
  [...svg.matchAll(/scale\((0\.\d+)\)" fill="#10291f"/g)].map(([, size]) => Number(size))

test('text is drawn as outlines: it needs no font and contains no markup', () => {
  const svg = image('<script>alert("1")</script> & Co')
  expect(svg).not.toMatch(/<text|<script|font-family|&(?!#?\w+;)/)
})

test('a longer title is smaller, and one too long ends after three lines', () => {
  expect(sizes(image('Maya Bennett')).at(-1)).toBe(0.092)
  expect(sizes(image('Bartholomew Featherstonehaugh')).at(-1)).toBeLessThan(0.092)
  expect(sizes(image('word '.repeat(60))).filter((size) => size === 0.05)).toHaveLength(3)
})

test('facts that would overlap the button are left out', () => {
  const facts = (svg: string) => [...svg.matchAll(/scale\(0\.028\)/g)].length
  expect(facts(image('Maya Bennett'))).toBe(3)
  expect(facts(image('Rancho Santa Margarita, CA'))).toBe(2)
})

test('an unknown letter loses its accent; one in another script is left out', () => {
  expect(image('Ģreta')).toBe(image('Greta'))
  expect(image('高尔夫 Greta')).toContain('scale(0.092)')
})
