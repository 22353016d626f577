import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signedInCoach } from '../support/lessons.ts'
import { plainPhoto } from '../support/media.ts'
import { outboxOf, workOff } from '../support/notified.ts'
import { testProduct, type Visitor } from '../support/product.ts'
import { ask } from '../support/talks.ts'

const product = testProduct()
type Coach = Awaited<ReturnType<typeof signedInCoach>>
let admin: Visitor
let maya: Coach
beforeAll(async () => {
  const avery = await product.admin()
  admin = avery
})
beforeEach(async () => {
  maya = await signedInCoach(product)
  await product.query(`update instructor_profiles set credentials = '{PGA Class A}' where user_id = $1`, [
    maya.userId,
  ])
})

const states = async () => (await maya.get('/api/coach/credentials')).json
const askFor = (more: object = {}, coach = maya) =>
  coach.post('/api/coach/credentials/checks', { credential: 'PGA Class A', ...more })
/** The coach's notifications and emails. */
async function told() {
  await workOff(product)
  const { rows } = await product.database.pool.query(
    `select title, body from notifications where user_id = $1 and kind = 'profile_request' order by created_at`,
    [maya.userId],
  )
  const letters = await outboxOf(product, maya)
  return { notices: rows, letters: letters.filter(({ subject }) => !subject?.startsWith('Welcome')) }
}
const open = async () => {
  const { checks, reviews } = (await admin.get('/api/coach-requests')).json
  const mine = ({ instructorId }: { instructorId: string }) => instructorId === maya.userId
  return { checks: checks.filter(mine), reviews: reviews.filter(mine) }
}
async function document(coach = maya) {
  const answer = await ask(product, coach, '/uploads/coach-pictures?purpose=document', {
    method: 'POST',
    body: await plainPhoto('png', 900, 700),
  })
  return JSON.parse(answer.text) as { id: string; url: string }
}

describe('a certificate check [row 98]', () => {
  test('is requested with a document that only the coach and admins can open, and is answered by the record', async () => {
    const { id, url } = await document()
    expect((await askFor({ documentId: id, note: 'Number 4821' })).json).toEqual({ ok: true })
    expect(await states()).toMatchObject([{ credential: 'PGA Class A', state: 'asked' }])
    const ruth = await signedInCoach(product, 'Ruth Ames')
    const seen = await Promise.all(
      [maya, admin, ruth, product.visitor()].map((who) => ask(product, who, url)),
    )
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 404, 404])
    expect(seen[0]?.headers.get('cache-control')).toBe('private, no-store')
    expect((await open()).checks).toMatchObject([{ note: 'Number 4821', documentUrl: url }])
    // A document cannot be read as a picture.
    const shown = await ask(
      product,
      product.visitor(),
      url.replace('/files/credential-documents', '/pictures'),
    )
    expect(shown.status).toBe(404)
    const recorded = await admin.post(`/api/coaches/${maya.userId}/verifications`, {
      credential: 'PGA Class A',
      evidence: 'Membership card',
    })
    expect(recorded.json).toEqual({ ok: true })
    expect(await states()).toMatchObject([{ state: 'checked', refusal: null }])
    expect((await open()).checks).toEqual([])
    expect((await ask(product, admin, url)).status).toBe(404)
    const { notices, letters } = await told()
    expect(notices.map(({ title }) => title)).toEqual(['Checked: PGA Class A'])
    expect(letters.map(({ subject }) => subject)).toEqual(['Checked: PGA Class A'])
    expect(letters[0]?.body_html).toContain(`/instructor/${maya.userId}`)
  })

  test('recorded without a request notifies nobody', async () => {
    const recorded = { credential: 'PGA Class A', evidence: 'Membership card' }
    expect((await admin.post(`/api/coaches/${maya.userId}/verifications`, recorded)).json.ok).toBe(true)
    expect(await told()).toEqual({ notices: [], letters: [] })
  })

  test('is refused with a reason and can be requested again', async () => {
    const { id, url } = await document()
    await askFor({ documentId: id })
    expect((await askFor()).json.reason).toBe('asked_already')
    const [request] = (await open()).checks
    const refuse = (refusal: string) =>
      admin.post(`/api/coach-requests/checks/${request.id}/refusal`, { refusal })
    expect((await refuse('')).json.data.issues[0].message).toBe('Please say why')
    expect((await refuse('The card has expired')).status).toBe(200)
    expect((await refuse('Twice')).json.code).toBe('no_such_request')
    expect(await states()).toMatchObject([{ state: 'refused', refusal: 'The card has expired' }])
    expect((await ask(product, maya, url)).status).toBe(404)
    const { notices, letters } = await told()
    expect(notices).toEqual([{ title: 'Not checked: PGA Class A', body: 'The card has expired' }])
    expect(letters.map(({ subject }) => subject)).toEqual(['Not checked: PGA Class A'])
    expect(letters[0]?.body_text).toContain('The card has expired')
    expect((await askFor()).json).toEqual({ ok: true })
  })

  test('requires a saved profile and the coach’s own document', async () => {
    expect((await askFor({ credential: 'Something else' })).json.reason).toBe('no_such_credential')
    const theirs = await document(await signedInCoach(product, 'Ruth Ames'))
    expect((await askFor({ documentId: theirs.id })).json.reason).toBe('no_such_document')
    expect((await askFor({ note: 'x'.repeat(501) })).status).toBe(400)
  })
})

describe('an imported review [row 98]', () => {
  const review = { author: 'Denise G.', rating: 4, text: 'My slice is gone.', source: 'Club newsletter' }
  const bring = (more: object = {}, coach = maya) =>
    coach.post('/api/coach/imported-reviews', { ...review, ...more })
  const publicly = async () => (await product.visitor().get(`/api/coaches/${maya.userId}`)).json

  test('is shown and counted only after an admin approves it, and can be removed', async () => {
    expect((await bring()).json).toEqual({ ok: true })
    expect(await publicly()).toMatchObject({ importedReviews: [], rating: 0, reviewCount: 0 })
    const [waiting] = (await open()).reviews
    expect((await admin.post(`/api/coach-requests/reviews/${waiting.id}/approval`)).status).toBe(200)
    expect((await admin.post(`/api/coach-requests/reviews/${waiting.id}/approval`)).status).toBe(404)
    expect(await publicly()).toMatchObject({ importedReviews: [review], rating: 4, reviewCount: 1 })
    expect((await told()).letters.map(({ subject }) => subject)).toEqual([
      'The review by Denise G. is on your profile',
    ])
    const ruth = await signedInCoach(product, 'Ruth Ames')
    const drop = (who: Visitor) => who.send('DELETE', `/api/coach/imported-reviews/${waiting.id}`)
    expect((await drop(ruth)).json.code).toBe('no_such_review')
    expect((await drop(maya)).status).toBe(200)
    expect(await publicly()).toMatchObject({ importedReviews: [], rating: 0, reviewCount: 0 })
  })

  test('is stored once when the coach sends it again, and can be sent again after a refusal', async () => {
    const answers = await Promise.all([bring(), bring()])
    expect(answers.map(({ json }) => json)).toEqual([{ ok: true }, { ok: true }])
    const [waiting, ...others] = (await open()).reviews
    expect(others).toEqual([])
    await admin.post(`/api/coach-requests/reviews/${waiting.id}/approval`)
    expect((await bring()).json).toEqual({ ok: false, reason: 'already_shown' })
    expect((await open()).reviews).toEqual([])
    expect(await publicly()).toMatchObject({ rating: 4, reviewCount: 1 })
    await bring({ author: 'Omar T.' })
    const [refused] = (await open()).reviews
    await admin.post(`/api/coach-requests/reviews/${refused.id}/refusal`, { refusal: 'Not found there' })
    await bring({ author: 'Omar T.' })
    expect((await open()).reviews).toMatchObject([{ author: 'Omar T.' }])
  })

  test('does not affect reviews of other coaches', async () => {
    const ruth = await signedInCoach(product, 'Ruth Ames')
    await bring({ author: 'Omar T.' }, ruth)
    const [hers] = (await admin.get('/api/coach-requests')).json.reviews.filter(
      ({ instructorId }: { instructorId: string }) => instructorId === ruth.userId,
    )
    await admin.post(`/api/coach-requests/reviews/${hers.id}/approval`)
    await bring()
    const [mine] = (await open()).reviews
    await admin.post(`/api/coach-requests/reviews/${mine.id}/approval`)
    const ofRuth = async () =>
      (await product.visitor().get(`/api/coaches/${ruth.userId}`)).json.importedReviews
    expect(await ofRuth()).toMatchObject([{ author: 'Omar T.' }])
    await maya.send('DELETE', `/api/coach/imported-reviews/${mine.id}`)
    expect(await ofRuth()).toMatchObject([{ author: 'Omar T.' }])
  })

  test('is refused with a reason the coach can read', async () => {
    await bring()
    const [waiting] = (await open()).reviews
    await admin.post(`/api/coach-requests/reviews/${waiting.id}/refusal`, {
      refusal: 'We cannot find it there',
    })
    expect((await maya.get('/api/coach/imported-reviews')).json).toMatchObject([
      { state: 'refused', refusal: 'We cannot find it there' },
    ])
    expect((await told()).notices).toEqual([
      { title: 'The review by Denise G. is not shown', body: 'We cannot find it there' },
    ])
    expect((await publicly()).importedReviews).toEqual([])
  })

  test.each([
    [{ author: '' }, 'author'],
    [{ author: 'x'.repeat(81) }, 'author'],
    [{ rating: 0 }, 'rating'],
    [{ rating: 6 }, 'rating'],
    [{ rating: 4.5 }, 'rating'],
    [{ text: '\u202e' }, 'text'],
    [{ text: 'x'.repeat(1001) }, 'text'],
    [{ source: ' ' }, 'source'],
  ])('%j is refused with an error on its field', async (wrong, path) => {
    const answer = await bring(wrong)
    expect([answer.status, answer.json.data.issues[0].path]).toEqual([400, path])
  })

  test('can’t be approved by its coach, and is limited to twenty', async () => {
    await bring()
    const [waiting] = (await open()).reviews
    expect((await maya.post(`/api/coach-requests/reviews/${waiting.id}/approval`)).status).toBe(403)
    for (let n = 1; n < 20; n++) expect((await bring({ text: `Review ${n}` })).json.ok).toBe(true)
    expect((await bring({ text: 'Review 20' })).json).toEqual({ ok: false, reason: 'too_many' })
    expect((await bring({ text: 'Review 19' })).json, 'a repeated request').toEqual({ ok: true })
    // The fields entered into the profile do not appear in the reviews.
    const { words, tag } = (await maya.get('/api/coach/profile')).json
    const body = {
      basedOn: tag,
      words: { ...words, bio: 'x'.repeat(50), specialties: ['Putting'], customReviews: [review] },
    }
    await maya.put('/api/coach/profile', body)
    expect((await publicly()).importedReviews).toEqual([])
  })
})
