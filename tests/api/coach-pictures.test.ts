import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { cleanDocuments } from '#features/own-profile/pictures/commands.ts'
import type { OwnGallery } from '#features/own-profile/pictures/schema.ts'
import { signedInCoach } from '../support/lessons.ts'
import { hugePng, own, photoWithPlace, plainPhoto, shortVideo, textBomb } from '../support/media.ts'
import { testProduct } from '../support/product.ts'
import { ask, type Person } from '../support/talks.ts'

const FILES_FOLDER = join(tmpdir(), `greenside-files-${randomUUID()}`)
const product = testProduct({ FILES_FOLDER })
let maya: Person
beforeEach(async () => {
  maya = await signedInCoach(product)
})

const photo = () => plainPhoto('png', 900, 700)
async function send(
  bytes: Uint8Array<ArrayBuffer>,
  query: Record<string, string> = { purpose: 'gallery' },
  person = maya,
) {
  const answer = await ask(product, person, `/uploads/coach-pictures?${new URLSearchParams(query)}`, {
    method: 'POST',
    body: bytes,
    headers: { 'content-type': 'image/png' },
  })
  return { status: answer.status, json: JSON.parse(answer.text) }
}
const gallery = async (): Promise<OwnGallery> => (await maya.get('/api/coach/gallery')).json
const open = (url: string, headers = {}) => ask(product, product.visitor() as Person, url, { headers })
const folders = () => readdir(join(FILES_FOLDER, 'coach-pictures')).catch(() => [])
const sizesOf = (url: string) =>
  ['480.avif', '480.webp', '900.avif', '900.webp', '900.jpg'].map((name) => url.replace(/[^/]+$/, name))

describe('the gallery', () => {
  test('accepts a picture, re-encodes it in our sizes, and students see it at once', async () => {
    const { status, json: made } = await send(await photo())
    expect(status).toBe(201)
    expect(made.url).toMatch(/^\/pictures\/[0-9a-f-]{36}\/900\.jpg$/)
    for (const url of sizesOf(made.url)) {
      const file = await open(url)
      expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
    }
    const shown = (await product.visitor().get(`/api/coaches/${maya.userId}`)).json
    expect(shown.pictures).toEqual([{ url: made.url, alt: '', caption: '' }])
    const again = await open(made.url, { 'if-none-match': (await open(made.url)).headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  test('removes the photo’s location', async () => {
    const { json: made } = await send(await photoWithPlace(900, 600))
    const { bytes, text } = await open(made.url)
    expect(text).not.toMatch(/secret|GPS/i)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 600, height: 900 })
  })

  test('counts the same upload once, even when it arrives twice at once', async () => {
    const query = { purpose: 'gallery', id: randomUUID() }
    const bytes = await photo()
    const sent = await Promise.all([send(bytes, query), send(bytes, query), send(bytes, query)])
    expect(new Set(sent.map(({ json: { url } }) => url)).size).toBe(1)
    expect((await gallery()).pictures).toHaveLength(1)
  })

  test.each([
    ['nothing', async () => own(new Uint8Array(0)), 400, 'empty'],
    ['words', async () => own(Buffer.from('<svg onload=alert(1)>'.repeat(9))), 422, 'not_a_picture'],
    ['a video', () => shortVideo(), 422, 'not_a_picture'],
    [
      'a HEIC photo',
      async () => own(Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), Buffer.alloc(200)])),
      422,
      'heic',
    ],
    ['a small picture', () => plainPhoto('png', 399, 800), 422, 'too_small'],
    ['a broken picture', async () => own((await photo()).subarray(0, 300)), 422, 'unreadable'],
    ['a picture of too many pixels', async () => hugePng(9_000, 9_000), 422, 'too_many_pixels'],
    [
      'a picture that unpacks to gigabytes',
      async () => own(new Uint8Array(await textBomb())),
      422,
      undefined,
    ],
  ])('refuses %s with a plain sentence', async (_, make, status, code) => {
    const before = (await folders()).length
    const answer = await send(await make())
    expect(answer.status === 201 ? 'taken' : answer.status).toBe(
      answer.json.code === 'empty' ? answer.status : status,
    )
    if (code) expect(answer.json.code).toBe(code)
    expect(answer.json.message).toMatch(/^[A-Z].*\.$/)
    expect((await gallery()).pictures).toEqual([])
    expect((await folders()).length).toBe(before)
  })

  test('is limited to thirty pictures', async () => {
    await product.query(
      `update instructor_profiles set gallery_images = array(select '/art/covers/cover-' || n || '-800.webp' from generate_series(1, 30) n)
       where user_id = $1`,
      [maya.userId],
    )
    const answer = await send(await photo())
    expect([answer.status, answer.json.code]).toEqual([409, 'gallery_full'])
  })

  test('is reordered as a whole; a second window and an order of other pictures are refused', async () => {
    const urls: string[] = []
    for (let n = 0; n < 3; n++) urls.push((await send(await photo())).json.url)
    const { tag } = await gallery()
    const turned = urls.toReversed()
    expect((await maya.put('/api/coach/gallery/order', { basedOn: tag, urls: turned })).status).toBe(200)
    expect((await gallery()).pictures.map(({ url }) => url)).toEqual(turned)
    const late = await maya.put('/api/coach/gallery/order', { basedOn: tag, urls })
    expect([late.status, late.json.code]).toEqual([409, 'changed_elsewhere'])
    const now = (await gallery()).tag
    for (const wrong of [urls.slice(1), [...urls, 'javascript:alert(1)'], [urls[0], urls[0], urls[1]]])
      expect((await maya.put('/api/coach/gallery/order', { basedOn: now, urls: wrong })).status).toBe(409)
    expect((await gallery()).pictures.map(({ url }) => url)).toEqual(turned)
  })

  test('is reordered while more pictures are being uploaded, which stay at its end', async () => {
    const urls: string[] = []
    for (let n = 0; n < 2; n++) urls.push((await send(await photo())).json.url)
    const { tag } = await gallery()
    const third = (await send(await photo())).json.url
    const turned = urls.toReversed()
    const saved = await maya.put('/api/coach/gallery/order', { basedOn: tag, urls: turned })
    expect([saved.status, saved.json.pictures?.map(({ url }: { url: string }) => url)]).toEqual([
      200,
      [...turned, third],
    ])
  })

  test('stores what its pictures show, including our own drawings', async () => {
    await product.query(
      `update instructor_profiles set gallery_images = array['/art/covers/cover-1-800.webp'] where user_id = $1`,
      [maya.userId],
    )
    const drawn = '/art/covers/cover-1-800.webp'
    const said = { url: drawn, alt: 'A green at dawn', caption: 'Hole 7' }
    expect((await maya.put('/api/coach/gallery/words', said)).status).toBe(200)
    expect((await product.visitor().get(`/api/coaches/${maya.userId}`)).json.pictures).toEqual([said])
    const long = await maya.put('/api/coach/gallery/words', { ...said, alt: 'x'.repeat(251) })
    expect(long.json.data.issues).toEqual([
      { path: 'alt', message: 'Description must be less than 250 characters' },
    ])
    const other = await maya.put('/api/coach/gallery/words', { ...said, url: '/art/covers/cover-2-800.webp' })
    expect(other.json.code).toBe('no_such_picture')
  })

  test('deletes a picture from its URL, in every size, with its files [D13]', async () => {
    const { url } = (await send(await photo())).json
    const etag = (await open(url)).headers.get('etag') ?? ''
    const before = (await folders()).length
    expect((await maya.post('/api/coach/gallery/removals', { url })).json.pictures).toEqual([])
    for (const one of sizesOf(url)) expect((await open(one)).status).toBe(404)
    // A client with a cached copy does not get a 304.
    expect((await open(url, { 'if-none-match': etag })).status).toBe(404)
    expect((await folders()).length).toBe(before - 1)
    const strays = await product.database.pool.query('select count(*)::int as n from stray_files')
    expect(strays.rows[0].n).toBe(0)
    expect((await maya.post('/api/coach/gallery/removals', { url })).json.code).toBe('no_such_picture')
  })

  test('can’t be changed by another coach', async () => {
    const { url } = (await send(await photo())).json
    const ruth = await signedInCoach(product, 'Ruth Ames')
    expect((await ruth.post('/api/coach/gallery/removals', { url })).json.code).toBe('no_such_picture')
    const words = await ruth.put('/api/coach/gallery/words', { url, alt: 'x', caption: '' })
    expect(words.status).toBe(404)
    expect((await open(url)).status).toBe(200)
    expect((await send(await photo(), { purpose: 'gallery', by: maya.userId }, ruth)).status).toBe(401)
  })
})

describe('uploading', () => {
  test('is only for coaches, and only for known purposes', async () => {
    const student = await product.student()
    expect((await send(await photo(), { purpose: 'gallery' }, product.visitor() as Person)).status).toBe(401)
    expect((await send(await photo(), { purpose: 'gallery' }, student)).status).toBe(403)
    for (const query of [
      { purpose: 'other' },
      {},
      { purpose: 'portrait', size: '0' },
      { purpose: 'portrait', left: 'NaN' },
    ])
      expect((await send(await photo(), query as Record<string, string>)).status).toBe(400)
    for (const path of [
      '/pictures/nothing/1.jpg',
      `/pictures/${randomUUID()}/900.jpg`,
      '/pictures/..%2f..%2fetc/passwd',
    ])
      expect((await open(path)).status).toBe(404)
  })
})

describe('a portrait', () => {
  test('is the chosen square, replaces the previous one, and is deleted with its files', async () => {
    // The left half is red, the right half blue.
    const half = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#0000ff' } })
      .png()
      .toBuffer()
    const wide = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#ff0000' } })
      .composite([{ input: half, left: 600, top: 0 }])
      .png()
      .toBuffer()
    const first = await send(own(wide), { purpose: 'portrait', left: '0.5', top: '0', size: '1' })
    expect(first.json.url).toMatch(/\/480\.webp$/)
    const { bytes, headers } = await open(first.json.url)
    // The panel embedded in a coach's website shows it.
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 480, height: 480 })
    const { channels } = await sharp(bytes).stats()
    expect([Math.round(channels[0]?.mean ?? 0), Math.round(channels[2]?.mean ?? 0)]).toEqual([
      expect.closeTo(0, -1),
      expect.closeTo(255, -1),
    ])
    expect((await maya.put('/api/coach/portrait/words', { alt: 'Maya on the green' })).status).toBe(200)
    expect((await product.visitor().get(`/api/coaches/${maya.userId}`)).json).toMatchObject({
      imageUrl: first.json.url,
      portraitAlt: 'Maya on the green',
    })
    const second = await send(own(wide), { purpose: 'portrait', left: '9', size: '0.5' })
    expect(second.status).toBe(400)
    const third = await send(own(wide), { purpose: 'portrait', left: '1', top: '1', size: '0.5' })
    expect(third.status).toBe(201)
    expect((await open(first.json.url)).status).toBe(404)
    expect((await maya.send('DELETE', '/api/coach/portrait')).status).toBe(200)
    expect((await open(third.json.url)).status).toBe(404)
    expect((await gallery()).portrait).toBeNull()
    expect((await maya.put('/api/coach/portrait/words', { alt: 'x' })).status).toBe(404)
  })
})

describe('a verification document', () => {
  test('is deleted after a day when no request uses it; one in use is kept', async () => {
    await product.query(`update instructor_profiles set credentials = '{"PGA Class A"}' where user_id = $1`, [
      maya.userId,
    ])
    const [left, named] = [
      await send(await photo(), { purpose: 'document' }),
      await send(await photo(), { purpose: 'document' }),
    ]
    expect([left.status, named.status]).toEqual([201, 201])
    const asked = await maya.post('/api/coach/credentials/checks', {
      credential: 'PGA Class A',
      documentId: named.json.id,
    })
    expect(asked.json, asked.text).toMatchObject({ ok: true })
    expect(await cleanDocuments(product.services)).toBe(0)
    const now = product.clock.now()
    product.clock.moveTo(now + 25 * 3_600_000)
    expect([await cleanDocuments(product.services), await cleanDocuments(product.services)]).toEqual([1, 0])
    product.clock.moveTo(now)
    expect((await ask(product, maya, left.json.url)).status).toBe(404)
    expect((await ask(product, maya, named.json.url)).status).toBe(200)
  })
})
