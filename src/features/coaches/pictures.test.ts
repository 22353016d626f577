import { expect, it } from 'vitest'
import { coverFor, drawnSources, pictureAlt } from './pictures.ts'

it('offers our own covers in two sizes and two formats, and leaves uploaded pictures alone', () => {
  expect(drawnSources('/art/covers/cover-12-800.webp')).toEqual({
    avif: '/art/covers/cover-12-400.avif 400w, /art/covers/cover-12-800.avif 800w',
    webp: '/art/covers/cover-12-400.webp 400w, /art/covers/cover-12-800.webp 800w',
  })
  expect(drawnSources('/files/coach/photo.webp')).toEqual({})
})

it('gives a coach without pictures one of the fifty covers, always the same', () => {
  const id = 'c0ac0001-0000-4000-8000-000000000001'
  expect(coverFor(id)).toMatch(/^\/art\/covers\/cover-([1-9]|[1-4]\d|50)-800\.webp$/)
  expect(coverFor(id)).toBe(coverFor(id))
})

it('says whose picture it is, and which of several', () => {
  expect(pictureAlt({ name: 'Maya Bennett', galleryImages: ['a', 'b'] }, 1)).toBe(
    'Golf lessons with Maya Bennett, picture 2 of 2',
  )
  expect(pictureAlt({ name: 'Maya Bennett', galleryImages: ['a'] }, 0)).toBe('Golf lessons with Maya Bennett')
})
