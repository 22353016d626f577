import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendClipNews } from '#features/clips/emails.ts'
import { cleanAttachments } from '#features/messages/attachments/commands.ts'
import { addClip, arrived, type ClipPair, sendPart } from '../support/clips.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { own, plainPhoto, shortVideo } from '../support/media.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct } from '../support/product.ts'
import { ask, type Person } from '../support/talks.ts'

const FILES_FOLDER = join(tmpdir(), `greenside-voices-${randomUUID()}`)
const product = testProduct({ FILES_FOLDER })
const media = async (name: string) =>
  own(await readFile(new URL(`../journeys/media/${name}`, import.meta.url)))
const timeline = {
  moves: [
    [0, 400_000, 0],
    [500, 400_000, 0.25],
    [1_500, 650_000, 0],
  ],
  shown: [],
}
let sam: Person
let maya: Person
let pair: ClipPair
let clipId: string
let webm: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  sam = await product.student('Sam Rivera')
  maya = await signedInCoach(product, 'Maya Bennett')
  await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(3, 10) })
  pair = { instructorId: maya.userId, studentId: sam.userId }
  clipId = (await addClip(product, sam, pair, await shortVideo())).json.clipId
  webm = await media('voice.webm')
})

const begin = (person: Person, bytes: number, of = clipId) =>
  person.post(`/api/clips/${of}/voice-over-uploads`, { bytes })
const finish = (person: Person, uploadId: string, more: object = {}) =>
  person.post(`/api/clip-uploads/${uploadId}/voice-over`, { timeline, summary: '', ...more })
async function speak(person: Person, bytes = webm, more: object = {}, of = clipId) {
  const { json } = await begin(person, bytes.length, of)
  expect((await sendPart(product, person, json.address, 0, bytes)).status).toBe(204)
  return await finish(person, json.uploadId, more)
}
const voicesOf = async (person: Person, of = clipId) => (await person.get(`/api/clips/${of}`)).json.voiceOvers
const folders = () => readdir(join(FILES_FOLDER, 'clip-voice-overs')).catch(() => [])
const strangers = async (): Promise<Person[]> => [
  await product.student('Alex Kim'),
  await signedInCoach(product, 'Kim Okafor'),
  Object.assign(product.visitor(), { userId: '' }),
]

describe('a voice-over [row 95, B7]', () => {
  test('is stored as audio with the player’s actions, for both people', async () => {
    const made = await speak(maya, webm, { summary: 'Hips first, then the arms.' })
    expect(made.json, made.text).toMatchObject({ ok: true })
    const [voice] = await voicesOf(sam)
    expect(voice).toMatchObject({ authorId: maya.userId, summary: 'Hips first, then the arms.' })
    expect(voice.durationMs).toBeGreaterThan(1_900)
    expect(voice.durationMs).toBeLessThan(2_200)
    const read = await sam.get(`/api/clips/${clipId}/voice-overs/${voice.id}`)
    expect(read.json).toEqual(timeline)
    const file = await ask(product, sam, voice.url)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'audio/mp4'])
    expect(file.text).not.toContain('secret-place')
    expect(file.text.slice(4, 8)).toBe('ftyp')
    expect((await ask(product, sam, voice.url, { headers: { range: 'bytes=0-9' } })).status).toBe(206)
    const listed = await sam.get(`/api/clips?instructorId=${maya.userId}&studentId=${sam.userId}`)
    expect(listed.json.clips[0].voiceOvers).toBe(1)
  })

  test('from Safari, in AAC fragments, is accepted too; each person has one', async () => {
    await speak(maya)
    expect((await speak(sam, await media('voice.mp4'))).json).toMatchObject({ ok: true })
    expect((await voicesOf(maya)).map(({ authorId }: { authorId: string }) => authorId).sort()).toEqual(
      [maya.userId, sam.userId].sort(),
    )
  })

  test('that is interrupted resumes, and the previous one stays until it is complete', async () => {
    const before = (await speak(maya)).json.voiceOverId
    const { json } = await begin(maya, webm.length)
    const most = Math.floor(webm.length * 0.6)
    await sendPart(product, maya, json.address, 0, own(webm.subarray(0, most)))
    expect((await finish(maya, json.uploadId)).json.reason).toBe('not_complete')
    expect((await voicesOf(sam)).some(({ id }: { id: string }) => id === before)).toBe(true)
    expect(await arrived(product, maya, json.address)).toEqual({ status: 200, offset: most })
    await sendPart(product, maya, json.address, most, own(webm.subarray(most)))
    const both = await Promise.all([finish(maya, json.uploadId), finish(maya, json.uploadId)])
    expect(new Set(both.map((one) => one.json.voiceOverId)).size).toBe(1)
    expect((await finish(maya, json.uploadId)).json.voiceOverId).toBe(both[0]?.json.voiceOverId)
    const mine = (await voicesOf(maya)).filter(
      ({ authorId }: { authorId: string }) => authorId === maya.userId,
    )
    expect(mine.map(({ id }: { id: string }) => id)).toEqual([both[0]?.json.voiceOverId])
    const now = product.clock.now()
    product.clock.moveTo(now + 2 * 3_600_000)
    await cleanAttachments(product.services)
    product.clock.moveTo(now)
    expect(await folders()).toHaveLength((await voicesOf(maya)).length)
  })

  test('that is saved again after the answer was lost has the corrected summary', async () => {
    const { json } = await begin(maya, webm.length)
    await sendPart(product, maya, json.address, 0, webm)
    const summary = async () => (await voicesOf(sam)).find(isMine)?.summary
    const isMine = ({ authorId }: { authorId: string }) => authorId === maya.userId
    const first = await finish(maya, json.uploadId, { summary: 'Hips fist.' })
    expect(await summary()).toBe('Hips fist.')
    const again = await finish(maya, json.uploadId, { summary: 'Hips first.' })
    expect(again.json).toEqual(first.json)
    expect(await summary()).toBe('Hips first.')
    product.clock.advance(60_000)
    const newer = await speak(maya, webm, { summary: 'Arms first.' })
    expect((await finish(maya, json.uploadId, { summary: 'Hips!' })).json).toEqual(newer.json)
    expect(await summary(), 'the newer recording keeps its own summary').toBe('Arms first.')
  })

  test('that is not a recording is refused with a plain message', async () => {
    for (const bytes of [own(Buffer.from('no sound at all'.repeat(9))), await plainPhoto('png')]) {
      const refused = await speak(sam, bytes)
      expect(refused.json).toMatchObject({ ok: false, reason: 'unreadable' })
      expect(refused.json.message).toContain('record it again')
    }
    // A video without sound brings none either.
    const silent = await media('numbered-frames.mp4')
    expect((await speak(sam, silent)).json.reason).toBe('unreadable')
    const huge = await begin(sam, 13 * 1024 * 1024)
    expect([huge.status, huge.json.code]).toEqual([413, 'too_large'])
  })

  test('must have a timeline that fits the clip', async () => {
    const impossible = [
      { moves: [], shown: [] },
      { moves: [[0, 0, 2]], shown: [] },
      {
        moves: [
          [500, 0, 0],
          [100, 0, 1],
        ],
        shown: [],
      },
      { moves: [[0, -1, 0]], shown: [] },
      { moves: [[0, 0, 0]], shown: [[0, 'x', true]] },
      { moves: Array.from({ length: 8_001 }, () => [0, 0, 0]), shown: [] },
    ]
    const { json } = await begin(sam, webm.length)
    await sendPart(product, sam, json.address, 0, webm)
    for (const wrong of impossible)
      expect((await finish(sam, json.uploadId, { timeline: wrong })).status).toBe(400)
    const behind = { moves: [[0, 80_000_000, 0]], shown: [] }
    expect((await finish(sam, json.uploadId, { timeline: behind })).json.reason).toBe('other_timeline')
    expect((await finish(sam, json.uploadId, { summary: 'x'.repeat(1_001) })).status).toBe(400)
    // Nothing is lost: put right, it is kept.
    expect((await finish(sam, json.uploadId)).json.ok).toBe(true)
  })

  test('can be changed and deleted only by its author, and is private to the two people', async () => {
    const { voiceOverId } = (await speak(maya)).json
    const at = `/api/clips/${clipId}/voice-overs/${voiceOverId}`
    const rewrite = (person: Person) => person.put(at, { summary: 'Mine' })
    expect([(await rewrite(sam)).json.code, (await sam.send('DELETE', at)).json.code]).toEqual([
      'not_yours',
      'not_yours',
    ])
    expect((await rewrite(maya)).status).toBe(200)
    const { url } = (await voicesOf(sam)).find(({ id }: { id: string }) => id === voiceOverId)
    for (const person of await strangers()) {
      const answers = [
        await person.get(at),
        await ask(product, person, url),
        await begin(person, 100),
        await rewrite(person),
        await person.send('DELETE', at),
      ]
      for (const { status } of answers) expect([401, 404]).toContain(status)
    }
    const { json } = await begin(maya, webm.length)
    await sendPart(product, maya, json.address, 0, webm)
    expect((await finish(sam, json.uploadId)).status).toBe(404)
    // A clip is not made of it, nor a voice-over of a clip.
    expect((await maya.post(`/api/clip-uploads/${json.uploadId}/clip`)).status).toBe(404)
    expect((await maya.send('DELETE', at)).status).toBe(200)
    expect((await ask(product, sam, url)).status).toBe(404)
  })

  test('is hidden from the coach when sharing ends, is deleted with the clip, and notifies the other person', async () => {
    const other = (await addClip(product, sam, pair, await shortVideo())).json.clipId
    await sam.post('/api/clip-partners/seen', pair)
    product.clock.moveTo(product.clock.now() + 60_000)
    await sendClipNews(product.services, { ...pair, byId: sam.userId })
    await speak(sam, webm, {}, other)
    product.clock.moveTo(product.clock.now() + 45_000)
    expect(await sendClipNews(product.services, { ...pair, byId: sam.userId })).toBe('told')
    const told = (await maya.get('/api/notifications')).json.items
    expect(told[0]).toMatchObject({ href: `/clips/${other}` })
    expect(told[0].title).toContain('1 voice-over')
    const [voice] = await voicesOf(sam, other)
    const share = (yes: boolean) => sam.put(`/api/me/clip-sharing/${maya.userId}`, { share: yes })
    await share(false)
    expect((await ask(product, maya, voice.url)).status).toBe(404)
    expect((await begin(maya, 100, other)).status).toBe(404)
    await share(true)
    expect((await sam.send('DELETE', `/api/clips/${other}`)).status).toBe(200)
    expect((await ask(product, sam, voice.url)).status).toBe(404)
  })
})
