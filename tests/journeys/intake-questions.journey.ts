import type { APIRequestContext, Page } from '@playwright/test'
import { pageOfAnother } from './browser-contexts.ts'
import { newCoach } from './coach-support.ts'
import { newStudent, payHeld } from './lesson-support.ts'
import {
  chooseTime,
  expect,
  expectAccessible,
  expectFitsBothWidths,
  hydrated,
  settled,
  test,
  toCheckout,
} from './support.ts'

const handicap = 'What is your handicap?'
const injury = 'Is there an injury I should know about?'
const score = 'Your handicap or usual score?'
const words = 'I slice my driver. My son comes along to watch.'

test('a coach asks questions; a student answers them, also when they change, and writes a note; what was typed stays, and the coach reads it with the lesson', async ({
  page,
  browser,
}) => {
  const { id } = await newCoach(page.request)
  await page.goto('/profile-edit')
  await hydrated(page)
  const section = page.getByRole('region', { name: 'Questions for students' })
  await expect(section.getByText('You ask nothing at the moment.')).toBeVisible()
  // The sections above have their final height, so that the button stays where it is pressed.
  await expect(page.getByText('None yet. Reviews of lessons booked here appear automatically.')).toBeVisible()
  await expect(page.locator('form [aria-busy="true"]')).toHaveCount(0)
  const add = section.getByRole('button', { name: 'Add a question' })
  await add.click()
  await expect(section.getByLabel('Question 1', { exact: true })).toBeFocused()
  await page.keyboard.type('Do you bring your own clubs?')
  await add.click()
  await expect(section.getByLabel('Question 2', { exact: true })).toBeFocused()
  await page.keyboard.type(injury)
  await add.click()
  await expect(add).toHaveCount(0)
  await expect(section.getByText('You can ask three questions at most.')).toBeVisible()

  // The third is empty: saving says so at the field.
  const save = page.getByRole('button', { name: 'Save profile' })
  await save.click()
  await expect(section.getByLabel('Question 3', { exact: true })).toBeFocused()
  await expect(section.getByText('Write the question, or remove it')).toBeVisible()
  await expectFitsBothWidths(page, 'questions for students')
  await page.keyboard.type(handicap)
  await section.getByLabel('Must be answered (question 3)').check()
  await section.getByRole('button', { name: 'Move question 3 up' }).focus()
  await page.keyboard.press('Enter')
  await expect(section.getByRole('button', { name: 'Move question 2 up' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(section.getByLabel('Question 1', { exact: true })).toHaveValue(handicap)
  await expect(section.getByRole('button', { name: 'Move question 1 down' })).toBeFocused()
  await section.getByRole('button', { name: 'Remove question 2' }).click()
  await expect(section.getByLabel('Question 2', { exact: true })).toHaveValue(injury)
  await save.click()
  await expect(page.getByText('Profile saved')).toBeVisible()

  // A student answers, and writes a note. The coach changes the questions meanwhile.
  const student = await pageOfAnother(browser)
  const { name } = await newStudent(student.request)
  await student.goto(`/instructor/${id}`)
  await hydrated(student)
  await expect(student.getByLabel(`${injury} (optional)`)).toBeVisible()
  await student.getByLabel(handicap).fill('About 18')
  await student.getByRole('button', { name: 'Add a note for Coach Calendar' }).click()
  const note = student.getByLabel('Note for Coach Calendar')
  await expect(note).toBeFocused()
  await note.fill(words)
  await expect(student.getByText('47 / 500 characters')).toBeVisible()
  await chooseTime(student)
  await requireBoth(page.request)
  await expect(student.getByText('has just changed these questions')).toBeVisible()
  await expect(student.getByLabel(score)).toHaveValue('About 18')
  await student.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(student.getByLabel(injury)).toBeFocused()
  await expect(student.getByText('Please answer this question.')).toBeVisible()
  await settled(student)
  await expectFitsBothWidths(student, 'a note, changed questions, and an answer that is missing')
  await student.keyboard.type('A stiff left shoulder')

  // What was typed stays after a reload, and after a checkout that was left without paying.
  const expectKept = async (at: Page) => {
    await expect(at.getByLabel(score)).toHaveValue('About 18')
    await expect(at.getByLabel(injury)).toHaveValue('A stiff left shoulder')
    await expect(at.getByLabel('Note for Coach Calendar')).toHaveValue(words)
  }
  await student.reload()
  await hydrated(student)
  await expectKept(student)
  const checkout = await toCheckout(student)
  await checkout.getByRole('button', { name: 'Leave without paying' }).click()
  await checkout.waitForURL(/\/instructor\//)
  await checkout.getByRole('button', { name: 'Choose a time again' }).click()
  await expectKept(checkout)
  await chooseTime(checkout)
  const second = await toCheckout(checkout)
  const lessons: Held[] = await (await student.request.get('/api/bookings')).json()
  const held = lessons.find(({ status }) => status === 'pending')
  expect(held).toMatchObject({
    note: words,
    answers: [
      { question: score, answer: 'About 18' },
      { question: injury, answer: 'A stiff left shoulder' },
    ],
  })
  if (!held) return
  await Promise.all([second.close(), checkout.close()])
  await payHeld(student.request, { bookingId: held.id, checkoutUrl: held.checkoutUrl })

  // Both read them with the lesson; the student changes the note.
  await student.goto(`/lessons?lesson=${held.id}`)
  await hydrated(student)
  const lesson = student.getByRole('dialog')
  await expect(lesson.getByText('A stiff left shoulder')).toBeVisible()
  await expect(lesson.getByText(words)).toBeVisible()
  await lesson.getByRole('button', { name: 'Change the note' }).click()
  await expect(lesson.getByLabel('Note for Coach Calendar')).toBeFocused()
  await lesson.getByLabel('Note for Coach Calendar').fill('Only putting, please.')
  await expectFitsBothWidths(student, 'changing the note')
  await lesson.getByRole('button', { name: 'Save note' }).click()
  await expect(student.getByText('Note saved')).toBeVisible()
  await expect(lesson.getByText('Only putting, please.')).toBeVisible()
  await page.goto(`/lessons?lesson=${held.id}`)
  const taught = page.getByRole('dialog')
  await expect(taught.getByRole('heading', { name: `${name} answered` })).toBeVisible()
  await expect(taught.getByText(score)).toBeVisible()
  await expect(taught.getByText('About 18')).toBeVisible()
  await expect(taught.getByText('Only putting, please.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change the note' })).toHaveCount(0)
  await expectAccessible(page, 'the answers of a student')
})

interface Held {
  id: string
  status: string
  checkoutUrl: string
}

/** Rewords the first of a coach's two questions, and requires the second. */
async function requireBoth(request: APIRequestContext) {
  const { words: profile, tag } = await (await request.get('/api/coach/profile')).json()
  const [first, second] = profile.questions
  const questions = [
    { ...first, question: score },
    { ...second, isRequired: true },
  ]
  const saved = await request.put('/api/coach/profile', {
    data: { basedOn: tag, words: { ...profile, questions } },
  })
  expect(saved.status(), await saved.text()).toBe(200)
}
