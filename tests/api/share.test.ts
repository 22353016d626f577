import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
const csv = 'Club,Ball Speed (mph),Carry (yd),Attack Angle,Apex (ft)\n7i,112,150,-3.5,88\nPW,98,118,-4.5,90\n'
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>
let alex: Awaited<ReturnType<typeof product.student>>

beforeAll(async () => {
  maya = await signedInCoach(product, 'Maya Bennett')
  sam = await product.student('Sam Rivera')
  alex = await product.student('Alex Kim')
  await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(3, 10) })
})

const shots = (person: { userId: string } = sam) => `/api/workspaces/${maya.userId}/${person.userId}/shots`
const clip = (change: object = {}) => ({
  instructorId: maya.userId,
  studentId: sam.userId,
  title: 'Swing',
  bytes: 1_000,
  ...change,
})

describe('sharing from a phone', () => {
  test('the manifest names the address, the method and the files that the service worker receives', async () => {
    const { share_target } = (await product.visitor().get('/manifest.webmanifest')).json
    expect(share_target).toMatchObject({ action: '/share', method: 'POST', enctype: 'multipart/form-data' })
    expect(share_target.params.files).toMatchObject([{ name: 'files' }])
    const worker = readFileSync('public/sw.js', 'utf8')
    expect(worker).toContain("url.pathname === '/share'")
    expect(worker).toContain("getAll('files')")
    const page = readFileSync('src/app/shared-files.ts', 'utf8')
    const name = /const SHARED = '([^']+)'/.exec(worker)?.[1]
    expect(page).toContain(`const KEPT_IN = '${name}'`)
  })

  test('without the service worker, the page asks to share again', async () => {
    const body = `--part\r\ncontent-disposition: form-data; name="files"; filename="range.csv"\r\n\r\n${csv}\r\n--part--\r\n`
    const type = { 'content-type': 'multipart/form-data; boundary=part' }
    const answer = await product.visitor().send('POST', '/share', body, type)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/share?problem=again')
  })

  test('shots are kept with all measures and the line of the file', async () => {
    const { mapping } = (await sam.post(`${shots()}/preview`, { text: csv })).json
    const { today } = (await sam.get(`/api/workspaces/${maya.userId}/${sam.userId}`)).json
    const added = await sam.post(shots(), { text: csv, mapping, name: 'Range', on: today })
    expect(added.json).toMatchObject({ count: 2, badCount: 0, isNew: true })
    const opened = (await maya.get(`${shots()}/${added.json.id}`)).json
    expect(opened.shots).toMatchObject([
      { club: '7 iron', attackAngle: -3.5 },
      { club: 'Pitching wedge', attackAngle: -4.5 },
    ])
    expect(opened.shots[0].apex).toBeCloseTo(88 * 0.3048, 6)
    const rows = await product.query(
      `select n.headings, h.source from shots h join shot_sessions n on n.id = h.session_id where n.id = $1 order by h.position`,
      [added.json.id],
    )
    expect(rows[0].headings).toEqual(['Club', 'Ball Speed (mph)', 'Carry (yd)', 'Attack Angle', 'Apex (ft)'])
    expect(rows[0].source).toEqual(['7i', '112', '150', '-3.5', '88'])
  })

  test('a file that is too large, or that is no table, is refused', async () => {
    expect((await sam.post(`${shots()}/preview`, { text: 'x'.repeat(700_001) })).status).toBe(400)
    expect((await sam.post(`${shots()}/preview`, { text: '%PDF-1.7 \u0000\u0001' })).json.code).toBe(
      'not_a_table',
    )
    expect((await sam.post('/api/clip-uploads', clip({ bytes: 151 * 1_024 * 1_024 }))).json.code).toBe(
      'too_large',
    )
  })

  test('another person’s golfer, and visitors, are refused', async () => {
    const golferId = crypto.randomUUID()
    expect((await alex.post(`${shots()}/preview`, { text: csv })).status).toBe(404)
    expect((await alex.post('/api/clip-uploads', clip())).status).toBe(404)
    expect((await sam.post('/api/clip-uploads', clip({ golferId }))).status).toBe(404)
    expect((await product.visitor().post(`${shots()}/preview`, { text: csv })).status).toBe(401)
    expect((await product.visitor().post('/api/clip-uploads', clip())).status).toBe(401)
  })
})
