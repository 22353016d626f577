import { newStudent } from './lesson-support.ts'
import { chooseTime, expect, hydrated, scenario, test, toCheckout } from './support.ts'

test('a link leads to a lesson on the course, with its own length; three friends choose a group instead, at its price', async ({
  page,
}) => {
  await newStudent(page.request)
  await page.goto(`/instructor/${scenario.maya.id}?kind=playing#instant-book-section`)
  await hydrated(page)
  const panel = page.getByRole('region', { name: 'Book a lesson with Coach Maya' })
  const prices = panel.getByRole('region', { name: 'Price summary' })
  await expect(panel.getByRole('radio', { name: /On the course, 2.5 hours/ })).toBeChecked()
  await expect(prices).toContainText('$300')
  await panel.getByRole('radio', { name: /Private lesson/ }).check()
  await expect(page).not.toHaveURL(/kind=/)
  await panel.getByRole('radio', { name: /Group of up to 4/ }).check()
  await expect(page).toHaveURL(/kind=group/)
  await expect(prices).toContainText('$140')
  await chooseTime(page)
  const checkout = await toCheckout(page)
  await expect(checkout.getByText('60-minute Group Lesson with Coach Maya')).toBeVisible()
  await expect(checkout.getByRole('button', { name: 'Pay $140' })).toBeVisible()
})
