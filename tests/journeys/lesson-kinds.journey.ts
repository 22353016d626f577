import { newStudent } from './lesson-support.ts'
import {
  chooseTime,
  expect,
  expectAccessible,
  expectFitsBothWidths,
  hydrated,
  payByCard,
  scenario,
  signIn,
  test,
  toCheckout,
} from './support.ts'

test('three friends book Coach Maya for a group lesson, at the price of the group', async ({ page }) => {
  await newStudent(page.request)
  await page.goto(`/instructor/${scenario.maya.id}`)
  await hydrated(page)
  const panel = page.getByRole('region', { name: 'Book a lesson with Coach Maya' })
  const prices = panel.getByRole('region', { name: 'Price summary' })
  await expect(panel.getByRole('radio', { name: /Private lesson/ })).toBeChecked()
  await panel.getByRole('radio', { name: /Group of up to 4/ }).check()
  await expect(page).toHaveURL(/kind=group/)
  await expect(prices).toContainText('$140')
  await expectFitsBothWidths(page, 'kinds of lessons on a profile')

  await chooseTime(page)
  const checkout = await toCheckout(page)
  await expect(checkout.getByText('60-minute Group Lesson with Coach Maya')).toBeVisible()
  await payByCard(checkout)
  await checkout.waitForURL(/\/payment-success/)
  await expect(checkout.getByText('60-minute Group Lesson').first()).toBeVisible()
})

test('a lesson on the course has its own length, also in a link to it', async ({ page }) => {
  await page.goto(`/instructor/${scenario.maya.id}?kind=playing#instant-book-section`)
  await hydrated(page)
  const panel = page.getByRole('region', { name: 'Book a lesson with Coach Maya' })
  await expect(panel.getByRole('radio', { name: /On the course, 2.5 hours/ })).toBeChecked()
  await expect(panel.getByRole('region', { name: 'Price summary' })).toContainText('$300')
  await panel.getByRole('radio', { name: /Private lesson/ }).check()
  await expect(page).not.toHaveURL(/kind=/)
})

test('a coach says which lessons can be booked at open times', async ({ page }) => {
  await signIn(page, 'coach')
  await page.goto('/profile-edit')
  await hydrated(page)
  const section = page.getByRole('region', { name: 'Prices and lengths' })
  await expect(section.getByLabel('Groups book at my open times')).toBeChecked()
  await section.getByLabel('Booking a playing lesson').selectOption({ label: 'At my open times, 4 hours' })
  await expect(section.getByText('Students pay $480 for 4 hours.')).toBeVisible()
  await expectAccessible(page, 'prices and lengths')
  await section.getByLabel(/Playing lesson, an hour/).fill('')
  await expect(section.getByLabel('Booking a playing lesson')).toBeDisabled()
})
