import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendWorkspaceNews } from '#features/workspaces/news.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>
let day = 3

const ofPair = () => `/api/workspaces/${maya.userId}/${sam.userId}`
const view = async (person: Visitor) => (await person.get(ofPair())).json
const id = (answer: { status: number; text: string; json: { id: string } }) => {
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json.id
}
const share = async (content: string) => id(await maya.post(`${ofPair()}/notes`, { isShared: true, content }))

beforeAll(async () => {
  maya = await signedInCoach(product, 'Maya Bennett')
})

beforeEach(async () => {
  sam = await product.student('Sam Rivera')
  await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(day++, 10) })
})

describe('what was removed, made private or undone within minutes', () => {
  const tell = async () =>
    sendWorkspaceNews(product.services, { workspaceId: (await view(maya)).id, reader: 'student' })

  test('a note and its comments are neither announced nor listed until they are shared again', async () => {
    const removed = await share('Too harsh')
    const hidden = await share('Not for Sam')
    id(await maya.post(`${ofPair()}/comments`, { about: 'note', aboutId: hidden, content: 'Really.' }))
    await maya.put(`/api/workspace-notes/${hidden}`, { basedOn: 1, isShared: false, content: 'Not for Sam' })
    await maya.send('DELETE', `/api/workspace-notes/${removed}`)
    expect(await tell()).toBe('seen')
    expect(await view(sam)).toMatchObject({ events: [], news: 0, comments: [] })
    expect((await view(maya)).comments).toHaveLength(1)
    expect((await sam.get('/api/workspaces')).json).toMatchObject([{ news: 0, newest: null }])
    expect((await view(maya)).events).toHaveLength(3)
    await maya.post(`/api/workspace-notes/${removed}/restoration`)
    expect(await view(sam)).toMatchObject({ events: [{ title: 'Too harsh' }], news: 1 })
    expect((await sam.get('/api/workspaces')).json).toMatchObject([
      { news: 1, newest: { title: 'Too harsh' } },
    ])
  })

  test('more than eight news are counted and the last eight are listed', async () => {
    for (let n = 1; n <= 10; n += 1) await share(`Note ${n}`)
    expect(await tell()).toBe('told')
    const { items } = (await sam.get('/api/notifications')).json
    expect(items).toContainEqual(
      expect.objectContaining({
        title: '10 new things from Coach Maya',
        body: expect.stringMatching(
          /^2 more, and: (Coach Maya wrote a note: Note \d+\. ){7}Coach Maya wrote a note: Note \d+$/,
        ),
      }),
    )
  })

  test('a note that is removed before its email is sent is not sent', async () => {
    const noteId = await share('Feet')
    await share('Hands')
    expect(await tell()).toBe('told')
    await maya.send('DELETE', `/api/workspace-notes/${noteId}`)
    await product.sendMessages()
    expect(
      await product.query(
        `select status from email_logs where template_key = 'workspace-news' and recipient_email = $1`,
        [sam.email],
      ),
    ).toEqual([{ status: 'skipped' }])
  })

  test('a drill is not announced; the history keeps it', async () => {
    const drill = { drillId: null, basedOn: 0, title: 'Gate drill', how: 'Slowly.', timesAWeek: 5 }
    const drillId = id(await maya.put('/api/coach/drills', drill))
    const assigned = id(await maya.post(`${ofPair()}/drills`, { drillId, bookingId: null, dueOn: null }))
    await maya.put(`/api/assigned-drills/${assigned}/ended`, { ended: true })
    expect(await tell()).toBe('seen')
    expect((await view(sam)).events).toHaveLength(2)
  })
})

describe('an entry that is sent again after a lost answer', () => {
  /** Sends it twice, as a browser does that did not get the first answer. */
  async function twice(send: () => ReturnType<Visitor['post']>) {
    const first = id(await send())
    expect(id(await send())).toBe(first)
    return first
  }

  test('is stored once, and so is its event', async () => {
    const { today } = await view(sam)
    const [newNoteId, newCommentId, newGoalId, newValueId, newPracticeId] = Array.from({ length: 5 }, () =>
      randomUUID(),
    )
    const noteId = await twice(() =>
      sam.post(`${ofPair()}/notes`, { isShared: true, content: 'Feet', newNoteId }),
    )
    const comment = { about: 'note', aboutId: noteId, content: 'Hips, too', newCommentId }
    await twice(() => maya.post(`${ofPair()}/comments`, comment))
    const goal = {
      title: 'Break 90',
      measure: 'score',
      unit: null,
      moreIsBetter: true,
      target: 89,
      dueOn: null,
    }
    const goalId = await twice(() => sam.post(`${ofPair()}/goals`, { ...goal, start: null, newGoalId }))
    await twice(() => sam.post(`/api/goals/${goalId}/values`, { value: 95, on: today, newValueId }))
    const practice = { day: today, minutes: 30, content: '50 wedges', newPracticeId }
    await twice(() => sam.post(`${ofPair()}/practice`, practice))
    const seen = await view(maya)
    expect(seen).toMatchObject({
      notes: [{ content: 'Feet' }],
      comments: [{ content: 'Hips, too' }],
      goals: [{ title: 'Break 90', values: [{ value: 95 }] }],
      practice: [{ content: '50 wedges' }],
    })
    expect(seen.events).toHaveLength(5)
  })

  test('is one drill in the library, assigned once', async () => {
    const [newDrillId, newAssignedDrillId] = [randomUUID(), randomUUID()]
    const before = (await maya.get('/api/coach/drills')).json.length
    const drill = {
      drillId: null,
      basedOn: 0,
      title: 'Clock drill',
      how: 'Slowly.',
      timesAWeek: 3,
      newDrillId,
    }
    const drillId = await twice(() => maya.put('/api/coach/drills', drill))
    await twice(() =>
      maya.post(`${ofPair()}/drills`, { drillId, bookingId: null, dueOn: null, newAssignedDrillId }),
    )
    expect((await maya.get('/api/coach/drills')).json).toHaveLength(before + 1)
    expect((await view(sam)).drills).toHaveLength(1)
    expect((await view(sam)).events).toHaveLength(1)
  })

  test('without an id, as older pages send it, is stored', async () => {
    for (const content of ['Feet', 'Feet'])
      id(await sam.post(`${ofPair()}/notes`, { isShared: true, content }))
    expect((await view(maya)).notes).toHaveLength(2)
  })
})

test('a coach gets the workspaces with one student alone', async () => {
  const kim = await product.student('Kim Park')
  await bookPaid(product, kim, { instructorId: maya.userId, start: charlotteTime(day++, 14) })
  const { json } = await maya.get(`/api/workspaces?studentId=${kim.userId}`)
  expect(json.map(({ name }: { name: string }) => name)).toEqual(['Kim Park'])
  expect((await maya.get('/api/workspaces')).json.length).toBeGreaterThan(1)
})

describe('a workspace with many lessons and notes', () => {
  test('shows the newest, says how many are older, and shows more of them when asked', async () => {
    for (const content of ['Feet', 'Hips', 'Hands']) await share(content)
    await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(day++, 10) })
    expect(await view(sam)).toMatchObject({
      taught: 0,
      older: { lessons: 0, notes: 0, practice: 0, comments: 0 },
    })
    const few = (await sam.get(`${ofPair()}?lessons=1&notes=2`)).json
    expect(few.cards).toHaveLength(1)
    expect(few.notes).toHaveLength(2)
    expect(few.older).toEqual({ lessons: 1, notes: 1, practice: 0, comments: 0 })
    const more = (await sam.get(`${ofPair()}?lessons=2&notes=3`)).json
    expect(more.older).toEqual({ lessons: 0, notes: 0, practice: 0, comments: 0 })
  })

  test('shows older practice and older comments, too, without what the viewer may not see', async () => {
    const note = await share('Feet')
    const comment = async (content: string) =>
      id(await maya.post(`${ofPair()}/comments`, { about: 'note', aboutId: note, content }))
    const log = async (content: string) =>
      id(await sam.post(`${ofPair()}/practice`, { day: (await view(sam)).today, minutes: null, content }))
    const [first] = [await comment('One'), await comment('Two'), await comment('Three')]
    const [entry] = [await log('Putts'), await log('Chips'), await log('Wedges')]
    const few = (await sam.get(`${ofPair()}?practice=2&comments=2`)).json
    expect(few.older).toMatchObject({ practice: 1, comments: 1 })
    expect([few.practice.length, few.comments.length]).toEqual([2, 2])
    const all = (await sam.get(`${ofPair()}?practice=3&comments=3`)).json
    expect(all.older).toMatchObject({ practice: 0, comments: 0 })
    expect([all.practice.length, all.comments.length]).toEqual([3, 3])
    await maya.send('DELETE', `/api/workspace-comments/${first}`)
    await sam.send('DELETE', `/api/practice/${entry}`)
    expect((await sam.get(`${ofPair()}?practice=2&comments=2`)).json.older).toMatchObject({
      practice: 0,
      comments: 0,
    })
  })

  test('counts all lessons that were taught, also those that are not shown', async () => {
    await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(day++, 10) })
    product.clock.moveTo(Date.parse(charlotteTime(day, 10)))
    await sam.signInAgain()
    expect((await sam.get(`${ofPair()}?lessons=1`)).json).toMatchObject({ taught: 2, older: { lessons: 1 } })
  })
})
