import { expect, hydrated, signIn, test } from './support.ts'

// The window that comes second is refused once.
test.use({ expectedErrors: [/409/] })

test('a coach edits the profile next to its preview, and two windows do not overwrite each other @only-phone [rows 95, 98]', async ({
  page,
}) => {
  await signIn(page, 'coach')
  await page.goto('/profile-edit')
  await hydrated(page)
  const name = page.getByLabel('Name', { exact: true })
  const before = await name.inputValue()

  // The preview follows what is typed, before anything is saved.
  const playing = page.getByLabel('Playing lesson, an hour')
  // Another than now, and than what this journey leaves behind at the other width.
  const rate = String(100 + ((Number(await playing.inputValue()) + 1) % 100))
  await playing.fill(rate)
  const preview = page.getByRole('tab', { name: 'Preview' })
  const isNarrow = await preview.isVisible()
  if (isNarrow) await preview.click()
  await page.getByRole('tab', { name: 'Profile', exact: true }).click()
  await expect(page.getByText(`Playing lessons on the course: $${rate} an hour, 2.5 hours.`)).toBeVisible()
  if (isNarrow) await page.getByRole('tab', { name: 'Edit', exact: true }).click()

  // A reload loses nothing, and leaving asks.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await hydrated(page)
  await expect(playing).toHaveValue(rate)

  // Another window saves something else meanwhile, which no other journey looks at.
  const { words, tag } = await (await page.request.get('/api/coach/profile')).json()
  const years = String(10 + (Number(words.years) % 40))
  const saved = await page.request.put('/api/coach/profile', {
    data: { basedOn: tag, words: { ...words, years } },
  })
  expect(saved.status(), await saved.text()).toBe(200)

  await page.getByRole('button', { name: 'Save profile' }).click()
  // Both ways on are where the person is, at the top and at the bottom of a long page.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(page.getByText('Your profile was changed in another window')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Keep what I changed' })).toBeInViewport()
  await expect(page.getByText('Changed there: Years of coaching')).toBeVisible()
  await expect(playing).toHaveValue(rate)
  await page.getByRole('button', { name: 'Keep what I changed' }).click()
  await expect(page.getByLabel('Years of coaching')).toHaveValue(years)
  await name.fill('')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(name).toBeFocused()
  await expect(page.getByText('Name is required').first()).toBeVisible()
  await name.fill(before)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save profile' })).toBeHidden()
})
