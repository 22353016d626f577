import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { addComment, sweepClipUploads } from '#features/clips/commands.ts'
import { sendClipNews } from '#features/clips/emails.ts'
import { cleanAttachments } from '#features/messages/attachments/commands.ts'
import { addClip, arrived, beginClip, type ClipPair, sendBroken, sendPart } from '../support/clips.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { untilOneWaits } from '../support/lock-order.ts'
import { own, plainPhoto, shortVideo, slowVideo, videoWithPlace } from '../support/media.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct } from '../support/product.ts'
import { ask, listen, type Person } from '../support/talks.ts'

const FILES_FOLDER = join(tmpdir(), `greenside-clips-${randomUUID()}`)
const product = testProduct({ FILES_FOLDER })
let sam: Person
let maya: Person
let pair: ClipPair
let bookingId: string
let video: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  sam = await product.student('Sam Rivera')
  maya = await signedInCoach(product, 'Maya Bennett')
  bookingId = await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(3, 10) })
  pair = { instructorId: maya.userId, studentId: sam.userId }
  video = await shortVideo()
})

const inQuery = (two: ClipPair) => `instructorId=${two.instructorId}&studentId=${two.studentId}`
const listOf = async (person: Person, two = pair) => await person.get(`/api/clips?${inQuery(two)}`)
const clipOf = async (person: Person, clipId: string) => (await person.get(`/api/clips/${clipId}`)).json
async function newClip(by = sam, two = pair): Promise<string> {
  const made = await addClip(product, by, two, video)
  expect(made.json, made.text).toMatchObject({ ok: true })
  return made.json.clipId
}
const line = { shape: 'line', points: [at(0.1, 0.1), at(0.5, 0.5)], color: 'yellow' }
function at(x: number, y: number) {
  return { x, y }
}
const draw = (person: Person, clipId: string, drawing: object = line, id: string = randomUUID()) =>
  person.put(`/api/clips/${clipId}/drawings/${id}`, { drawing })
async function strangers(): Promise<Person[]> {
  return [
    await product.student('Alex Kim'),
    await signedInCoach(product, 'Kim Okafor'),
    Object.assign(product.visitor(), { userId: '' }),
  ]
}

describe('an upload [row 95]', () => {
  test('becomes a clip for both people, with each frame’s timestamp and without location data', async () => {
    const made = await addClip(product, sam, pair, await videoWithPlace(), 'Seven iron')
    const clip = await clipOf(maya, made.json.clipId)
    expect(clip).toMatchObject({
      title: 'Seven iron',
      kind: 'video',
      uploaderId: sam.userId,
      mayDelete: false,
    })
    expect(clip.frameTimes.length).toBeGreaterThan(50)
    expect(clip.frameTimes).toEqual([...clip.frameTimes].sort((a: number, b: number) => a - b))
    const file = await ask(product, maya, clip.files[0].url)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect(file.text).not.toMatch(/secret|\+35\.2/)
    expect((await listOf(sam)).json.clips.map(({ id }: { id: string }) => id)).toContain(made.json.clipId)
  })

  test('interrupted at 60% resumes where it stopped, whatever was lost (B6)', async () => {
    const begun = await beginClip(sam, pair, video.length)
    const { address, uploadId } = begun.json
    const most = Math.floor(video.length * 0.6)
    const cut = await sendBroken(product, sam, address, 0, own(video.subarray(0, most)), video.length)
    expect(cut.status).toBeGreaterThanOrEqual(400)
    expect((await sam.post(`/api/clip-uploads/${uploadId}/clip`)).json.reason).toBe('not_complete')
    expect(await arrived(product, sam, address)).toEqual({ status: 200, offset: most })
    // A part with the wrong offset changes nothing.
    expect((await sendPart(product, sam, address, 0, own(video.subarray(0, 10)))).status).toBe(409)
    const rest = await sendPart(product, sam, address, most, own(video.subarray(most)))
    expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, String(video.length)])
    const both = await Promise.all([1, 2].map(() => sam.post(`/api/clip-uploads/${uploadId}/clip`)))
    expect(new Set(both.map(({ json }) => json.clipId)).size).toBe(1)
    expect((await clipOf(maya, both[0]?.json.clipId)).files[0].bytes).toBeGreaterThan(video.length * 0.9)
  })

  test('by the coach can be of a picture, for one of the coach’s lessons', async () => {
    const photo = await plainPhoto('png', 900, 600)
    const begun = await maya.post('/api/clip-uploads', {
      ...pair,
      bookingId,
      title: 'Grip',
      bytes: photo.length,
    })
    await sendPart(product, maya, begun.json.address, 0, photo)
    const made = await maya.post(`/api/clip-uploads/${begun.json.uploadId}/clip`)
    const list = await sam.get(`/api/clips?${inQuery(pair)}&bookingId=${bookingId}`)
    expect(list.json.clips).toMatchObject([{ id: made.json.clipId, kind: 'image', durationUs: null }])
    expect(list.json.clips[0].poster.length).toBeGreaterThan(2)
  })

  test('of a file that can’t be shown is refused with a clear message, and nothing is kept', async () => {
    const words = own(Buffer.from('#!/bin/sh\necho hello\n'.repeat(10)))
    expect((await addClip(product, sam, pair, words)).json).toMatchObject({
      ok: false,
      reason: 'not_a_picture_or_video',
      message: expect.stringContaining('Only videos'),
    })
    expect((await addClip(product, sam, pair, own(video.subarray(0, 3_000)))).json.reason).toBe('unreadable')
    expect((await addClip(product, sam, pair, await slowVideo(60))).json.reason).toBe('too_long')
    // The default video format of iPhones: QuickTime with HEVC, which most browsers cannot play.
    const hevc = own(await readFile(new URL('../journeys/media/hevc.mov', import.meta.url)))
    expect((await addClip(product, sam, pair, hevc)).json).toMatchObject({
      ok: false,
      reason: 'not_played_everywhere',
      message: expect.stringMatching(/QuickTime.*Most Compatible.*Android.*video editor.*H\.264/),
    })
    const huge = await beginClip(sam, pair, 400 * 1024 * 1024)
    expect([huge.status, huge.json.code]).toEqual([413, 'too_large'])
    expect((await beginClip(sam, pair, 10, '   ')).json.data.issues[0].path).toBe('title')
  })

  test('requires a shared lesson, and a lesson of these two people', async () => {
    const alex = await product.student('Alex Kim')
    const own_ = { instructorId: maya.userId, studentId: alex.userId }
    for (const [person, two] of [
      [alex, own_],
      [maya, own_],
      [alex, pair],
    ] as const)
      expect((await beginClip(person, two, 100)).status).toBe(404)
    const foreign = await sam.post('/api/clip-uploads', {
      ...pair,
      bookingId: randomUUID(),
      title: 'x',
      bytes: 9,
    })
    expect(foreign.status).toBe(404)
  })

  test('is private, can be withdrawn, and is cleaned up when abandoned', async () => {
    const { json } = await beginClip(sam, pair, video.length)
    for (const person of [...(await strangers()), maya]) {
      expect((await arrived(product, person, json.address)).status).toBe(404)
      expect((await sendPart(product, person, json.address, 0, own(video.subarray(0, 9)))).status).toBe(404)
      expect([401, 404]).toContain((await person.post(`/api/clip-uploads/${json.uploadId}/clip`)).status)
    }
    expect((await sam.send('DELETE', `/api/clip-uploads/${json.uploadId}`)).status).toBe(200)
    expect((await arrived(product, sam, json.address)).status).toBe(404)
    const left = await beginClip(sam, pair, video.length)
    await sendPart(product, sam, left.json.address, 0, own(video.subarray(0, 5_000)))
    const now = product.clock.now()
    product.clock.moveTo(now + 25 * 3_600_000)
    expect(await sweepClipUploads(product.services)).toBeGreaterThan(0)
    product.clock.moveTo(now + 27 * 3_600_000)
    await cleanAttachments(product.services)
    product.clock.moveTo(now)
    expect((await arrived(product, sam, left.json.address)).status).toBe(404)
    expect(await readdir(join(FILES_FOLDER, 'clip-uploads'))).toEqual([])
  })

  test('is limited to ten at once per person', async () => {
    const begun = await Promise.all(Array.from({ length: 14 }, () => beginClip(maya, pair, 100)))
    expect(begun.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(begun.find(({ status }) => status === 429)?.json.code).toBe('too_many_today')
    await product.query('delete from clip_uploads')
  })
})

describe('a clip [row 95]', () => {
  test('is invisible to anybody else: page data, list, file, live (B5)', async () => {
    const clipId = await newClip()
    const { files } = await clipOf(sam, clipId)
    for (const person of await strangers()) {
      expect([401, 404]).toContain((await person.get(`/api/clips/${clipId}`)).status)
      expect([401, 404]).toContain((await listOf(person)).status)
      expect((await ask(product, person, files[0].url)).status).toBe(404)
      expect((await listen(product, person, [`clip:${clipId}`])).status).toBe(404)
      for (const changing of [
        await draw(person, clipId),
        await person.send('DELETE', `/api/clips/${clipId}`),
        await person.put(`/api/clips/${clipId}/positions/top`, { atUs: 1 }),
        await person.put(`/api/clips/${clipId}/comments/${randomUUID()}`, { content: 'x' }),
      ])
        expect([401, 404]).toContain(changing.status)
    }
  })

  test('supports range requests', async () => {
    const { files } = await clipOf(maya, await newClip())
    const part = await ask(product, maya, files[0].url, { headers: { range: 'bytes=100-199' } })
    expect([part.status, part.bytes.length]).toEqual([206, 100])
    const outside = await ask(product, maya, files[0].url, { headers: { range: 'bytes=99999999-' } })
    expect(outside.status).toBe(416)
  })

  test('has a still image made by the uploader’s browser, checked like every picture', async () => {
    const clipId = await newClip()
    const post = (person: Person, bytes: Uint8Array<ArrayBuffer>) =>
      ask(product, person, `/uploads/clip-posters/${clipId}`, { method: 'POST', body: bytes })
    expect((await post(maya, await plainPhoto())).status).toBe(404)
    expect((await post(sam, own(Buffer.from('no picture at all')))).status).toBe(400)
    expect((await post(sam, await plainPhoto('png', 700, 500))).status).toBe(201)
    const { poster } = await clipOf(maya, clipId)
    expect((await ask(product, maya, poster[0].url)).status).toBe(200)
  })

  test('is hidden from the coach when the student stops sharing, and visible again after', async () => {
    const clipId = await newClip(maya)
    const share = (yes: boolean) => sam.put(`/api/me/clip-sharing/${maya.userId}`, { share: yes })
    const { files } = await clipOf(sam, clipId)
    expect((await share(false)).status).toBe(200)
    expect((await maya.get(`/api/clips/${clipId}`)).status).toBe(404)
    expect((await ask(product, maya, files[0].url)).status).toBe(404)
    expect((await draw(maya, clipId)).status).toBe(404)
    expect((await listOf(maya)).json).toMatchObject({ clips: [], isShared: false, mayAdd: false })
    expect((await beginClip(maya, pair, 100)).status).toBe(404)
    expect((await listOf(sam)).json.clips.length).toBeGreaterThan(0)
    await share(true)
    expect((await maya.get(`/api/clips/${clipId}`)).status).toBe(200)
  })

  test('can be deleted by its uploader or the student, with its files', async () => {
    const [ofMaya, ofSam] = [await newClip(maya), await newClip(sam)]
    expect((await maya.send('DELETE', `/api/clips/${ofSam}`)).json.code).toBe('not_yours')
    const key = async (id: string) =>
      (await product.query('select storage_key from clips where id = $1', [id]))[0]?.storage_key
    const folders = [await key(ofMaya), await key(ofSam)]
    for (const id of [ofMaya, ofSam]) expect((await sam.send('DELETE', `/api/clips/${id}`)).status).toBe(200)
    const now = product.clock.now()
    product.clock.moveTo(now + 2 * 3_600_000)
    await cleanAttachments(product.services)
    product.clock.moveTo(now)
    for (const folder of folders) await expect(readdir(join(FILES_FOLDER, folder))).rejects.toThrow()
  })

  test('is deleted with the student who leaves; a coach who leaves takes only the coach’s own clips', async () => {
    const lee = await product.student('Lee Park')
    const start = charlotteTime(2, 14)
    await bookPaid(product, lee, { instructorId: maya.userId, start })
    const two = { instructorId: maya.userId, studentId: lee.userId }
    const clipId = await newClip(maya, two)
    expect((await listOf(maya, two)).json.clips).toHaveLength(1)
    const exported = (await lee.get('/api/me/export')).json
    expect(exported.clips).toMatchObject([{ id: clipId, you_were: 'student', with_whom: 'Maya Bennett' }])
    const now = product.clock.now()
    product.clock.moveTo(Date.parse(start) + 3 * 3_600_000)
    await lee.signInAgain()
    const left = await lee.post('/api/me/closure', { password: 'fairway-seven' })
    expect(left.status, left.text).toBe(200)
    product.clock.moveTo(now)
    expect((await maya.get(`/api/clips/${clipId}`)).status).toBe(404)
  })
})

const json = { 'content-type': 'application/json' }

describe('a lesson card [row 95]', () => {
  const place = (person: Person, clipId: string, to: string | null) =>
    person.put(`/api/clips/${clipId}/lesson`, { bookingId: to })
  const ofLesson = async (person: Person) =>
    (await person.get(`/api/clips?${inQuery(pair)}&bookingId=${bookingId}`)).json.clips.map(
      ({ id }: { id: string }) => id,
    )

  test('accepts a clip from either person, removes it, and loses deleted clips', async () => {
    const clipId = await newClip()
    expect(await ofLesson(maya)).not.toContain(clipId)
    expect((await place(maya, clipId, bookingId)).status).toBe(200)
    expect([await ofLesson(sam), await ofLesson(maya)].every((ids) => ids.includes(clipId))).toBe(true)
    await place(sam, clipId, null)
    expect(await ofLesson(maya)).not.toContain(clipId)
    await place(sam, clipId, bookingId)
    await sam.send('DELETE', `/api/clips/${clipId}`)
    expect(await ofLesson(maya)).not.toContain(clipId)
  })

  test('belongs to the two people, and nobody else can add a clip', async () => {
    const clipId = await newClip()
    const lee = await product.student('Lee Park')
    const theirs = await bookPaid(product, lee, { instructorId: maya.userId, start: charlotteTime(12, 10) })
    for (const wrong of [theirs, randomUUID()])
      expect((await place(maya, clipId, wrong)).json.code).toBe('no_such_lesson')
    for (const person of [lee, ...(await strangers())])
      expect([401, 404]).toContain((await place(person, clipId, bookingId)).status)
    expect((await place(maya, clipId, 'x')).status).toBe(400)
  })
})

describe('annotations on a clip [row 95]', () => {
  test('appear for the other person at once, and only their author can change them (B4)', async () => {
    const clipId = await newClip()
    const heard = await listen(product, maya, [`clip:${clipId}`])
    const id = randomUUID()
    expect((await draw(sam, clipId, line, id)).status).toBe(200)
    await expect.poll(() => heard.events.some(({ data }) => data === `clip:${clipId}`)).toBe(true)
    await heard.close()
    expect((await clipOf(maya, clipId)).drawings).toMatchObject([{ id, authorId: sam.userId, ...line }])
    expect((await draw(maya, clipId, { ...line, color: 'red' }, id)).json.code).toBe('not_yours')
    expect((await maya.send('DELETE', `/api/clips/${clipId}/drawings/${id}`)).json.code).toBe('not_yours')
    await draw(sam, clipId, { ...line, color: 'red' }, id)
    expect((await clipOf(maya, clipId)).drawings).toMatchObject([{ id, color: 'red' }])
    await sam.send('DELETE', `/api/clips/${clipId}/drawings/${id}`)
    expect((await clipOf(maya, clipId)).drawings).toEqual([])
    // Removed twice, or drawn on another clip under the same id.
    expect((await sam.send('DELETE', `/api/clips/${clipId}/drawings/${id}`)).status).toBe(200)
    await draw(sam, clipId, line, id)
    expect((await draw(sam, await newClip(), line, id)).status).toBe(404)
  })

  test('match the format of their shape and stay within the picture', async () => {
    const clipId = await newClip()
    const wrong = [
      { ...line, points: [at(0.1, 0.1)] },
      { ...line, points: [at(0.1, 0.1), at(1.2, 0.5)] },
      { ...line, shape: 'angle' },
      { ...line, shape: 'text', points: [at(0.1, 0.1)], text: ' ' },
      { ...line, color: 'transparent' },
      { ...line, fromUs: 500, untilUs: 100 },
      { ...line, untilUs: 100 },
      { shape: 'freehand', color: 'red', points: Array.from({ length: 500 }, () => at(0.1, 0.2)) },
    ]
    for (const drawing of wrong) expect((await draw(sam, clipId, drawing)).status).toBe(400)
    expect((await clipOf(sam, clipId)).drawings).toEqual([])
  })

  test('positions are set and moved by either person, within the clip', async () => {
    const clipId = await newClip()
    const mark = (person: Person, position: string, atUs: number | null) =>
      person.put(`/api/clips/${clipId}/positions/${position}`, { atUs })
    for (const [position, us] of [
      ['impact', 900_000],
      ['address', 0],
      ['top', 700_000],
    ] as const)
      expect((await mark(sam, position, us)).status).toBe(200)
    await mark(maya, 'top', 650_000)
    expect((await clipOf(sam, clipId)).positions).toMatchObject([
      { position: 'address', atUs: 0 },
      { position: 'top', atUs: 650_000, markedBy: maya.userId },
      { position: 'impact', atUs: 900_000 },
    ])
    await mark(sam, 'address', null)
    expect((await clipOf(sam, clipId)).positions).toHaveLength(2)
    expect((await mark(sam, 'top', 80_000_000)).json.code).toBe('no_such_moment')
    expect((await mark(sam, 'p6', 5)).status).toBe(400)
  })

  test('comments are posted once, at a timestamp, and deleted by their author', async () => {
    const clipId = await newClip()
    const commentId = randomUUID()
    const say = (content: string) =>
      sam.put(`/api/clips/${clipId}/comments/${commentId}`, { content, atUs: 400_000 })
    await say('Is my wrist flat\u202e here?')
    await say('Is my wrist flat here?')
    expect((await clipOf(maya, clipId)).comments).toMatchObject([
      { id: commentId, atUs: 400_000, content: 'Is my wrist flat here?' },
    ])
    const remove = (person: Person) => person.send('DELETE', `/api/clips/${clipId}/comments/${commentId}`)
    expect((await remove(maya)).json.code).toBe('not_yours')
    expect((await remove(sam)).status).toBe(200)
    expect((await say('  ')).json.data.issues[0].message).toBe('Write something first')
  })

  describe('notifies the other person [row 95]', () => {
    const SOON = 45_000
    const tell = (byId: string, two = pair) => sendClipNews(product.services, { ...two, byId })
    const newsOf = async (person: Person) =>
      (await person.get('/api/notifications')).json.items
        .filter(({ kind }: { kind: string }) => kind === 'clip')
        .map(({ title }: { title: string }) => title)
    const pass = (ms: number) => product.clock.moveTo(product.clock.now() + ms)
    /** A new pair of people, so that there are no other notifications. */
    async function newPair() {
      const lee = await product.student(`Lee ${randomUUID().slice(0, 4)}`)
      await bookPaid(product, lee, { instructorId: maya.userId, start: charlotteTime(4 + pairs++, 15) })
      return { lee, two: { instructorId: maya.userId, studentId: lee.userId } }
    }
    let pairs = 0
    const dueJobs = async (two: ClipPair) =>
      (
        await product.query(
          `select start_after from pgboss.job where name = 'tell-of-clips' and data ->> 'studentId' = $1 order by start_after`,
          [two.studentId],
        )
      ).map(({ start_after }) => Date.parse(start_after) - product.clock.now())

    test('within a minute, with simultaneous changes combined', async () => {
      const { lee, two } = await newPair()
      const before = (await newsOf(maya)).length
      const clipId = await newClip(lee, two)
      pass(20_000)
      await newClip(lee, two)
      await draw(lee, clipId)
      expect(await dueJobs(two)).toEqual([SOON - 20_000])
      expect(await tell(lee.userId, two)).toBe('nothing')
      pass(SOON - 20_000)
      expect([await tell(lee.userId, two), await tell(lee.userId, two)]).toEqual(['told', 'nothing'])
      const told = await newsOf(maya)
      expect(told).toHaveLength(before + 1)
      expect(told[0]).toMatch(/^Lee .* added 2 clips and 1 drawing$/)
      // A later clip gets its own notification, without duplicates.
      pass(60_000)
      await newClip(lee, two)
      pass(SOON)
      expect(await tell(lee.userId, two)).toBe('told')
      expect((await newsOf(maya))[0]).toMatch(/ added 1 clip$/)
    })

    test('not at all while the other person has the clips open', async () => {
      const { lee, two } = await newPair()
      await newClip(lee, two)
      pass(10_000)
      expect((await maya.post('/api/clip-partners/seen', two)).status).toBe(200)
      pass(SOON)
      expect(await tell(lee.userId, two)).toBe('nothing')
      // Later clips are announced again.
      await newClip(lee, two)
      pass(SOON)
      expect(await tell(lee.userId, two)).toBe('told')
    })

    test('of the clips that the other person did not open, whatever else of the student they look at', async () => {
      const { lee, two } = await newPair()
      const [opened, other] = [await newClip(lee, two), await newClip(lee, two)]
      pass(SOON)
      await tell(lee.userId, two)
      for (const clipId of [opened, other])
        await lee.put(`/api/clips/${clipId}/comments/${randomUUID()}`, { content: 'My wrist?' })
      pass(10_000)
      const seen = (clipIds: string[]) => maya.post('/api/clip-partners/seen', { ...two, clipIds })
      expect((await seen([opened])).status).toBe(200)
      pass(SOON)
      expect(await tell(lee.userId, two)).toBe('told')
      expect(await product.query('select href from notifications order by created_at desc limit 1')).toEqual([
        { href: `/clips/${other}` },
      ])
      expect((await newsOf(maya))[0]).toMatch(/ added 1 comment$/)
    })

    test('and a clip that is deleted while it is marked as seen is no error', async () => {
      const { lee, two } = await newPair()
      const clipId = await newClip(lee, two)
      const deleting = await product.database.pool.connect()
      await deleting.query('begin')
      await deleting.query('delete from clips where id = $1', [clipId])
      const marking = maya.post('/api/clip-partners/seen', { ...two, clipIds: [clipId] })
      await untilOneWaits(product)
      await deleting.query('commit')
      deleting.release()
      expect((await marking).status).toBe(200)
    })

    test('within fifteen minutes for drawing strokes, or together with a comment', async () => {
      const { lee, two } = await newPair()
      const clipId = await newClip(lee, two)
      pass(SOON)
      await tell(lee.userId, two)
      await draw(lee, clipId)
      await draw(lee, clipId)
      pass(SOON)
      expect(await tell(lee.userId, two)).toBe('nothing')
      const words = JSON.stringify({ content: 'Look here' })
      await lee.send('PUT', `/api/clips/${clipId}/comments/${randomUUID()}`, words, json)
      pass(SOON)
      expect(await tell(lee.userId, two)).toBe('told')
      expect((await newsOf(maya))[0]).toMatch(/ added 2 drawings and 1 comment$/)
    })

    test('of a change that was being written while the notification before it was sent', async () => {
      const { lee, two } = await newPair()
      const clipId = await newClip(lee, two)
      pass(SOON)
      expect(await tell(lee.userId, two)).toBe('told')
      const toldAt = product.clock.now()
      const readings = [toldAt - 1]
      const clock = { now: () => readings.shift() ?? toldAt + 1 }
      const comment = { clipId, clipCommentId: randomUUID(), atUs: null, content: 'My wrist?' }
      await addComment({ ...product.services, clock }, lee.userId, comment)
      pass(SOON)
      expect(await tell(lee.userId, two)).toBe('told')
      expect((await newsOf(maya))[0]).toMatch(/ added 1 comment$/)
    })

    test('and nobody else can mark it as seen', async () => {
      for (const person of await strangers())
        expect([401, 404]).toContain((await person.post('/api/clip-partners/seen', pair)).status)
    })
  })
})

describe('model swings', () => {
  test('a coach’s video can be compared with swings of all students, and gives nobody else access', async () => {
    const kim = await product.student('Kim Park')
    await bookPaid(product, kim, { instructorId: maya.userId, start: charlotteTime(8, 10) })
    const model = await newClip(maya)
    await maya.put(`/api/clips/${model}/positions/impact`, { atUs: 100_000 })
    expect(await clipOf(maya, model)).toMatchObject({ isModel: false, mayBeModel: true })
    expect((await maya.put(`/api/coach/model-swings/${model}`, { isModel: true })).status).toBe(200)
    expect((await maya.get('/api/coach/model-swings')).json).toMatchObject([
      { id: model, positions: ['impact'] },
    ])
    // The student it was recorded with sees no change; another student has no access.
    expect(await clipOf(sam, model)).toMatchObject({ isModel: false, mayBeModel: false })
    expect((await kim.get(`/api/clips/${model}`)).status).toBe(404)
    expect((await sam.get('/api/coach/model-swings')).status).toBe(403)
    await maya.put(`/api/coach/model-swings/${model}`, { isModel: false })
    expect((await maya.get('/api/coach/model-swings')).json).toEqual([])
  })

  test('a student’s video can’t become a model swing, and a coach’s stops being one when the student stops sharing', async () => {
    const lee = await product.student('Lee Moss')
    await bookPaid(product, lee, { instructorId: maya.userId, start: charlotteTime(8, 13) })
    const two = { instructorId: maya.userId, studentId: lee.userId }
    const theirs = await newClip(lee, two)
    const refused = await maya.put(`/api/coach/model-swings/${theirs}`, { isModel: true })
    expect(refused.json).toMatchObject({ code: 'not_yours' })
    const mine = await newClip(maya, two)
    await maya.put(`/api/coach/model-swings/${mine}`, { isModel: true })
    expect((await maya.get('/api/coach/model-swings')).json).toMatchObject([{ id: mine }])
    await lee.put(`/api/me/clip-sharing/${maya.userId}`, { share: false })
    expect((await maya.get('/api/coach/model-swings')).json).toEqual([])
  })
})
