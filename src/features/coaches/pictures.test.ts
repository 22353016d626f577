import { expect, it } from 'vitest'
import { coverFor, pictureAlt, pictureSources } from './pictures.ts'

it('returns every picture in its sizes and formats', () => {
  expect(pictureSources('/art/covers/cover-12-800.webp')).toEqual({
    avif: '/art/covers/cover-12-400.avif 400w, /art/covers/cover-12-800.avif 800w',
    webp: '/art/covers/cover-12-400.webp 400w, /art/covers/cover-12-800.webp 800w',
  })
  const id = 'c0ac0001-0000-4000-8000-000000000001'
  expect(pictureSources(`/pictures/${id}/1600.jpg`).webp).toBe(
    `/pictures/${id}/480.webp 480w, /pictures/${id}/1600.webp 1600w`,
  )
  expect(pictureSources(`/pictures/${id}/420.jpg`).avif).toBe(`/pictures/${id}/420.avif 420w`)
  expect(pictureSources('https://elsewhere.test/photo.webp')).toEqual({})
})

it('gives a coach without pictures one of the fifty covers, always the same', () => {
  const id = 'c0ac0001-0000-4000-8000-000000000001'
  expect(coverFor(id)).toMatch(/^\/art\/covers\/cover-([1-9]|[1-4]\d|50)-800\.webp$/)
  expect(coverFor(id)).toBe(coverFor(id))
})

it('uses the coach’s text, or else the coach’s name and the picture’s number', () => {
  const said = { alt: 'A bunker at dawn', caption: 'Hole 7' }
  const pictures = [said, { alt: '', caption: '' }, { alt: '', caption: 'Hole 8' }]
  const coach = { name: 'Maya Bennett', pictures }
  expect(pictureAlt(coach, 0)).toBe('A bunker at dawn')
  expect(pictureAlt(coach, 1)).toBe('Golf lessons with Maya Bennett, picture 2 of 3')
  expect(pictureAlt(coach, 2)).toBe('Hole 8')
  expect(pictureAlt({ ...coach, pictures: pictures.slice(1, 2) }, 0)).toBe('Golf lessons with Maya Bennett')
})
