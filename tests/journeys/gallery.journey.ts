import { plainPhoto } from '../support/media.ts'
import { newCoach } from './coach-support.ts'
import { expect, expectNoSidewaysScroll, hydrated, test } from './support.ts'

test('a coach adds, describes, orders and removes pictures with only the keyboard; a removed picture’s URL is gone [D13, row 95]', async ({
  page,
}) => {
  await newCoach(page.request)
  await page.goto('/gallery')
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible()
  const tiles = page.getByRole('list', { name: 'Your pictures' }).getByRole('listitem')
  const chooser = page.getByLabel('Pictures to add')
  const photo = async (name: string) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(await plainPhoto('png', 900, 700)),
  })
  await chooser.setInputFiles([await photo('tee.png'), await photo('green.png')])
  const count = 2
  await expect(tiles).toHaveCount(count)
  await expectNoSidewaysScroll(page)

  // Two files at once, one of them odd: it is refused in a sentence, the other one comes.
  await chooser.setInputFiles([
    await photo('range.png'),
    { name: 'IMG_0042.HEIC', mimeType: 'image/heic', buffer: Buffer.from('heic') },
  ])
  await expect(page.getByText('This is an HEIC photo, which most browsers cannot show.')).toBeVisible()
  await expect(tiles).toHaveCount(count + 1)
  await page.getByRole('button', { name: 'Dismiss IMG_0042.HEIC' }).click()

  // What it shows, by keyboard.
  await page.getByRole('button', { name: `Describe Picture ${count + 1}` }).press('Enter')
  await page.getByLabel('What it shows').fill('The practice range at dusk')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  const handle = page.getByRole('button', { name: /^Move The practice range at dusk/ })
  await expect(handle).toBeVisible()

  // To the front, and one place back, each announced and kept.
  await handle.press('Home')
  await expect(
    page.getByText(`Picture moved to place 1 of ${count + 1}. It is now the cover.`),
  ).toBeAttached()
  await expect(handle).toBeFocused()
  await handle.press('ArrowRight')
  await expect(page.getByText(`Picture moved to place 2 of ${count + 1}.`)).toBeAttached()
  const order = () =>
    page.request.get('/api/coach/gallery').then(async (answer) => (await answer.json()).pictures)
  await expect.poll(async () => (await order())[1]?.alt).toBe('The practice range at dusk')
  const { url } = (await order())[1]
  expect((await page.request.get(url)).status()).toBe(200)

  await page.getByRole('button', { name: 'Remove The practice range at dusk' }).press('Enter')
  await page.getByRole('button', { name: 'Remove picture' }).press('Enter')
  await expect(tiles).toHaveCount(count)
  // The button that was pressed went with the picture.
  await expect(page.getByRole('button', { name: 'Add pictures' })).toBeFocused()
  expect((await page.request.get(url)).status()).toBe(404)
  expect((await page.request.get(url.replace(/[^/]+$/, '480.webp'))).status()).toBe(404)
})
