import { DAY } from '#platform/duration.ts'
import { addDays, dateIn } from '#platform/time.ts'
import { cardAt } from '../support/now.ts'
import { pageOfAnother } from './browser-contexts.ts'
import { newCoach } from './coach-support.ts'
import { newStudent, someLetters } from './lesson-support.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, test } from './support.ts'

test('a coach publishes a clinic, a parent books two children and pays once, and the coach sees their names', {
  tag: '@phone',
}, async ({ page, browser }) => {
  const coach = await pageOfAnother(browser)
  const { id: coachId } = await newCoach(coach.request)
  const title = `Junior clinic ${someLetters()}`
  await coach.goto('/your-clinics')
  await hydrated(coach)
  await expect(coach.getByText('No clinics yet')).toBeVisible()
  await coach.getByRole('button', { name: 'Create a clinic' }).click()
  const form = coach.getByRole('dialog')
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expect(form.getByText('Enter a title')).toBeVisible()
  await form.getByLabel('Title', { exact: true }).fill(title)
  await form.getByLabel('Date 1', { exact: true }).fill(addDays(dateIn(Date.now(), 'UTC'), 20))
  await form.getByLabel('Price a seat').fill('40')
  await form.getByLabel('Seats', { exact: true }).fill('3')
  await expectAccessible(coach, 'the form of a clinic')
  await expectNoSidewaysScroll(coach)
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expect(coach.getByText('0 of 3 seats')).toBeVisible()
  await coach.getByRole('button', { name: 'Publish', exact: true }).click()
  await coach.getByRole('button', { name: 'Publish clinic' }).click()
  await expect(coach.getByText('Published', { exact: true })).toBeVisible()
  await expectAccessible(coach, 'the clinics of a coach')

  await newStudent(page.request)
  const children = [`Emma ${someLetters()}`, `Leo ${someLetters()}`]
  for (const name of children)
    await page.request.post('/api/me/golfers', {
      data: { name, relation: 'child', yearOfBirth: new Date().getUTCFullYear() - 9 },
    })
  await page.goto(`/instructor/${coachId}`)
  await hydrated(page)
  await page.getByRole('link', { name: new RegExp(title) }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('3 seats left')).toBeVisible()
  await page.getByRole('button', { name: 'Book seats' }).click()
  await expect(page.getByText('Choose who takes part')).toBeVisible()
  for (const name of children) await page.getByLabel(name).check()
  await expectAccessible(page, 'a clinic')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Pay $80 for 2 seats' }).click()
  await page.waitForURL(/\/checkout\//)
  const session = new URL(page.url()).pathname.split('/').at(-1)
  const paid = await page.request.post(`/api/test-checkouts/${session}/payments`, {
    data: cardAt(Date.now()),
  })
  expect(paid.ok()).toBe(true)
  await expect
    .poll(async () => {
      const lessons = await (await page.request.get('/api/bookings')).json()
      return lessons.filter(({ status }: { status: string }) => status === 'confirmed').length
    })
    .toBe(2)
  const receipt = await (await page.request.get(`/api/checkouts/${session}`)).json()
  expect(receipt.amountCents).toBe(8_000)

  await coach.goto('/your-clinics')
  await hydrated(coach)
  await expect(coach.getByText('2 of 3 seats')).toBeVisible()
  await coach.getByRole('button', { name: 'Participants' }).click()
  for (const name of children) await expect(coach.getByRole('dialog').getByText(name)).toBeVisible()
  await expectAccessible(coach, 'the participants of a clinic')
  await coach.goto(`/schedule?view=agenda&date=${dateIn(Date.now() + 19 * DAY, 'UTC')}`)
  await expect(coach.getByRole('link', { name: new RegExp(`Clinic: ${title}, 2 of 3 seats`) })).toBeVisible()
})
