import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { sendWorkspaceNews } from '#features/workspaces/news.ts'
import { actAs } from '../support/acting.ts'
import { addClip, beginClip, sendPart } from '../support/clips.ts'
import { addGolfer, child } from '../support/golfers.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { plainPhoto } from '../support/media.ts'
import { charlotteTime } from '../support/now.ts'
import { oldDatabase } from '../support/old-database.ts'
import { addCoach } from '../support/people.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
const old = oldDatabase('0234')
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>
let emma: string
let lessonOfEmma: string

const send = (who: Visitor, method: string, path: string, body: object) =>
  who.send(method, path, JSON.stringify(body), { 'content-type': 'application/json' })
const of = () => `/api/workspaces/${maya.userId}/${sam.userId}`
const open = (who: Visitor, golferId?: string) => who.get(golferId ? `${of()}?golferId=${golferId}` : of())
const view = async (who: Visitor, golferId?: string) => {
  const answer = await open(who, golferId)
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}
const lessons = async (who: Visitor, golferId?: string) =>
  (await view(who, golferId)).cards.map(({ bookingId }: { bookingId: string }) => bookingId)
const writeNote = async (who: Visitor, content: string, golferId?: string) => {
  const answer = await who.post(`${of()}/notes`, { golferId: golferId ?? null, isShared: true, content })
  expect(answer.status, answer.text).toBe(201)
}
const book = (golferId: string | null, day: number) =>
  bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(day, 10), golferId })

beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product, 'Maya Bennett')
  sam = await product.student('Sam Rivera')
  emma = await addGolfer(sam, child('Emma Rivera', 12))
  lessonOfEmma = await book(emma, 3)
})

describe('the workspace of a golfer', () => {
  test('opens with a lesson of the golfer, for the coach and the parent alone', async () => {
    const liam = await addGolfer(sam, child('Liam Rivera', 9))
    expect(await view(maya, emma)).toMatchObject({ as: 'coach', golfer: { name: 'Emma Rivera' } })
    expect(await view(sam, emma)).toMatchObject({ as: 'student', golfer: { name: 'Emma Rivera' } })
    expect((await open(maya, liam)).status, 'a golfer without a lesson there').toBe(404)
    const others = [await signedInCoach(product, 'Noah Clark'), await product.student('Alex Kim')]
    for (const other of others) expect((await open(other, emma)).status).toBe(404)
    const stranger = await product.student('Kim Park')
    expect(
      (await stranger.get(`/api/workspaces/${maya.userId}/${stranger.userId}?golferId=${emma}`)).status,
    ).toBe(404)
  })

  test('has the golfer’s lessons and what was written about them, and nothing of the student or of a sibling', async () => {
    const liam = await addGolfer(sam, child('Liam Rivera', 9))
    const lessonOfLiam = await book(liam, 4)
    const lessonOfSam = await book(null, 5)
    expect(await lessons(maya, emma)).toEqual([lessonOfEmma])
    expect(await lessons(maya, liam)).toEqual([lessonOfLiam])
    expect(await lessons(maya)).toEqual([lessonOfSam])
    await writeNote(maya, 'About Emma', emma)
    await writeNote(sam, 'About Liam', liam)
    await writeNote(maya, 'About Sam')
    for (const [golferId, content] of [
      [emma, 'About Emma'],
      [liam, 'About Liam'],
      [undefined, 'About Sam'],
    ] as const) {
      expect((await view(sam, golferId)).notes.map((note: { content: string }) => note.content)).toEqual([
        content,
      ])
    }
    const list = (await maya.get('/api/workspaces')).json
    const names = list.map((one: { golfer: { name: string } | null }) => one.golfer?.name ?? 'Sam Rivera')
    expect(names.sort()).toEqual(['Emma Rivera', 'Liam Rivera', 'Sam Rivera'])
    const comment = { about: 'lesson', aboutId: lessonOfEmma, content: 'Well done', golferId: liam }
    expect((await maya.post(`${of()}/comments`, comment)).status, 'a lesson of the sister').toBe(404)
  })

  test('moves with who plays, until notes are shared', async () => {
    const saved = await send(maya, 'PUT', `/api/lessons/${lessonOfEmma}/card`, {
      basedOn: 0,
      note: 'A draft',
      nextGoal: '',
      privateNote: '',
    })
    expect(saved.status, saved.text).toBe(200)
    const plays = (golferId: string | null) =>
      send(sam, 'PUT', `/api/bookings/${lessonOfEmma}/golfer`, { golferId })
    const moved = await plays(null)
    expect(moved.status, moved.text).toBe(200)
    expect((await view(maya)).cards).toMatchObject([{ bookingId: lessonOfEmma, own: { note: 'A draft' } }])
    expect((await view(maya, emma)).cards).toEqual([])
    const shared = await maya.post(`/api/lessons/${lessonOfEmma}/card/shared`, { basedOn: 1 })
    expect(shared.status, shared.text).toBe(200)
    await plays(emma)
    expect(await lessons(sam)).toEqual([lessonOfEmma])
    expect(await lessons(sam, emma)).toEqual([])
  })

  test('is named in the news, which lead to it', async () => {
    await writeNote(maya, 'Well done', emma)
    const { id } = await view(sam, emma)
    product.clock.advance(10 * 60_000)
    expect(await sendWorkspaceNews(product.services, { workspaceId: id, reader: 'student' })).toBe('told')
    const { rows } = await product.database.pool.query(
      `select title, href from notifications where user_id = $1 and kind = 'workspace_news'`,
      [sam.userId],
    )
    expect(rows).toEqual([
      {
        title: 'Coach Maya wrote a note: Well done (Emma Rivera)',
        href: `/student-collaborate?coach=${maya.userId}&golfer=${emma}`,
      },
    ])
  })

  test('takes no part in measured progress of the coach’s page', async () => {
    await writeNote(maya, 'Well done', emma)
    expect((await send(sam, 'PUT', `${of()}/consent`, { golferId: emma, consent: 'named' })).status).toBe(404)
  })

  test('is in the export, and erased when the golfer is removed or the account is closed', async () => {
    await writeNote(maya, 'About Emma', emma)
    await writeNote(maya, 'About Sam')
    const exported = (await sam.get('/api/me/export')).text
    expect(exported).toContain('Emma Rivera')
    product.clock.moveTo(Date.parse(charlotteTime(3, 12)))
    const notes = async () =>
      (
        await product.database.pool.query(
          `select n.content from workspace_notes n join workspaces w on w.id = n.workspace_id where w.student_id = $1`,
          [sam.userId],
        )
      ).rows.map(({ content }) => content)
    const removed = await sam.send('DELETE', `/api/me/golfers/${emma}`)
    expect(removed.status, removed.text).toBe(200)
    expect(await notes()).toEqual(['About Sam'])
    expect((await open(maya, emma)).status).toBe(404)
    expect(await maya.get('/api/workspaces').then(({ text }) => text)).not.toContain('Emma')
  })
})

describe('clips of a child', () => {
  const allow = async (allowed: boolean) => {
    const answer = await send(sam, 'PUT', `/api/me/golfers/${emma}/clips`, { allowed })
    expect(answer.status, answer.text).toBe(200)
  }
  const ofEmma = () => ({ instructorId: maya.userId, studentId: sam.userId, golferId: emma })
  const list = async (who: Visitor, golferId: string | null = emma) =>
    (
      await who.get(
        `/api/clips?instructorId=${maya.userId}&studentId=${sam.userId}${golferId ? `&golferId=${golferId}` : ''}`,
      )
    ).json
  const added = async (who: Visitor) => {
    const { json } = await addClip(product, who, ofEmma(), await plainPhoto(), 'Swing of Emma')
    expect(json).toMatchObject({ ok: true })
    return String(json.clipId)
  }

  test('need the consent of the parent, for the coach and the parent', async () => {
    for (const [who, words] of [
      [maya, 'Clips of Emma Rivera are not allowed yet. The parent can allow them in Profile Settings.'],
      [sam, 'You have not allowed clips of Emma Rivera. Allow them in Profile Settings first.'],
    ] as const) {
      const refused = await beginClip(who, ofEmma(), 1_000)
      expect(refused.status).toBe(409)
      expect(refused.json).toMatchObject({ code: 'clips_not_allowed', message: words })
      expect(await list(who)).toMatchObject({ mayAdd: false, golfer: { isAllowed: false } })
    }
    await allow(true)
    await added(maya)
    await added(sam)
    expect((await list(maya)).clips).toHaveLength(2)
    expect(await list(sam, null)).toMatchObject({ golfer: null, clips: [] })
  })

  test('are found among the clips of the two, by who plays', async () => {
    const players = async (who: Visitor) =>
      (await who.get('/api/clip-partners')).json.map(
        (one: { players: { name: string; clips: number }[] }) => one.players,
      )
    const golfer = (clips: number) => ({ golferId: emma, name: 'Emma Rivera', clips })
    expect(await players(sam), 'the student has no lesson').toEqual([[golfer(0)]])
    await allow(true)
    await added(maya)
    await book(null, 5)
    const both = [{ golferId: null, name: 'Sam Rivera', clips: 0 }, golfer(1)]
    expect(await players(sam)).toEqual([both])
    expect(await players(maya)).toEqual([both])
    await allow(false)
    expect(await players(maya)).toEqual([[both[0], golfer(0)]])
    product.clock.moveTo(Date.parse(charlotteTime(6, 12)))
    await sam.send('DELETE', `/api/me/golfers/${emma}`)
    expect(await players(maya)).toEqual([[both[0]]])
  })

  test('are found by both after the only lesson of the child was canceled, and sharing can be ended', async () => {
    await allow(true)
    const clipId = await added(sam)
    const cancel = async (bookingId: string) => {
      const canceled = await sam.post(`/api/bookings/${bookingId}/cancellation`, {})
      expect(canceled.status, canceled.text).toBe(200)
    }
    const lessonOfSam = await book(null, 5)
    await cancel(lessonOfEmma)
    const partners = async (who: Visitor) => (await who.get('/api/clip-partners')).json
    const players = [
      { golferId: null, name: 'Sam Rivera', clips: 0 },
      { golferId: emma, name: 'Emma Rivera', clips: 1 },
    ]
    for (const who of [sam, maya]) {
      expect(await partners(who)).toMatchObject([{ clips: 1, players }])
      expect(await list(who)).toMatchObject({ mayAdd: false, clips: [{ id: clipId }] })
      expect((await who.get(`/api/clips/${clipId}`)).json).toMatchObject({ haveLessons: false })
    }
    await cancel(lessonOfSam)
    for (const who of [sam, maya])
      expect(await partners(who), 'no lesson is left').toMatchObject([{ players: [players[1]] }])
    const ended = await send(sam, 'PUT', `/api/me/clip-sharing/${maya.userId}`, { share: false })
    expect(ended.status, ended.text).toBe(200)
    expect(await partners(maya)).toEqual([])
    expect((await list(maya)).code).toBe('no_such_pair')
    expect(await partners(sam)).toMatchObject([{ clips: 1, players: [players[1]] }])
  })

  test('are allowed by the parent alone: an admin who acts as the parent cannot make the child an adult', async () => {
    const change = (golfer: object) => send(sam, 'PUT', `/api/me/golfers/${emma}`, golfer)
    const adult = { name: 'Emma Rivera', relation: 'adult' }
    const end = actAs(product, sam, randomUUID())
    const refused = await change(adult)
    const renamed = await change(child('Emma R. Rivera', 12))
    end()
    expect([refused.status, refused.json.code]).toEqual([403, 'impersonating'])
    expect(renamed.status, renamed.text).toBe(200)
    expect(await list(maya)).toMatchObject({ mayAdd: false, golfer: { isAllowed: false } })
    expect((await change(adult)).status).toBe(200)
  })

  test('are hidden from the coach once the consent is withdrawn, and the parent can delete them', async () => {
    await allow(true)
    const clipId = await added(maya)
    const begun = await beginClip(maya, ofEmma(), 1_000)
    const file = (await maya.get(`/api/clips/${clipId}`)).json.files[0].url
    expect((await maya.get(file)).status).toBe(200)
    await allow(false)
    expect(await list(maya)).toMatchObject({ mayAdd: false, clips: [] })
    for (const path of [`/api/clips/${clipId}`, file]) expect((await maya.get(path)).status).toBe(404)
    const finished = await maya.post(`/api/clip-uploads/${begun.json.uploadId}/clip`)
    expect(finished.json.ok).not.toBe(true)
    expect((await list(sam)).clips).toHaveLength(1)
    await allow(true)
    expect((await list(maya)).clips).toHaveLength(1)
    await allow(false)
    expect((await sam.send('DELETE', `/api/clips/${clipId}`)).status).toBe(200)
    expect((await list(sam)).clips).toEqual([])
  })

  test('that arrive after the consent was withdrawn are not kept', async () => {
    await allow(true)
    const bytes = await plainPhoto()
    const begun = await beginClip(maya, ofEmma(), bytes.length)
    expect((await sendPart(product, maya, begun.json.address, 0, bytes)).status).toBe(204)
    await allow(false)
    const finished = await maya.post(`/api/clip-uploads/${begun.json.uploadId}/clip`)
    expect(finished.json).toMatchObject({ code: 'clips_not_allowed' })
    expect((await list(sam)).clips).toEqual([])
  })

  test('are not placed with the own clips, on lessons of others or for golfers of others', async () => {
    await allow(true)
    const own = { ...ofEmma(), golferId: null, bookingId: lessonOfEmma }
    expect((await beginClip(maya, own, 1_000)).status, 'a lesson of the child').toBe(404)
    const lessonOfSam = await book(null, 5)
    const clipId = await added(maya)
    const placed = (bookingId: string) => send(maya, 'PUT', `/api/clips/${clipId}/lesson`, { bookingId })
    expect((await placed(lessonOfSam)).status).toBe(404)
    expect((await placed(lessonOfEmma)).status).toBe(200)
    const noah = await signedInCoach(product, 'Noah Clark')
    expect((await beginClip(noah, { ...ofEmma(), instructorId: noah.userId }, 1_000)).status).toBe(404)
    const liam = await addGolfer(sam, child('Liam Rivera', 9))
    expect((await beginClip(maya, { ...ofEmma(), golferId: liam }, 1_000)).status).toBe(404)
    const unknown = `/api/clips?instructorId=${maya.userId}&studentId=${sam.userId}&golferId=${liam}`
    expect((await maya.get(unknown)).status, 'a sibling without lessons there').toBe(404)
  })

  test('are erased when the golfer is removed', async () => {
    await allow(true)
    await added(maya)
    product.clock.moveTo(Date.parse(charlotteTime(3, 12)))
    const before = (await sam.get('/api/me/export')).text
    expect(before).toContain('Swing of Emma')
    expect((await sam.send('DELETE', `/api/me/golfers/${emma}`)).status).toBe(200)
    const { rows } = await product.database.pool.query('select from clips where student_id = $1', [
      sam.userId,
    ])
    expect(rows).toEqual([])
  })
})

test('a workspace of before the upgrade looks the same, and a process of before still opens one', async () => {
  const { pool } = old
  const coachId = (await addCoach(pool)).id
  const studentId = (await addCoach(pool)).id
  const insert = `insert into workspaces (instructor_id, student_id, created_at) values ($1, $2, '2026-01-02T03:04:05Z')
    on conflict do nothing`
  await pool.query(insert, [coachId, studentId])
  await pool.query(
    `insert into goals (workspace_id, title, measure, created_by, created_at)
     select id, 'Break 90', 'score', $1, created_at from workspaces`,
    [coachId],
  )
  const read = async () =>
    (
      await pool.query(
        `select w.id, w.instructor_id, w.student_id, w.created_at, g.title from workspaces w join goals g on g.workspace_id = w.id`,
      )
    ).rows
  const before = await read()
  expect(before).toHaveLength(1)
  for (const number of ['0235', '0236']) {
    await old.migrateTo(number)
    await pool.query(insert, [coachId, studentId])
    expect(await read()).toEqual(before)
  }
  const { rows } = await pool.query('select golfer_id from workspaces')
  expect(rows).toEqual([{ golfer_id: null }])
  const foreign = pool.query(
    'insert into workspaces (instructor_id, student_id, golfer_id) values ($1, $2, $3)',
    [coachId, studentId, randomUUID()],
  )
  await expect(foreign).rejects.toThrow('workspaces_golfer_fkey')
})
