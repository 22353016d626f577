import { expect, test } from 'vitest'
import { readAgreedLesson } from './agreed-lesson.ts'

const whole = {
  conversation_id: '5b0c1a2e-0000-4000-8000-000000000001',
  duration_minutes: 90,
  lesson_title: 'Short game, twice',
  lesson_type: 'group',
  price: 120,
}

test('a package is read from the conversation’s data [row 65]', () => {
  expect(readAgreedLesson(whole)).toEqual({
    conversationId: whole.conversation_id,
    durationMinutes: 90,
    title: 'Short game, twice',
    lessonType: 'group',
    price: 120,
  })
})

test.each([
  ['nothing', undefined],
  ['a text', 'packageContext'],
  ['no conversation', { ...whole, conversation_id: undefined }],
  ['a conversation of nobody’s', { ...whole, conversation_id: "1' or '1'='1" }],
  ['no length', { ...whole, duration_minutes: 'long' }],
  ['a length no lesson has', { ...whole, duration_minutes: 1e9 }],
])('%s is not a package', (_, raw) => {
  expect(readAgreedLesson(raw)).toBeNull()
})

test('other invalid fields are dropped', () => {
  const odd = { ...whole, lesson_title: '  ', lesson_type: 'free', price: Number.NaN }
  expect(readAgreedLesson(odd)).toMatchObject({ title: null, lessonType: null, price: null })
})
