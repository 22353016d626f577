import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendWorkspaceNews } from '#features/workspaces/news.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>
let day = 3

const put = (person: Visitor, path: string, body: object) =>
  person.send('PUT', path, JSON.stringify(body), { 'content-type': 'application/json' })
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
    await put(maya, `/api/workspace-notes/${hidden}`, { basedOn: 1, isShared: false, content: 'Not for Sam' })
    await maya.send('DELETE', `/api/workspace-notes/${removed}`)
    expect(await tell()).toBe('seen')
    expect(await view(sam)).toMatchObject({ events: [], news: 0 })
    expect((await sam.get('/api/workspaces')).json).toMatchObject([{ news: 0, newest: null }])
    expect((await view(maya)).events).toHaveLength(3)
    await maya.post(`/api/workspace-notes/${removed}/restoration`)
    expect(await view(sam)).toMatchObject({ events: [{ title: 'Too harsh' }], news: 1 })
    expect((await sam.get('/api/workspaces')).json).toMatchObject([
      { news: 1, newest: { title: 'Too harsh' } },
    ])
  })

  test('a note that is removed before its email is sent is not sent', async () => {
    const noteId = await share('Feet')
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
    const drillId = id(await put(maya, '/api/coach/drills', drill))
    const assigned = id(await maya.post(`${ofPair()}/drills`, { drillId, bookingId: null, dueOn: null }))
    await put(maya, `/api/assigned-drills/${assigned}/ended`, { ended: true })
    expect(await tell()).toBe('seen')
    expect((await view(sam)).events).toHaveLength(2)
  })
})
