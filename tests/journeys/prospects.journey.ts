import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, signIn, test } from './support.ts'

test('a prospect explores a coach’s dashboard, changes nothing, and requests the trial once [rows 101-105, D11, D12]', async ({
  page,
}) => {
  await signIn(page, 'prospect')
  await page.goto('/')
  await hydrated(page)
  const banner = page.getByRole('region', { name: 'Demo Mode' })
  await expect(banner).toContainText('Morgan Ellery in Savannah, GA')
  await expect(banner).toContainText('read-only')
  await expect(banner.getByText('Basic Lead Generation Plan')).toBeVisible()
  await expect(banner.getByText('Custom enterprise solutions')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.locator('#content[data-demo-page]')).toBeVisible()
  await expect(page.locator('#content')).toHaveCSS('border-top-width', '2px')
  await expectAccessible(page, 'the dashboard of the demo')
  await expectNoSidewaysScroll(page)
  // The other pages of the coach are outlined as well, the prospect's own account is not.
  const isOutlined = async (path: string) => {
    const answer = await page.request.get(path)
    expect([answer.status(), new URL(answer.url()).pathname]).toEqual([200, path])
    return (await answer.text()).includes('data-demo-page=""')
  }
  for (const path of ['/inbox', '/lessons', '/reviews', '/collaborate', '/availability', '/profile-edit'])
    expect(await isOutlined(path), path).toBe(true)
  expect(await isOutlined('/profile')).toBe(false)

  await banner.getByRole('button', { name: 'Start free trial' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start Your 30-Day Free Trial' })
  await expect(dialog.getByLabel('Full name')).toHaveValue('Jordan Ellis')
  await dialog.getByLabel('Phone').fill('(555) 123-456')
  await dialog.getByRole('button', { name: 'Start my free trial' }).click()
  await expect(dialog.getByText('Phone number must be at least 10 digits')).toBeVisible()
  await expectAccessible(page, 'the trial with a fault')
  await dialog.getByLabel('Phone').fill('(555) 123-4567')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/prospects/sendTrialInterest')) sent.push(request.url())
  })
  const thanks = page.getByRole('dialog', { name: 'Thank you, Jordan' })
  // The thanks close after some seconds, so the test looks while it clicks. The second press falls outside the
  // thanks, which are shorter than the form, and must not close them.
  await Promise.all([
    expect(thanks).toContainText(
      "Request Submitted! We'll contact you within 24 hours to discuss your free trial.",
    ),
    dialog.getByRole('button', { name: 'Start my free trial' }).dblclick(),
  ])
  expect(sent).toHaveLength(1)
  await page.keyboard.press('Escape')
  await expect(thanks).toBeHidden()
  await banner.getByRole('button', { name: 'Start free trial' }).click()
  await expect(dialog.getByLabel('Phone')).toHaveValue('')
})
