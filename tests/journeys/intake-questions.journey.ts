import type { APIRequestContext } from '@playwright/test'
import { pageOfAnother } from './browser-contexts.ts'
import { newCoach } from './coach-support.ts'
import { newStudent, payHeld } from './lesson-support.ts'
import {
  chooseTime,
  expect,
  expectAccessible,
  expectFitsBothWidths,
  expectNoSidewaysScroll,
  hydrated,
  settled,
  test,
  toCheckout,
} from './support.ts'

const handicap = 'What is your handicap?'
const injury = 'Is there an injury I should know about?'

test('a coach asks students questions, who answer them before they pay, and reads the answers with the lesson', async ({
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
  await expectNoSidewaysScroll(page)
  await save.click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await page.reload()
  await hydrated(page)
  await expect(section.getByLabel('Question 1', { exact: true })).toHaveValue(handicap)
  await expect(section.getByLabel('Must be answered (question 1)')).toBeChecked()

  const student = await pageOfAnother(browser)
  const { name } = await newStudent(student.request)
  await student.goto(`/instructor/${id}`)
  await hydrated(student)
  const [first, second] = [student.getByLabel(handicap), student.getByLabel(`${injury} (optional)`)] as const
  await expect(first).toBeVisible()
  await chooseTime(student)
  await student.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(first).toBeFocused()
  await expect(student.getByText('Please answer this question.')).toBeVisible()
  await settled(student)
  await expectFitsBothWidths(student, 'an answer is missing')
  await student.keyboard.type('About 18')
  await student.keyboard.press('Tab')
  await expect(second).toBeFocused()
  await student.keyboard.type('A stiff left shoulder')
  await student.reload()
  await hydrated(student)
  await expect(second).toHaveValue('A stiff left shoulder')
  await expect(first).toHaveValue('About 18')

  // The checkout is left, and what was typed comes back.
  await toCheckout(student)
  await student.goto(`/instructor/${id}?booking=${(await heldBy(student.request))?.id}`)
  await hydrated(student)
  await student.getByRole('button', { name: 'Cancel and release this time' }).click()
  await expect(first).toHaveValue('About 18')
  await expect(second).toHaveValue('A stiff left shoulder')

  await chooseTime(student)
  await toCheckout(student)
  const held = await heldBy(student.request)
  if (!held) return
  const bookingId = await payHeld(student.request, { bookingId: held.id, checkoutUrl: held.checkoutUrl })
  await student.goto(`/lessons?lesson=${bookingId}`)
  await expect(student.getByRole('dialog').getByText('A stiff left shoulder')).toBeVisible()

  await page.goto(`/lessons?lesson=${bookingId}`)
  const lesson = page.getByRole('dialog')
  await expect(lesson.getByRole('heading', { name: `${name} answered` })).toBeVisible()
  await expect(lesson.getByText(handicap)).toBeVisible()
  await expect(lesson.getByText('About 18')).toBeVisible()
  await expectFitsBothWidths(page, 'the answers of a student')
})

test('questions that change while a student chooses a time are shown at once, and what was typed stays', async ({
  page,
  browser,
}) => {
  const coach = await pageOfAnother(browser)
  const { id } = await newCoach(coach.request)
  const [first] = await askInstead(coach.request, [{ id: null, question: handicap, isRequired: true }])
  await newStudent(page.request)
  await page.goto(`/instructor/${id}`)
  await hydrated(page)
  await page.getByLabel(handicap).fill('About 18')
  await chooseTime(page)
  await askInstead(coach.request, [
    { id: first?.id ?? null, question: 'Your handicap or usual score?', isRequired: true },
    { id: null, question: injury, isRequired: true },
  ])
  await expect(page.getByText('has just changed these questions')).toBeVisible()
  await expect(page.getByLabel('Your handicap or usual score?')).toHaveValue('About 18')
  await expectAccessible(page, 'changed questions')
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByLabel(injury)).toBeFocused()
  await page.keyboard.type('None')
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect.poll(() => heldBy(page.request)).toBeTruthy()
  expect((await heldBy(page.request))?.answers).toEqual([
    { question: 'Your handicap or usual score?', answer: 'About 18' },
    { question: injury, answer: 'None' },
  ])
})

interface Held {
  id: string
  status: string
  checkoutUrl: string
  answers: { question: string; answer: string }[]
}

/** The lesson that a student holds at the moment. */
async function heldBy(request: APIRequestContext): Promise<Held | undefined> {
  const lessons: Held[] = await (await request.get('/api/bookings')).json()
  return lessons.find(({ status }) => status === 'pending')
}

/** Saves a coach's profile with other questions. */
async function askInstead(
  request: APIRequestContext,
  questions: { id: string | null; question: string; isRequired: boolean }[],
): Promise<{ id: string }[]> {
  const { words, tag } = await (await request.get('/api/coach/profile')).json()
  const saved = await request.put('/api/coach/profile', {
    data: { basedOn: tag, words: { ...words, questions } },
  })
  expect(saved.status(), await saved.text()).toBe(200)
  return (await saved.json()).profile.words.questions
}
