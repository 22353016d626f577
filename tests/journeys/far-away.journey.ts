import { newCoach } from './coach-support.ts'
import {
  chooseTime,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  scenario,
  signIn,
  test,
} from './support.ts'

test.describe('a golfer in Tokyo looks for a time in New York', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('each time also shows the golfer’s local time and day [rows 55, 58]', { tag: '@only-phone' }, async ({
    page,
    request,
  }) => {
    // The coach's day ends at five, so the first open day is not limited to an evening.
    const { id } = await newCoach(request)
    await page.goto(`/instructor/${id}`)
    await hydrated(page)
    const panel = page.locator('#instant-book-section')
    await panel.scrollIntoViewIfNeeded()
    // New York is 13 or 14 hours behind: its mornings are late evenings in Tokyo, and the rest of its day is
    // the next day there.
    const times = panel.getByRole('radio', { name: /[AP]M/ })
    await expect(times.first()).toBeVisible()
    const names = await times.evaluateAll((all) =>
      all.map((one) => one.closest('label')?.textContent?.replace(/\s+/g, ' ') ?? ''),
    )
    for (const name of names) expect(name).toMatch(/^\d+:\d\d [AP]M ?to \d+:\d\d [AP]M ?.*your time$/)
    const afternoon = names.filter((name) => /^[1-5]:\d\d PM/.test(name))
    expect(afternoon.length).toBeGreaterThan(0)
    for (const name of afternoon) expect(name).toMatch(/(Sun|Mon|Tue|Wed|Thu|Fri|Sat) \d+:\d\d AM your time$/)
    await expect(panel.getByText(/Times in E[SD]T, yours in (JST|GMT\+9) below/)).toBeVisible()
    await expectAccessible(page, 'times in two zones')
    await expectNoSidewaysScroll(page)
  })
})

test('a demo booking is offered only to demo users, and confirmed at once without payment [row 72]', async ({
  page,
}) => {
  const asVisitor = await page.request.get(`/instructor/${scenario.casey.id}`)
  expect(await asVisitor.text()).toContain('Message to request a time')
  await signIn(page, 'student')
  await page.goto(`/instant-book/${scenario.casey.id}`)
  await hydrated(page)
  await page.getByLabel('What is your handicap?').fill('About 20')
  await chooseTime(page)
  await expect(
    page.getByText('This is a demo: the lesson is booked right away, and no card is charged.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await page.waitForURL(/\/payment-(success|confirmation)/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/booked|is confirmed/i)
})

test('a coach reads the cost of an exit offer and opts in', async ({ page }) => {
  await newCoach(page.request)
  await page.goto('/payment-settings')
  await hydrated(page)
  const choice = page.getByRole('switch', { name: 'I take part in exit offers' })
  await expect(page.getByText(/An hour of yours at \$80 would cost that student \$60, and/)).toBeVisible()
  await expect(choice, 'nobody does unasked').not.toBeChecked()
  await choice.click()
  await expect(page.getByText('You take part in exit offers')).toBeVisible()
  await page.reload()
  await hydrated(page)
  await expect(choice).toBeChecked()
  await choice.click()
  await expect(page.getByText('You no longer take part in exit offers')).toBeVisible()
  await expect(choice).not.toBeChecked()
})
