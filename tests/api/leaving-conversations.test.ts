import { expect, test } from 'vitest'
import { signedInCoach } from '../support/lessons.ts'
import { photoWithPlace } from '../support/media.ts'
import { testProduct } from '../support/product.ts'
import { ask, beginTalk, type Person, readTalk, say, upload } from '../support/talks.ts'

const product = testProduct()
const leave = (person: Person) => person.post('/api/me/closure', { password: 'fairway-seven' })

test('deleting an account removes name and photos; messages stay with the other person, who can’t reply', async () => {
  const sam = await product.student('Sam Unforgettable')
  const maya = await signedInCoach(product, 'Maya Bennett')
  const talk = await beginTalk(sam, maya.userId, 'Hello')
  const photo = (await upload(product, sam, await photoWithPlace())).json
  await sam.post(`/api/conversations/${talk}/messages`, {
    clientId: crypto.randomUUID(),
    content: '',
    attachmentIds: [photo.id],
  })
  await say(maya, talk, 'Nice swing')
  const data = (await sam.get('/api/me/export')).json
  expect(data.messages_you_wrote.map(({ content }: { content: string }) => content)).toEqual(['Hello', ''])
  expect(data.conversations).toMatchObject([{ with_whom: 'Maya Bennett', you_were: 'student' }])
  expect(data.photos_and_videos_you_sent).toHaveLength(1)
  expect(JSON.stringify(data)).not.toContain('Nice swing')

  const left = await leave(sam)
  expect(left.status, left.text).toBe(200)
  expect(await readTalk(maya, talk)).toEqual(['Hello', 'A photo or video was removed.', 'Nice swing'])
  const seen = (await maya.get(`/api/conversations/${talk}`)).json
  expect(seen.other).toMatchObject({ name: 'Anonymous', isGone: true })
  expect((await say(maya, talk, 'Are you there?')).json.code).toBe('person_gone')
  expect((await ask(product, maya, photo.files[0].url)).status).toBe(404)

  await leave(maya)
  const rest = await product.database.pool.query('select 1 from conversations where id = $1', [talk])
  expect(rest.rows).toEqual([])
})
