import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { cleanAttachments } from '#features/messages/attachments/commands.ts'
import { cleanDrillPictures } from '#features/workspaces/drill-picture-files.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { hugePng, own, photoWithPlace, plainPhoto, shortVideo } from '../support/media.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct } from '../support/product.ts'
import { ask, type Person } from '../support/talks.ts'

const FILES_FOLDER = join(tmpdir(), `greenside-files-${randomUUID()}`)
const product = testProduct({ FILES_FOLDER })
let maya: Person
let kim: Person
let sam: Person
beforeAll(async () => {
  maya = await signedInCoach(product, 'Maya Bennett')
  kim = await signedInCoach(product, 'Kim Alden')
  sam = await product.student('Sam Rivera')
  await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(5, 12) })
})

async function send(bytes: Uint8Array<ArrayBuffer>, person: Person = maya, query = '') {
  const answer = await ask(product, person, `/uploads/drill-pictures${query}`, {
    method: 'POST',
    body: bytes,
    headers: { 'content-type': 'image/png' },
  })
  return { status: answer.status, json: JSON.parse(answer.text) }
}
const drill = { drillId: null, basedOn: 0, title: 'Gate', how: 'Through it.', timesAWeek: 5 }
const save = (body: object, who: Person = maya) => who.put('/api/coach/drills', { ...drill, ...body })
const library = async () => (await maya.get('/api/coach/drills')).json
const workspaceOf = async (who: Person) =>
  (await who.get(`/api/workspaces/${maya.userId}/${sam.userId}`)).json
const give = async (drillId: string) =>
  await maya.post(`/api/workspaces/${maya.userId}/${sam.userId}/drills`, {
    drillId,
    bookingId: null,
    dueOn: null,
  })
const statusOf = async (url: string, who: Person) => (await ask(product, who, url)).status
const visitor = () => product.visitor() as Person

describe('the picture of a drill', () => {
  test('is re-encoded in our sizes without location, and is visible only to the coach until assigned', async () => {
    const { status, json: picture } = await send(await photoWithPlace(900, 600))
    expect(status).toBe(201)
    expect(picture.files.map(({ type }: { type: string }) => type)).toEqual([
      'image/avif',
      'image/webp',
      'image/avif',
      'image/webp',
      'image/jpeg',
    ])
    for (const { url } of picture.files) {
      const file = await ask(product, maya, url)
      expect(file.status).toBe(200)
      expect(file.text).not.toMatch(/secret|GPS/i)
      expect((await sharp(file.bytes).metadata()).exif).toBeUndefined()
    }
    const alt = 'Two tees and a ball'
    const { id: drillId } = (await save({ pictureId: picture.id, pictureAlt: alt })).json
    expect((await library())[0]).toMatchObject({ id: drillId, picture: { id: picture.id, alt } })
    const url = picture.files[0].url
    for (const who of [sam, kim, visitor()]) expect(await statusOf(url, who)).toBe(404)
    await give(drillId)
    expect((await workspaceOf(sam)).drills[0].picture).toMatchObject({ id: picture.id, alt })
    expect(await statusOf(url, sam)).toBe(200)
    for (const who of [kim, visitor(), await product.student('Eve Stone')])
      expect(await statusOf(url, who)).toBe(404)
  })

  test('stays with an assigned student when the library picture changes, and is deleted when nobody has it', async () => {
    const [first, second] = [
      (await send(await plainPhoto())).json,
      (await send(await plainPhoto('webp'))).json,
    ]
    const given = (await save({ title: 'Towel', pictureId: first.id })).json.id
    await give(given)
    await save({ title: 'Towel', drillId: given, basedOn: 1, pictureId: second.id })
    expect(
      (await workspaceOf(sam)).drills.find(({ title }: { title: string }) => title === 'Towel'),
    ).toMatchObject({ picture: { id: first.id } })
    // Omitting it keeps the picture; null removes it, and deletes it because no student has it.
    await save({ title: 'Towel', drillId: given, basedOn: 2 })
    const found = async () => (await library()).find(({ id }: { id: string }) => id === given).picture
    expect((await found()).id).toBe(second.id)
    await save({ title: 'Towel', drillId: given, basedOn: 3, pictureId: null })
    expect(await found()).toBeNull()
    expect(await statusOf(second.files[0].url, maya)).toBe(404)
    expect(await statusOf(first.files[0].url, sam)).toBe(200)
  })

  test('of another coach can’t be used, and only coaches can upload', async () => {
    const { json } = await send(await plainPhoto(), kim)
    expect((await save({ pictureId: json.id })).status).toBe(404)
    expect((await save({ pictureId: randomUUID() })).status).toBe(404)
    expect((await send(await plainPhoto(), sam)).status).toBe(403)
    expect((await send(await plainPhoto(), visitor())).status).toBe(401)
    expect((await send(await plainPhoto(), maya, `?by=${kim.userId}`)).status).toBe(401)
    expect((await send(await plainPhoto(), maya, '?id=1')).status).toBe(400)
    expect(
      (await save({ pictureId: json.id, pictureAlt: 'x'.repeat(251) }, kim)).json.data.issues[0].path,
    ).toBe('pictureAlt')
  })

  test('sent twice is stored once', async () => {
    const [bytes, query] = [await plainPhoto(), `?id=${randomUUID()}`]
    const both = await Promise.all([1, 2, 3].map(() => send(bytes, maya, query)))
    expect(new Set(both.map(({ json }) => json.id)).size).toBe(1)
    // Ids are unique per coach: another coach's device may have generated the same one.
    const others = await send(bytes, kim, query)
    expect(others.status).toBe(201)
    expect(others.json.id).not.toBe(both[0]?.json.id)
  })

  test('that is not a picture is refused with a plain message', async () => {
    const text = own(Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(100)))
    expect((await send(text)).json).toMatchObject({
      code: 'not_a_picture',
      message: expect.stringContaining('Only pictures'),
    })
    expect((await send(await shortVideo())).json.code).toBe('not_a_picture')
    expect((await send(await hugePng(12_001, 4_000))).json.code).toBe('too_many_pixels')
    expect((await send((await plainPhoto('png', 900, 700)).slice(0, 900))).json.code).toBe('unreadable')
  })

  test('that was chosen but never saved is deleted the next day, with its files', async () => {
    const { json } = await send(await plainPhoto())
    expect(await cleanDrillPictures(product.services)).toBe(0)
    const now = product.clock.now()
    product.clock.moveTo(now + 25 * 3_600_000)
    expect(await cleanDrillPictures(product.services)).toBeGreaterThan(0)
    product.clock.moveTo(now + 27 * 3_600_000)
    await cleanAttachments(product.services)
    const { rows } = await product.database.pool.query('select storage_key from drill_pictures')
    expect((await readdir(join(FILES_FOLDER, 'drill-pictures'))).length).toBe(rows.length)
    expect(rows.length).toBeGreaterThan(0)
    product.clock.moveTo(now)
    expect(await statusOf(json.files[0].url, maya)).toBe(404)
  })

  test('has a daily limit and a total limit', async () => {
    const fill = (count: number, days: number) =>
      product.database.pool.query(
        `insert into drill_pictures (id, instructor_id, files, created_at)
         select gen_random_uuid(), $1, '[]', $2 from generate_series(1, $3)`,
        [kim.userId, new Date(product.clock.now() - days * 86_400_000), count],
      )
    await fill(299, 5)
    const both = await Promise.all([1, 2].map(async () => send(await plainPhoto(), kim)))
    // There was room for one; of two concurrent uploads only one succeeds.
    expect(both.map(({ status, json }) => json.code ?? status).sort()).toEqual([201, 'too_many_pictures'])
    await product.query('delete from drill_pictures where instructor_id = $1', [kim.userId])
    await fill(60, 0)
    expect((await send(await plainPhoto(), kim)).json.code).toBe('too_many_today')
    // Each coach has their own limit.
    expect((await send(await plainPhoto(), maya)).status).toBe(201)
  })
})
