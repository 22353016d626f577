import { describe, expect, it } from 'vitest'
import { drawHeroBack } from './hero.ts'
import { drawHeroAir, drawHeroGrass } from './hero-motion.ts'
import { drawLandscape } from './landscape.ts'
import { artManifest } from './manifest.ts'
import { drawPortrait } from './portrait.ts'
import { scenes } from './scenes.ts'
import { sitters } from './sitters.ts'

const first = <T>(list: readonly T[]): T => {
  const [item] = list
  if (item === undefined) throw new Error('the list is empty')
  return item
}

describe('the illustrator', () => {
  it('draws the same cover from the same seed, and another one from another', () => {
    const scene = first(scenes)
    expect(drawLandscape(scene, 'a')).toBe(drawLandscape(scene, 'a'))
    expect(drawLandscape(scene, 'a')).not.toBe(drawLandscape(scene, 'b'))
  })

  it('draws the same portrait from the same seed, and another one from another', () => {
    const sitter = first(sitters)
    expect(drawPortrait(sitter, 'a')).toBe(drawPortrait(sitter, 'a'))
    expect(drawPortrait(sitter, 'a')).not.toBe(drawPortrait(sitter, 'b'))
  })

  it('has fifty covers and seventy-two faces, no two drawn alike', () => {
    const covers = scenes.map((scene, index) => drawLandscape(scene, `cover-${index + 1}`))
    const faces = sitters.map((sitter) => drawPortrait(sitter, `portrait-${sitter.number}`))
    expect(new Set(covers).size).toBe(50)
    expect(new Set(faces).size).toBe(72)
  })

  it('puts no broken number into a picture', () => {
    const pictures = [
      ...scenes.map((scene) => drawLandscape(scene, 'n')),
      ...sitters.map((sitter) => drawPortrait(sitter, 'n')),
    ]
    for (const svg of pictures) expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('ends the film where it began', () => {
    expect(drawHeroBack()).toBe(drawHeroBack())
    expect(numbers(drawHeroAir(1))).toEqual(numbers(drawHeroAir(0)))
    expect(numbers(drawHeroGrass(1))).toEqual(numbers(drawHeroGrass(0)))
    expect(numbers(drawHeroAir(0.5))).not.toEqual(numbers(drawHeroAir(0)))
  })

  it('describes every picture once, women first', () => {
    const { covers, portraits } = artManifest()
    expect(new Set(covers.items.map((item) => item.alt)).size).toBe(50)
    expect(portraits.items.slice(0, 36).every((item) => item.gender === 'woman')).toBe(true)
    expect(portraits.items.slice(36).every((item) => item.gender === 'man')).toBe(true)
    for (const { alt } of portraits.items)
      expect(alt).toMatch(/^Illustrated portrait of an? (woman|man) in (her|his) \w+ with \w/)
  })
})

/** The numbers in a drawing, to a tenth: sine at a full turn is not exactly sine at none. */
function numbers(svg: string): number[] {
  return (svg.match(/-?\d+(\.\d+)?/g) ?? []).map((text) => Math.round(Number(text) * 10) / 10 || 0)
}
