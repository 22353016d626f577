import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { clipRefusalTexts } from '#features/clips/clip.ts'
import { cleanAttachments } from '#features/messages/attachments/commands.ts'
import { signedInCoach } from '../support/lessons.ts'
import {
  hugePng,
  own,
  photoWithPlace,
  plainPhoto,
  shortVideo,
  slowVideo,
  textBomb,
  videoWithPlace,
  withTail,
} from '../support/media.ts'
import { giveRole } from '../support/people.ts'
import { testProduct } from '../support/product.ts'
import { ask, beginTalk, type Person, upload } from '../support/talks.ts'

const FILES_FOLDER = join(tmpdir(), `greenside-files-${randomUUID()}`)
const product = testProduct({ FILES_FOLDER })
let sam: Person
let maya: Person
let talk: string

beforeAll(async () => {
  sam = await product.student('Sam Rivera')
  maya = await signedInCoach(product, 'Maya Bennett')
  talk = await beginTalk(sam, maya.userId)
})

const send = (person: Person, attachmentIds: string[], content = '') =>
  person.post(`/api/conversations/${talk}/messages`, { clientId: randomUUID(), content, attachmentIds })
const everyFile = async (json: { files: { url: string }[] }, person = sam) =>
  await Promise.all(json.files.map(({ url }) => ask(product, person, url)))
const fresh = () => product.student('Somebody New')

describe('a photo', () => {
  test('is stored upright, in our own sizes and formats, without location', async () => {
    const made = await upload(product, sam, await photoWithPlace())
    expect(made).toMatchObject({
      status: 201,
      json: { kind: 'image', width: 600, height: 900, durationMs: null },
    })
    const files = await everyFile(made.json)
    expect(files.map(({ headers }) => headers.get('content-type'))).toEqual([
      'image/avif',
      'image/webp',
      'image/avif',
      'image/webp',
      'image/jpeg',
    ])
    for (const { bytes, text } of files) {
      expect(text).not.toMatch(/secret|GPS/i)
      const found = await sharp(bytes).metadata()
      expect(found.exif).toBeUndefined()
      expect((found.height ?? 0) > (found.width ?? 0)).toBe(true)
    }
  })

  test.each(['png', 'webp', 'avif', 'gif'] as const)('can be a %s', async (format) => {
    expect((await upload(product, await fresh(), await plainPhoto(format))).status).toBe(201)
  })

  test('is sent with a message, in the chosen order, to the other person and nobody else', async () => {
    const [one, two] = [
      await upload(product, sam, await plainPhoto()),
      await upload(product, sam, await plainPhoto('webp')),
    ]
    const url = String(one.json.files[0].url)
    expect((await ask(product, maya, url)).status).toBe(404)
    const sent = await send(sam, [two.json.id, one.json.id])
    expect(sent.json.message.attachments.map(({ id }: { id: string }) => id)).toEqual([
      two.json.id,
      one.json.id,
    ])
    const list = (await maya.get('/api/conversations')).json.conversations
    expect(list.find(({ id }: { id: string }) => id === talk).lastMessage.preview).toBe('Photo and 1 more')
    expect((await ask(product, maya, url)).status).toBe(200)
    for (const stranger of [await fresh(), await signedInCoach(product, 'Other'), product.visitor()])
      expect((await ask(product, stranger, url)).status).toBe(404)
  })

  test('can be sent once, and only by its uploader', async () => {
    const { json } = await upload(product, sam, await plainPhoto())
    expect((await send(maya, [json.id])).json.code).toBe('no_such_attachment')
    expect((await send(sam, [json.id])).status).toBe(201)
    expect((await send(sam, [json.id])).json.code).toBe('no_such_attachment')
    expect((await send(sam, [randomUUID()])).json.code).toBe('no_such_attachment')
    expect((await sam.send('DELETE', `/api/message-attachments/${json.id}`)).status).toBe(404)
  })

  test('uploaded repeatedly under the same id is stored once, concurrently, before and after sending', async () => {
    const person = await fresh()
    const bytes = await plainPhoto()
    const id = randomUUID()
    const many = await Promise.all([1, 2, 3, 4].map(() => upload(product, person, bytes, `?id=${id}`)))
    expect(new Set(many.map(({ json }) => json.id)).size).toBe(1)
    const count = async () =>
      (
        await product.query('select count(*)::int as n from message_attachments where uploader_id = $1', [
          person.userId,
        ])
      )[0].n
    expect(await count()).toBe(1)
    const begun = await person.post('/api/conversations', {
      clientId: randomUUID(),
      instructorId: maya.userId,
      content: '',
      attachmentIds: [many[0]?.json.id],
    })
    expect(begun.status).toBe(201)
    expect((await upload(product, person, bytes, `?id=${id}`)).json.id).toBe(many[0]?.json.id)
    // Ids are per user: the same id of another user is a different file; a session cannot upload on behalf of
    // another user.
    expect((await upload(product, sam, bytes, `?id=${id}`)).json.id).not.toBe(many[0]?.json.id)
    expect((await upload(product, sam, bytes, `?id=${randomUUID()}&by=${person.userId}`)).status).toBe(401)
    expect((await upload(product, sam, bytes, '?id=1')).status).toBe(400)
    expect(await count()).toBe(1)
  })

  test('that is withdrawn is deleted at once; strangers can’t withdraw it', async () => {
    const { json } = await upload(product, sam, await plainPhoto())
    expect((await maya.send('DELETE', `/api/message-attachments/${json.id}`)).status).toBe(404)
    expect((await sam.send('DELETE', `/api/message-attachments/${json.id}`)).status).toBe(200)
    expect((await ask(product, sam, json.files[0].url)).status).toBe(404)
  })

  test('can be withdrawn by the id that its browser chose, by its owner only', async () => {
    const id = randomUUID()
    const { json } = await upload(product, sam, await plainPhoto(), `?id=${id}`)
    expect((await maya.send('DELETE', `/api/message-attachments/${id}`)).status).toBe(404)
    expect((await sam.send('DELETE', `/api/message-attachments/${id}`)).status).toBe(200)
    expect((await ask(product, sam, json.files[0].url)).status).toBe(404)
  })

  test('is served so that a browser can only display it', async () => {
    const { json } = await upload(product, sam, await plainPhoto())
    const { headers } = await ask(product, sam, json.files[0].url)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': expect.stringContaining('private'),
      'cross-origin-resource-policy': 'same-origin',
    })
  })
})

describe('a video', () => {
  test.each(['mp4', 'webm'] as const)('can be %s', async (format) => {
    const { status, json } = await upload(product, await fresh(), await shortVideo(format))
    expect({ status, kind: json.kind }).toEqual({ status: 201, kind: 'video' })
    expect(json.durationMs).toBeGreaterThan(7_000)
  })

  test('supports range requests', async () => {
    const { json } = await upload(product, sam, await shortVideo())
    const { url, bytes } = json.files[0]
    const whole = await ask(product, sam, url)
    const part = (range: string) => ask(product, sam, url, { headers: { range } })
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    const middle = await part('bytes=100-199')
    expect(middle.status).toBe(206)
    expect(middle.headers.get('content-range')).toBe(`bytes 100-199/${bytes}`)
    expect(middle.bytes).toEqual(whole.bytes.subarray(100, 200))
    expect((await part('bytes=-50')).bytes).toEqual(whole.bytes.subarray(-50))
    expect((await part(`bytes=${bytes - 5}-`)).bytes).toHaveLength(5)
    expect((await part(`bytes=${bytes}-`)).status).toBe(416)
    expect((await part('bytes=0-1,4-5')).status).toBe(200)
  })

  test('from a phone is stored without location', async () => {
    const given = await videoWithPlace()
    expect(Buffer.from(given).toString('latin1')).toContain('secret-place')
    const made = await upload(product, sam, given)
    expect(made.status).toBe(201)
    for (const { text, headers } of await everyFile(made.json)) {
      expect(headers.get('content-type')).toBe('video/mp4')
      expect(text).not.toMatch(/secret-place|35\.2271/)
    }
  })

  test('longer than a minute is refused, whatever its header says', async () => {
    expect((await upload(product, sam, await slowVideo(8))).json.code).toBe('too_long')
    expect((await upload(product, sam, await slowVideo(7))).status).toBe(201)
  })

  test('that not every browser can play is refused with the same message as clips', async () => {
    // The default video format of iPhones: QuickTime with HEVC, which most browsers cannot play.
    const hevc = own(await readFile(new URL('../journeys/media/hevc.mov', import.meta.url)))
    const person = await fresh()
    const { status, json } = await upload(product, person, hevc)
    expect({ status, ...json }).toEqual({
      status: 422,
      code: 'not_played_everywhere',
      message: clipRefusalTexts.not_played_everywhere,
    })
    const kept = await product.database.pool.query(
      'select 1 from message_attachments where uploader_id = $1',
      [person.userId],
    )
    expect(kept.rows).toEqual([])
  })

  test('that is truncated or of an unknown format is refused', async () => {
    const whole = await shortVideo()
    for (const broken of [
      whole.slice(0, 2_000),
      own(Buffer.concat([whole.slice(0, 32), Buffer.alloc(5_000, 7)])),
    ])
      expect((await upload(product, sam, broken)).json.code).toBe('unreadable')
  })
})

describe('disguised files', () => {
  const text = (words: string) => own(Buffer.from(words, 'latin1'))
  const refused: [string, () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>, string][] = [
    ['nothing', () => text(''), 'empty'],
    ['a page', () => text('<!doctype html><script>alert(1)</script>'.padEnd(100)), 'not_a_picture_or_video'],
    [
      'a drawing with a script',
      () => text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'),
      'not_a_picture_or_video',
    ],
    ['an archive', () => text(`PK\x03\x04${'\0'.repeat(200)}`), 'not_a_picture_or_video'],
    ['a PDF', () => text('%PDF-1.7\n'.padEnd(100)), 'not_a_picture_or_video'],
    ['a program', () => text(`\x7fELF${'\0'.repeat(100)}`), 'not_a_picture_or_video'],
    [
      'a TIFF',
      async () =>
        own(
          await sharp(await plainPhoto())
            .tiff()
            .toBuffer(),
        ),
      'not_a_picture_or_video',
    ],
    [
      'a script that begins like a GIF',
      () => text(`GIF89a=1;alert(document.domain)//${' '.repeat(90)}`),
      'unreadable',
    ],
    ['the head of a PNG and rubbish', () => text(`\x89PNG\r\n\x1a\n${'rubbish'.repeat(30)}`), 'unreadable'],
    ['the head of a JPEG and a page', () => text(`\xff\xd8\xff\xe0<html>${'x'.repeat(99)}`), 'unreadable'],
    ['half a photo', async () => (await photoWithPlace()).slice(0, 1_500), 'unreadable'],
    [
      'a playlist in a video’s clothes',
      () => text(`\0\0\0\x18ftypisom${'#EXTM3U http://127.0.0.1/ '.repeat(9)}`),
      'unreadable',
    ],
    [
      'a hundred megapixels',
      async () =>
        own(
          await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
            .png()
            .toBuffer(),
        ),
      'too_many_pixels',
    ],
    ['a picture that says it is a wall', () => hugePng(60_000, 60_000), 'too_many_pixels'],
    ['a picture of one long line', () => hugePng(20_000, 10), 'too_many_pixels'],
  ]

  test.each(refused)('%s is refused, and nothing is kept', async (_, make, reason) => {
    const person = await fresh()
    const answer = await upload(product, person, await make())
    expect(answer.json.code).toBe(reason)
    expect([413, 422, 400]).toContain(answer.status)
    const kept = await product.database.pool.query(
      'select 1 from message_attachments where uploader_id = $1',
      [person.userId],
    )
    expect(kept.rows).toEqual([])
  })

  test.each<[string, () => Promise<Uint8Array<ArrayBuffer>>]>([
    [
      'a photo with an archive behind it',
      async () => withTail(await photoWithPlace(), 'PK\x03\x04 evil payload'),
    ],
    [
      'a photo with a page behind it',
      async () => withTail(await plainPhoto(), '<script>evil payload</script>'),
    ],
    ['a GIF with PHP behind it', async () => withTail(await plainPhoto('gif'), '<?php evil payload ?>')],
    [
      'a video with a page behind it',
      async () => withTail(await shortVideo(), '<script>evil payload</script>'),
    ],
    ['a picture with a hundred megabytes of packed text', async () => hugePng(300, 200, [textBomb()])],
  ])('%s is stored without it, or refused', async (_, make) => {
    const person = await fresh()
    const made = await upload(product, person, await make())
    expect([201, 422]).toContain(made.status)
    for (const { text: out } of made.status === 201 ? await everyFile(made.json, person) : [])
      expect(out).not.toContain('evil payload')
  })

  test('an oversized upload is aborted while it arrives', async () => {
    const photo = Buffer.alloc(20 * 1024 * 1024 + 1)
    photo.set([0xff, 0xd8, 0xff, 0xe0])
    expect(await upload(product, sam, own(photo))).toMatchObject({ status: 413, json: { code: 'too_large' } })
    const film = Buffer.alloc(50 * 1024 * 1024 + 1)
    film.write('\0\0\0\x18ftypisom', 'latin1')
    expect(await upload(product, sam, own(film))).toMatchObject({ status: 413, json: { code: 'too_large' } })
  })

  test('a file name can’t cause path traversal', async () => {
    const { json } = await upload(product, sam, await plainPhoto())
    const names = ['..%2f..%2fetc%2fpasswd', '%2e%2e', '..', 'given', '320.png', '320.webp%00.jpg', '']
    for (const path of [
      ...names.map((name) => `${json.id}/${name}`),
      '..%2f..%2fx/480.webp',
      `x/${names[0]}`,
    ]) {
      const answer = await ask(product, sam, `/files/message-attachments/${path}`)
      // Paths that resolve to another URL return one of our pages.
      expect(answer.status === 404 || answer.text === 'page', path).toBe(true)
    }
    const kept = await product.database.pool.query<{ storage_key: string; files: { name: string }[] }>(
      'select storage_key, files from message_attachments',
    )
    for (const { storage_key, files } of kept.rows) {
      expect(storage_key).toMatch(/^message-attachments\/[0-9a-f-]{36}$/)
      for (const { name } of files) expect(name).toMatch(/^(\d+\.(avif|webp|jpg)|video\.(mp4|webm))$/)
    }
  })

  test('no temporary files are left behind', async () => {
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('greenside-upload-'))).toEqual([])
  })
})

describe('uploads', () => {
  test('are only for students and coaches, from our own pages', async () => {
    const bytes = await plainPhoto()
    expect((await upload(product, product.visitor(), bytes)).status).toBe(401)
    for (const role of ['admin', 'prospect'] as const) {
      const person = await fresh()
      await giveRole(product.database.pool, person.userId, role)
      expect((await upload(product, person, bytes)).status, role).toBe(403)
    }
    const foreign = await ask(product, sam, '/uploads/message-attachments', {
      method: 'POST',
      body: bytes,
      headers: { origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
  })

  test('are limited while unsent', async () => {
    const hoarder = await fresh()
    const bytes = await plainPhoto('webp', 20, 20)
    const made: string[] = []
    for (let n = 0; n < 20; n++) made.push((await upload(product, hoarder, bytes)).json.id)
    expect(await upload(product, hoarder, bytes)).toMatchObject({
      status: 429,
      json: { code: 'too_many_unsent', message: expect.stringContaining('not sent yet') },
    })
    expect((await hoarder.send('DELETE', `/api/message-attachments/${made[0]}`)).status).toBe(200)
    expect((await upload(product, hoarder, bytes)).status).toBe(201)
  })
})

test('unsent files are deleted after a day; sent files stay', async () => {
  const person = await fresh()
  const [left, sent] = [
    await upload(product, person, await plainPhoto()),
    await upload(product, sam, await plainPhoto()),
  ]
  await send(sam, [sent.json.id])
  const folderOf = async (id: string) => {
    const found = await product.database.pool.query(
      'select storage_key from message_attachments where id = $1',
      [id],
    )
    return join(FILES_FOLDER, found.rows[0].storage_key)
  }
  const [leftFolder, sentFolder] = [await folderOf(left.json.id), await folderOf(sent.json.id)]
  expect(await readdir(leftFolder)).not.toEqual([])
  product.clock.advance(25 * 3_600_000)
  await cleanAttachments(product.services)
  product.clock.advance(2 * 3_600_000)
  expect(await cleanAttachments(product.services)).toBeGreaterThan(0)
  await expect(readdir(leftFolder)).rejects.toThrow('ENOENT')
  expect(await readdir(sentFolder)).not.toEqual([])
  expect((await ask(product, maya, sent.json.files[0].url)).status).toBe(200)
})
