import { beforeEach, expect, test } from 'vitest'
import { deleteRemovedItems } from '#features/workspaces/removed-items.ts'
import { DAY } from '#platform/duration.ts'
import { addDays } from '#platform/time.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

/** Notes, comments and practice entries of a workspace that their author removed, until they are deleted (decision 0044). */

const product = testProduct()
type Person = Awaited<ReturnType<typeof product.student>>
let maya: Person
let sam: Person
let day = 3

beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya ??= await signedInCoach(product)
  sam = await product.student('Sam Rivera')
  await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(day++, 10) })
})

const ofPair = () => `/api/workspaces/${maya.userId}/${sam.userId}`
const view = async (who: Visitor) => (await who.get(ofPair())).json
const id = (answer: { status: number; text: string; json: { id: string } }) => {
  expect(answer.status, answer.text).toBe(201)
  return answer.json.id
}
const change = (path: string, body: object) => sam.put(path, body)
const remove = (path: string, who: Visitor = sam) => who.send('DELETE', path)
const restore = (path: string, who: Visitor = sam) => who.post(`${path}/restoration`, {})

test('a note comes back as it was, with its comments, and nobody is notified again', async () => {
  const note = `/api/workspace-notes/${id(await sam.post(`${ofPair()}/notes`, { isShared: true, content: 'Loud feet' }))}`
  const aboutId = note.split('/').at(-1)
  const say = async (who: Visitor, content: string) =>
    id(await who.post(`${ofPair()}/comments`, { about: 'note', aboutId, content }))
  await say(maya, 'Well done')
  product.clock.advance(1_000)
  const taken = `/api/workspace-comments/${await say(sam, 'Thanks')}`
  expect((await remove(taken)).status).toBe(200)
  product.clock.advance(60_000)
  await maya.post(`${ofPair()}/seen`)
  const before = await view(maya)
  expect(before.notes).toHaveLength(1)
  expect(before.comments).toMatchObject([{ content: 'Well done' }])
  expect((await restore(note)).status, 'not removed').toBe(404)
  expect((await remove(note)).status).toBe(200)
  expect(await view(maya)).toMatchObject({ notes: [], comments: [] })
  expect((await change(note, { basedOn: 1, isShared: true, content: 'x' })).status).toBe(404)
  expect((await restore(taken)).status, 'of a note that is removed').toBe(404)
  expect((await restore(note, maya)).status, 'of somebody else').toBe(404)
  expect((await restore(note)).status).toBe(200)
  expect(await view(maya)).toEqual(before)
  expect((await restore(taken)).status).toBe(200)
  expect((await view(maya)).comments.map(({ content }: { content: string }) => content)).toEqual([
    'Well done',
    'Thanks',
  ])
  expect((await view(maya)).news).toBe(0)
})

test('an entry of the practice log comes back, also one that is too old to be written', async () => {
  const day = addDays((await view(sam)).today, -14)
  const entry = `/api/practice/${id(await sam.post(`${ofPair()}/practice`, { day, minutes: 30, content: '50 wedges' }))}`
  const before = (await view(maya)).practice
  product.clock.advance(2 * DAY)
  expect((await remove(entry)).status).toBe(200)
  expect((await view(maya)).practice).toEqual([])
  expect((await restore(entry, await product.student('Alex Kim'))).status, 'of somebody else').toBe(404)
  expect((await restore(entry)).status).toBe(200)
  expect((await view(maya)).practice).toEqual(before)
})

test('what was removed is deleted a day later', async () => {
  const note = `/api/workspace-notes/${id(await sam.post(`${ofPair()}/notes`, { isShared: false, content: 'Forget this' }))}`
  await remove(note)
  await deleteRemovedItems(product.services)
  const kept = () => product.database.pool.query(`select from workspace_notes where content = 'Forget this'`)
  expect((await kept()).rows).toHaveLength(1)
  product.clock.advance(DAY + 1)
  await deleteRemovedItems(product.services)
  expect((await kept()).rows).toHaveLength(0)
  expect((await restore(note)).status).toBe(404)
})
