import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendWorkspaceNews } from '#features/workspaces/news.ts'
import { addDays } from '#platform/time.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct, type Visitor } from '../support/product.ts'
import { beginTalk, listen, say } from '../support/talks.ts'
import { whileTicking } from '../support/ticking.ts'

const product = testProduct()
type Coach = Awaited<ReturnType<typeof signedInCoach>>
type Student = Awaited<ReturnType<typeof product.student>>
let maya: Coach
let kim: Coach
let sam: Student
let alex: Student
let bookingId: string
let day = 3

const ofPair = (student: { userId: string } = sam) => `/api/workspaces/${maya.userId}/${student.userId}`
const view = async (person: Visitor, student: { userId: string } = sam) => {
  const answer = await person.get(ofPair(student))
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json
}
const id = (answer: { status: number; text: string; json: { id: string } }) => {
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json.id
}

const goal = {
  title: 'Break 90',
  measure: 'score',
  unit: null,
  moreIsBetter: true,
  target: 89,
  dueOn: null,
  start: 101,
}
const drill = { drillId: null, basedOn: 0, title: 'Gate drill', how: 'Through the gate.', timesAWeek: 5 }

beforeAll(async () => {
  maya = await signedInCoach(product, 'Maya Bennett')
  kim = await signedInCoach(product, 'Kim Okafor')
  alex = await product.student('Alex Kim')
})

beforeEach(async () => {
  sam = await product.student('Sam Rivera')
  bookingId = await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(day++, 10) })
})

const assigned = async () => {
  const drillId = id(await maya.put('/api/coach/drills', drill))
  return id(await maya.post(`${ofPair()}/drills`, { drillId, bookingId, dueOn: null }))
}

describe('shared workspaces [row 95]', () => {
  test('a lesson opens a workspace for its two people, and nobody else', async () => {
    expect(await view(maya)).toMatchObject({ as: 'coach', student: { name: 'Sam Rivera' }, goals: [] })
    expect(await view(sam)).toMatchObject({ as: 'student', coach: { label: 'Coach Maya' } })
    for (const stranger of [kim, alex, product.visitor()])
      expect([401, 404]).toContain((await stranger.get(ofPair())).status)
    expect((await maya.get(ofPair(alex))).status).toBe(404)
    expect((await alex.get(ofPair(alex))).status).toBe(404)
  })

  test('two people who wrote to each other share one; a person who only asked does not', async () => {
    const conversationId = await beginTalk(alex, maya.userId)
    expect((await alex.get(ofPair(alex))).status).toBe(404)
    await say(maya, conversationId, 'I do.')
    expect(await view(alex, alex)).toMatchObject({ as: 'student', cards: [] })
    const list = (await maya.get('/api/workspaces')).json
    expect(list.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['Alex Kim']))
  })

  test('a stranger can’t access any of it with any request [row 95]', async () => {
    const assignedDrillId = await assigned()
    const goalId = id(await sam.post(`${ofPair()}/goals`, goal))
    const noteId = id(await sam.post(`${ofPair()}/notes`, { isShared: true, content: 'Feet' }))
    const before = await view(sam)
    for (const stranger of [kim, alex]) {
      const refused = await Promise.all([
        stranger.post(`${ofPair()}/goals`, goal),
        stranger.put(`/api/goals/${goalId}`, { ...goal, basedOn: 1 }),
        stranger.put(`/api/goals/${goalId}/status`, { status: 'dropped' }),
        stranger.post(`/api/goals/${goalId}/values`, { value: 70, on: before.today }),
        stranger.get(`/api/goals/${goalId}/history`),
        stranger.put(`/api/workspace-notes/${noteId}`, { basedOn: 1, isShared: true, content: 'x' }),
        stranger.send('DELETE', `/api/workspace-notes/${noteId}`),
        stranger.post(`${ofPair()}/comments`, { about: 'goal', aboutId: goalId, content: 'x' }),
        stranger.post(`${ofPair()}/seen`),
      ])
      expect(refused.map(({ status }) => status)).toEqual(Array(9).fill(404))
    }
    expect(
      (await alex.put(`/api/assigned-drills/${assignedDrillId}/ticks`, { day: before.today, done: true }))
        .status,
    ).toBe(404)
    expect((await kim.put(`/api/assigned-drills/${assignedDrillId}/ended`, { ended: true })).status).toBe(404)
    expect(
      (
        await kim.put(`/api/lessons/${bookingId}/card`, {
          basedOn: 0,
          note: 'x',
          nextGoal: '',
          privateNote: '',
        })
      ).status,
    ).toBe(404)
    expect(await view(sam)).toEqual(before)
    const id_ = before.id
    for (const stranger of [kim, alex])
      expect((await listen(product, stranger, [`workspace:${id_}`])).status).toBe(404)
  })

  test('a student who leaves closes the workspace, and all of it is deleted', async () => {
    await assigned()
    id(await sam.post(`${ofPair()}/goals`, goal))
    await sam.post(`/api/bookings/${bookingId}/cancellation`, {})
    const closed = await sam.post('/api/me/closure', { password: 'fairway-seven' })
    expect(closed.status, closed.text).toBeLessThan(300)
    expect((await maya.get(ofPair())).status).toBe(404)
    const { rows } = await product.database.pool.query('select from workspaces where student_id = $1', [
      sam.userId,
    ])
    expect(rows).toEqual([])
  })

  test('a coach who leaves takes the private notes along, and the student can still read', async () => {
    const lee = await signedInCoach(product, 'Lee Park')
    const conversationId = await beginTalk(sam, lee.userId)
    await say(lee, conversationId, 'Hello')
    const path = `/api/workspaces/${lee.userId}/${sam.userId}`
    id(await lee.post(`${path}/notes`, { isShared: true, content: 'Keep at it' }))
    id(await lee.post(`${path}/notes`, { isShared: false, content: 'A difficult one' }))
    const closed = await lee.post('/api/me/closure', { password: 'fairway-seven' })
    expect(closed.status, closed.text).toBeLessThan(300)
    const left = (await sam.get(path)).json
    expect(left).toMatchObject({ isOpen: false, notes: [{ content: 'Keep at it' }] })
    const refused = await sam.post(`${path}/goals`, goal)
    expect([refused.status, refused.json.code]).toEqual([409, 'person_gone'])
    const { rows } = await product.database.pool.query(
      `select from workspace_notes where content = 'A difficult one'`,
    )
    expect(rows).toEqual([])
  })
})

describe('lesson cards [U44]', () => {
  const card = { note: 'Ball further back', nextGoal: 'Ten in a row', privateNote: 'Sore knee' }
  const save = (basedOn: number, text: object = card) =>
    maya.put(`/api/lessons/${bookingId}/card`, { basedOn, ...card, ...text })

  test('a draft is visible only to the coach until shared; the private note stays private', async () => {
    expect((await save(0)).json).toEqual({ version: 1 })
    expect((await sam.get(ofPair())).text).not.toMatch(/further back|Ten in a row|Sore knee/)
    const line = await listen(product, sam, [`workspace:${(await view(sam)).id}`])
    const shared = await maya.post(`/api/lessons/${bookingId}/card/shared`, { basedOn: 1 })
    expect(shared.json).toEqual({ version: 2 })
    await expect.poll(() => line.events.map(({ event }) => event)).toContain('change')
    await line.close()
    const seen = await sam.get(ofPair())
    expect(seen.json.cards).toMatchObject([{ note: card.note, nextGoal: card.nextGoal, own: null }])
    expect(seen.json.news).toBe(1)
    expect(seen.text).not.toContain('Sore knee')
    expect((await sam.get('/api/me/export')).text).not.toContain('Sore knee')
    expect((await maya.get('/api/me/export')).text).toContain('Sore knee')
    await save(2, { note: 'Ball in the middle' })
    expect((await view(sam)).cards[0].note).toBe(card.note)
    expect((await view(maya)).cards[0].own).toMatchObject({ note: 'Ball in the middle', isAhead: true })
    await sam.post(`${ofPair()}/seen`)
    expect((await view(sam)).news).toBe(0)
  })

  test('an outdated window is told so and overwrites nothing', async () => {
    await save(0)
    const late = await save(0, { note: 'From the other window' })
    expect([late.status, late.json.code]).toEqual([409, 'changed_elsewhere'])
    expect((await view(maya)).cards[0].own.note).toBe(card.note)
    const racing = await Promise.all([save(1, { note: 'one' }), save(1, { note: 'two' })])
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('nothing to share, another coach’s lesson and a student’s attempt are refused', async () => {
    expect((await maya.post(`/api/lessons/${bookingId}/card/shared`, { basedOn: 0 })).json.code).toBe(
      'nothing_to_share',
    )
    expect((await kim.post(`/api/lessons/${bookingId}/card/shared`, { basedOn: 0 })).status).toBe(404)
    expect((await sam.put(`/api/lessons/${bookingId}/card`, { basedOn: 0, ...card })).status).toBe(403)
  })
})

describe('goals [U44]', () => {
  test('keep old values and who changed them', async () => {
    const goalId = id(await sam.post(`${ofPair()}/goals`, goal))
    const { today } = await view(sam)
    await maya.post(`/api/goals/${goalId}/values`, { value: 96, on: today })
    const valueId = id(await sam.post(`/api/goals/${goalId}/values`, { value: 9, on: addDays(today, -3) }))
    await sam.put(`/api/goal-values/${valueId}/struck`, { struck: true })
    expect((await maya.put(`/api/goal-values/${valueId}/struck`, { struck: false })).status).toBe(404)
    const changed = await maya.put(`/api/goals/${goalId}`, { ...goal, basedOn: 1, target: 87 })
    expect(changed.json).toEqual({ version: 2 })
    const late = await sam.put(`/api/goals/${goalId}`, { ...goal, basedOn: 1, target: 80 })
    expect(late.json.code).toBe('changed_elsewhere')
    await maya.put(`/api/goals/${goalId}/status`, { status: 'reached' })
    const kept = (await view(sam)).goals[0]
    expect(kept).toMatchObject({ target: 87, unit: 'strokes', moreIsBetter: false, status: 'reached' })
    expect(
      kept.values.map(({ value, isStruck }: { value: number; isStruck: boolean }) => [value, isStruck]),
    ).toEqual([
      [9, true],
      [101, false],
      [96, false],
    ])
    const history = (await sam.get(`/api/goals/${goalId}/history`)).json
    expect(history.map(({ by, kind }: { by: string; kind: string }) => `${by}: ${kind}`)).toEqual([
      'Coach Maya: goal_reached',
      'Coach Maya: goal_changed',
      'Sam Rivera: goal_value_struck',
      'Sam Rivera: goal_value',
      'Coach Maya: goal_value',
      'Sam Rivera: goal_set',
    ])
    expect(history[1].changes).toEqual([{ field: 'target', from: 89, to: 87 }])
  })

  test.each([
    ['no title', { title: ' ' }, 'bad_input'],
    ['a strange measure', { measure: 'luck' }, 'bad_input'],
    ['no date', { dueOn: '2031-02-30' }, 'bad_input'],
  ])('with %s are refused', async (_name, wrong, code) => {
    const answer = await sam.post(`${ofPair()}/goals`, { ...goal, ...wrong })
    expect([answer.status, answer.json.code]).toEqual([400, code])
  })

  test('accept no future values, no values without a measure, and no other measure once they have a value', async () => {
    const goalId = id(await sam.post(`${ofPair()}/goals`, goal))
    const { today } = await view(sam)
    const value = { value: 90, on: addDays(today, 1) }
    expect((await sam.post(`/api/goals/${goalId}/values`, value)).json.code).toBe('wrong_day')
    const free = id(await sam.post(`${ofPair()}/goals`, { ...goal, measure: 'none' }))
    expect((await sam.post(`/api/goals/${free}/values`, { value: 1, on: today })).json.code).toBe(
      'not_measured',
    )
    const change = async (goalId: string, more: object, basedOn = 1) =>
      (await maya.put(`/api/goals/${goalId}`, { ...goal, ...more, basedOn })).json
    for (const measure of ['putts', 'none'])
      expect((await change(goalId, { measure })).code).toBe('goal_has_values')
    expect(await change(goalId, { title: 'Break 88', target: 87 })).toEqual({ version: 2 })
    expect((await view(sam)).goals).toContainEqual(
      expect.objectContaining({ measure: 'score', unit: 'strokes', target: 87 }),
    )

    expect(await change(free, { measure: 'other', unit: null })).toEqual({ version: 2 })
    await sam.post(`/api/goals/${free}/values`, { value: 30, on: today })
    expect(await change(free, { measure: 'other', unit: 'feet' }, 2), 'it had no unit').toEqual({
      version: 3,
    })
    expect((await change(free, { measure: 'other', unit: 'm' }, 3)).code).toBe('goal_has_values')
  })
})

describe('drills [U44]', () => {
  test('a check mark shows to the coach, and can be removed', async () => {
    const assignedDrillId = await assigned()
    const { today, id: workspaceId } = await view(maya)
    const line = await listen(product, maya, [`workspace:${workspaceId}`])
    const tick = (day: string, done: boolean) =>
      sam.put(`/api/assigned-drills/${assignedDrillId}/ticks`, { day, done })
    expect((await tick(today, true)).status).toBe(200)
    await tick(today, true)
    await tick(addDays(today, -2), true)
    await expect.poll(() => line.events.some(({ event }) => event === 'change')).toBe(true)
    await line.close()
    const seen = await view(maya)
    expect(seen.drills).toMatchObject([
      { title: 'Gate drill', bookingId, ticks: [addDays(today, -2), today] },
    ])
    expect(seen.news).toBe(2)
    await tick(today, false)
    expect((await view(maya)).drills[0].ticks).toEqual([addDays(today, -2)])
    expect((await tick(addDays(today, 5), true)).json.code).toBe('wrong_day')
    expect((await tick(addDays(today, -60), true)).json.code).toBe('wrong_day')
    expect(
      (await maya.put(`/api/assigned-drills/${assignedDrillId}/ticks`, { day: today, done: true })).status,
    ).toBe(403)
  })

  test('stay as assigned when the library changes; the same drill is not assigned twice', async () => {
    const drillId = id(await maya.put('/api/coach/drills', { ...drill, title: 'Towel' }))
    const give = () => maya.post(`${ofPair()}/drills`, { drillId, bookingId: null, dueOn: null })
    const given = id(await give())
    expect((await give()).json.code).toBe('already_assigned')
    await maya.put('/api/coach/drills', { ...drill, drillId, basedOn: 1, title: 'Towel, both arms' })
    const late = await maya.put('/api/coach/drills', { ...drill, drillId, basedOn: 1, title: 'x' })
    expect(late.json.code).toBe('changed_elsewhere')
    expect((await view(sam)).drills[0].title).toBe('Towel')
    await maya.put(`/api/assigned-drills/${given}/ended`, { ended: true })
    expect((await view(sam)).drills[0].isEnded).toBe(true)
    id(await give())
    await maya.put(`/api/coach/drills/${drillId}/removed`, { removed: true })
    expect((await maya.get('/api/coach/drills')).text).not.toContain('Towel')
    expect((await kim.put(`/api/coach/drills/${drillId}/removed`, { removed: false })).status).toBe(404)
    await maya.put(`/api/coach/drills/${drillId}/removed`, { removed: false })
    const kept = (await maya.get('/api/coach/drills')).json
    for (const basedOn of [1, 2, 3])
      expect((await kim.put('/api/coach/drills', { ...drill, drillId, basedOn })).status).toBe(404)
    expect((await maya.get('/api/coach/drills')).json, 'the drill of another coach').toEqual(kept)
    await bookPaid(product, sam, { instructorId: kim.userId, start: charlotteTime(day++, 12) })
    const giveOf = (one: string) =>
      kim.post(`/api/workspaces/${kim.userId}/${sam.userId}/drills`, {
        drillId: one,
        bookingId: null,
        dueOn: null,
      })
    expect((await giveOf(drillId)).status, 'the drill of another coach').toBe(404)
    id(await giveOf(id(await kim.put('/api/coach/drills', drill))))
  })

  test('other practice is in the student’s log, for both', async () => {
    const { today } = await view(sam)
    const practiceId = id(
      await sam.post(`${ofPair()}/practice`, { day: today, minutes: 30, content: '50 wedges' }),
    )
    expect((await view(maya)).practice).toMatchObject([{ day: today, minutes: 30, content: '50 wedges' }])
    expect((await alex.send('DELETE', `/api/practice/${practiceId}`)).status).toBe(404)
    await sam.send('DELETE', `/api/practice/${practiceId}`)
    expect((await view(maya)).practice).toEqual([])
  })
})

describe('notes and comments [U44]', () => {
  test('a private note is visible only to its author', async () => {
    const noteId = id(await sam.post(`${ofPair()}/notes`, { isShared: false, content: 'Loud feet' }))
    expect((await maya.get(ofPair())).text).not.toContain('Loud feet')
    expect((await maya.get('/api/me/export')).text).not.toContain('Loud feet')
    const about = { about: 'note', aboutId: noteId, content: 'x' }
    expect((await maya.post(`${ofPair()}/comments`, about)).status).toBe(404)
    await sam.put(`/api/workspace-notes/${noteId}`, { basedOn: 1, isShared: true, content: 'Loud feet!' })
    expect((await view(maya)).notes).toMatchObject([{ content: 'Loud feet!', isMine: false }])
    expect((await maya.send('DELETE', `/api/workspace-notes/${noteId}`)).status).toBe(404)
    await sam.send('DELETE', `/api/workspace-notes/${noteId}`)
    expect((await view(maya)).notes).toEqual([])
  })

  test('only its author can delete a comment; items outside the workspace can’t be commented on', async () => {
    const goalId = id(await sam.post(`${ofPair()}/goals`, goal))
    const commentId = id(
      await sam.post(`${ofPair()}/comments`, { about: 'goal', aboutId: goalId, content: 'Too much?' }),
    )
    expect((await view(maya)).comments).toMatchObject([{ content: 'Too much?', by: 'Sam Rivera' }])
    expect((await maya.send('DELETE', `/api/workspace-comments/${commentId}`)).status).toBe(404)
    expect((await sam.send('DELETE', `/api/workspace-comments/${commentId}`)).status).toBe(200)
    const other = await product.student('Nobody Else')
    const theirs = await bookPaid(product, other, {
      instructorId: maya.userId,
      start: charlotteTime(day++, 10),
    })
    const strange = await sam.post(`${ofPair()}/comments`, { about: 'lesson', aboutId: theirs, content: 'x' })
    expect(strange.status).toBe(404)
  })

  test('a person who blocked the other in the inbox gets no notifications here', async () => {
    const goalId = id(await sam.post(`${ofPair()}/goals`, goal))
    const conversationId = await beginTalk(sam, maya.userId)
    await maya.put(`/api/conversations/${conversationId}/blocked`, { blocked: true })
    const answer = await sam.post(`${ofPair()}/comments`, {
      about: 'goal',
      aboutId: goalId,
      content: 'Hello?',
    })
    expect(answer.json.code).toBe('not_taking_messages')
  })
})

describe('launch-monitor files', () => {
  const file = (unit: 'mph' | 'km/h', factor: number) =>
    `Club,Ball Speed (${unit}),Carry (yd)\n${[110, 111, 112, 113, 114].map((mph) => `7i,${(mph * factor).toFixed(4)},150`).join('\n')}\n7i,fast,150\nDriver,${(140 * factor).toFixed(4)},230\n`
  const mph = file('mph', 1)
  const kmh = file('km/h', 1.609344)
  const preview = async (text: string, mapping?: object) =>
    (await sam.post(`${ofPair()}/shots/preview`, { text, ...(mapping ? { mapping } : {}) })).json
  const add = async (text: string, person: Visitor = sam) => {
    const { mapping } = await preview(text)
    const { today } = await view(sam)
    return await person.post(`${ofPair()}/shots`, { text, mapping, name: 'Range', on: today })
  }

  test('are previewed, then imported once; bad lines are named; few shots are flagged', async () => {
    const seen = await preview(mph)
    expect(seen).toMatchObject({
      count: 6,
      badCount: 1,
      bad: [{ line: 7 }],
      isRemembered: false,
      isKnown: false,
    })
    expect((await sam.get(`${ofPair()}/shots`)).json).toEqual({ sessions: [], clubs: [] })
    const first = await add(mph)
    expect(first.json).toMatchObject({ count: 6, badCount: 1, isNew: true })
    const again = await add(mph.replaceAll('\n', '\r\n'))
    expect(again.json).toEqual({ id: first.json.id, count: 0, badCount: 0, isNew: false })
    expect(await preview(mph)).toMatchObject({ isRemembered: true, isKnown: true })
    const forMaya = await maya.post(`${ofPair()}/shots/preview`, { text: mph })
    expect(forMaya.json, 'the columns that another chose').toMatchObject({
      isRemembered: false,
      isKnown: true,
    })
    const { sessions, clubs } = (await maya.get(`${ofPair()}/shots`)).json
    expect(sessions).toMatchObject([{ count: 6, bad: [{ line: 7, why: '“fast” is no ball speed' }] }])
    expect(clubs.map(({ club }: { club: string }) => club)).toEqual(['Driver', '7 iron'])
    expect(clubs[0].measures[0].points).toMatchObject([{ count: 1, spread: null }])
    expect(clubs[1].measures[0].points[0].spread.median).toBeCloseTo(112 * 0.44704, 6)
    const opened = (await maya.get(`${ofPair()}/shots/${first.json.id}`)).json
    expect(opened).toMatchObject({ name: 'Range' })
    expect(opened.shots).toHaveLength(6)
    expect(opened.shots.map(({ club }: { club: string }) => club)).toContain('Driver')
    expect((await maya.get(`${ofPair()}/shots/${sam.userId}`)).status).toBe(404)

    // 64 older sessions: all are listed, and the trends are of the newest 60.
    await product.query(
      `with made as (
         insert into shot_sessions (workspace_id, name, hit_on, content_hash, bad_rows, added_by, added_at)
         select workspace_id, 'Older ' || n, hit_on - n, sha256(n::text::bytea), '[]', added_by, added_at
         from shot_sessions, generate_series(1, 64) n where id = $1 returning id)
       insert into shots (session_id, position, club, carry) select id, 0, '7 iron', 150 from made`,
      [first.json.id],
    )
    const all = (await sam.get(`${ofPair()}/shots`)).json
    const named = (shown: { name: string; count: number }[]) =>
      shown.map(({ name, count }) => `${name}: ${count}`)
    expect(named(all.sessions)).toEqual([
      'Range: 6',
      ...Array.from({ length: 64 }, (_, at) => `Older ${at + 1}: 1`),
    ])
    const carry = all.clubs[1].measures.find(({ field }: { field: string }) => field === 'carry')
    expect(carry.points).toHaveLength(60)
    expect(carry.points.at(-1)).toMatchObject({ sessionId: first.json.id, count: 5 })
    expect(carry.points[0]).toMatchObject({ sessionId: all.sessions[59].id })
    expect((await sam.get(`${ofPair()}/shots/${all.sessions[64].id}`)).json.shots).toHaveLength(1)
  })

  test('mph and km/h give the same values', async () => {
    await add(mph)
    await add(kmh)
    const { clubs } = (await sam.get(`${ofPair()}/shots`)).json
    const [one, other] = clubs[1].measures[0].points
    for (const part of ['median', 'low', 'high']) expect(one.spread[part]).toBeCloseTo(other.spread[part], 4)
  })

  test('that are not tables, too large, or another person’s are refused', async () => {
    expect((await preview('Dear Maya')).code).toBe('not_a_table')
    expect((await preview('x'.repeat(700_001))).code).toBe('bad_input')
    const { mapping } = await preview(mph)
    const wrong = [{ ...mapping[1], unit: 'yd' }]
    expect((await preview(mph, wrong)).code).toBe('bad_input')
    const added = await add(mph)
    const path = `/api/shot-sessions/${added.json.id}`
    for (const stranger of [kim, alex]) {
      expect((await stranger.get(`${ofPair()}/shots`)).status).toBe(404)
      expect((await stranger.send('DELETE', path)).status).toBe(404)
      expect((await stranger.get(`${ofPair()}/shots/${added.json.id}`)).status).toBe(404)
      expect((await stranger.post(`${ofPair()}/shots/preview`, { text: mph })).status).toBe(404)
    }
    expect((await maya.send('DELETE', path)).status).toBe(404)
    const about = { about: 'session', aboutId: added.json.id, content: 'Nice' }
    id(await maya.post(`${ofPair()}/comments`, about))
    expect((await sam.send('DELETE', path)).status).toBe(200)
    expect((await sam.get(`${ofPair()}/shots`)).json.sessions).toEqual([])
  })
})

describe('workspace notifications [row 95]', () => {
  const lettersOf = async (person: { userId: string }) =>
    (
      await product.query(
        `select data -> 'variables' ->> 'news' as news from pgboss.job
         where name = 'send-templated-email' and data ->> 'template' = 'workspace-news' and data ->> 'userId' = $1`,
        [person.userId],
      )
    ).map(({ news }) => news)

  test('cover all changes within minutes at once, and skip what was already seen', async () => {
    await assigned()
    id(await maya.post(`${ofPair()}/notes`, { isShared: true, content: 'Feet' }))
    const { id: workspaceId } = await view(maya)
    const { rows } = await product.database.pool.query(
      `select from pgboss.job where name = 'tell-workspace-news' and data ->> 'workspaceId' = $1`,
      [workspaceId],
    )
    expect(rows).toHaveLength(1)
    const news = { workspaceId, reader: 'student' } as const
    expect(await sendWorkspaceNews(product.services, news)).toBe('told')
    expect(await sendWorkspaceNews(product.services, news)).toBe('seen')
    expect(await lettersOf(sam)).toEqual([
      'Coach Maya assigned a drill: Gate drill\nCoach Maya wrote a note: Feet',
    ])
    id(await maya.post(`${ofPair()}/notes`, { isShared: true, content: 'Hands' }))
    await sam.post(`${ofPair()}/seen`)
    expect(await sendWorkspaceNews(product.services, news)).toBe('seen')
    expect(await lettersOf(sam)).toHaveLength(1)
  })

  test('tell of a single change, although time passes while it is stored', async () => {
    await whileTicking(product.clock, async () =>
      id(await maya.post(`${ofPair()}/notes`, { isShared: true, content: 'Feet' })),
    )
    const { id: workspaceId } = await view(maya)
    expect(await sendWorkspaceNews(product.services, { workspaceId, reader: 'student' })).toBe('told')
    expect(await lettersOf(sam)).toEqual(['Coach Maya wrote a note: Feet'])
  })

  test('skip check marks and practice', async () => {
    const { today } = await view(sam)
    await sam.post(`${ofPair()}/practice`, { day: today, minutes: null, content: 'Putts' })
    const { id: workspaceId } = await view(sam)
    expect(await sendWorkspaceNews(product.services, { workspaceId, reader: 'coach' })).toBe('seen')
    expect((await view(maya)).news).toBe(1)
  })
})

describe('measured progress on a coach’s page', () => {
  const shown = async (instructorId: string) =>
    (await product.visitor().get(`/api/coaches/${instructorId}/measured-progress`)).json

  test('is shown for three students who agreed, with names if they allowed it, and removed when one withdraws', async () => {
    const lee = await signedInCoach(product, 'Lee Park')
    const students: { student: Student; path: string }[] = []
    for (const [nth, name] of ['Ann Ames', 'Ben Boyd', 'Cleo Cruz'].entries()) {
      const student = await product.student(name)
      await say(lee, await beginTalk(student, lee.userId), 'Welcome')
      const path = `/api/workspaces/${lee.userId}/${student.userId}`
      const goalId = id(
        await student.post(`${path}/goals`, { ...goal, measure: 'club_speed', start: null, target: null }),
      )
      const { today } = (await student.get(path)).json
      await student.post(`/api/goals/${goalId}/values`, { value: 90, on: addDays(today, -30) })
      await student.post(`/api/goals/${goalId}/values`, { value: 94 + nth, on: today })
      students.push({ student, path })
    }
    const consent = ({ student, path }: (typeof students)[number], to: string) =>
      student.put(`${path}/consent`, { consent: to })
    const [ann, ben, cleo] = students
    if (!ann || !ben || !cleo) throw new Error('nobody')
    expect(await shown(lee.userId)).toEqual([])
    await consent(ann, 'named')
    await consent(ben, 'counted')
    expect(await shown(lee.userId)).toEqual([])
    await consent(cleo, 'counted')
    expect(await shown(lee.userId)).toEqual([
      { measure: 'club_speed', students: 3, change: 5, named: [{ firstName: 'Ann', change: 4 }] },
    ])
    expect((await lee.put(`${ann.path}/consent`, { consent: 'named' })).status).toBe(403)
    expect((await sam.put(`${ann.path}/consent`, { consent: 'named' })).status).toBe(404)
    let announced = 0
    const leave = product.services.realtime.subscribe('coaches:', (topic) => {
      if (topic === 'coaches:changed') announced++
    })
    await consent(ann, 'counted')
    expect((await shown(lee.userId))[0].named).toEqual([])
    await consent(ben, 'nothing')
    expect(await shown(lee.userId)).toEqual([])
    await expect.poll(() => announced).toBeGreaterThanOrEqual(2)
    leave()
  })
})
