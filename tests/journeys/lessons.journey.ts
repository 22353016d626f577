import { HOUR } from '#platform/duration.ts'
import { bookWithMaya, letItPass, mayasPage, newStudent, soonestTime } from './lesson-support.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  isPhone,
  scenario,
  signIn,
  test,
} from './support.ts'

test.describe.configure({ mode: 'parallel' })
test.use({ expectedErrors: [/40[49]/] })

test('a student sees the refund to the cent before canceling, and the coach sees it at once [row 61]', {
  tag: '@only-phone',
}, async ({ page, browser }) => {
  await newStudent(page.request)
  const id = await bookWithMaya(page.request)
  const coach = await mayasPage(browser)
  await coach.goto(`/lessons?lesson=${id}`)
  await expect(coach.getByRole('dialog').getByText('Confirmed')).toBeVisible()

  await page.goto('/lessons')
  await hydrated(page)
  await expectAccessible(page, 'lessons with actions')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: /^Change/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel the lesson' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this lesson?' })
  await expect(dialog.getByRole('status')).toContainText('$85 of $85')
  await expect(dialog.getByText(/^Free cancellation until \w+, \w+ \d+, \d+:\d\d [AP]M E[SD]T/)).toBeVisible()
  await expect(dialog.getByText(/^50% refund until \w+, \w+ \d+, \d+:\d\d [AP]M E[SD]T/)).toBeVisible()
  await expectAccessible(page, 'cancel dialog')

  // Closed with the back button and reopened: the input is kept.
  await dialog.getByLabel('Message to Coach Maya').fill('My knee says no.')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goForward()
  await expect(dialog.getByLabel('Message to Coach Maya')).toHaveValue('My knee says no.')
  await dialog.getByRole('button', { name: 'Cancel and get $85 back' }).dblclick()
  await expect(page.getByText('Lesson cancelled')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('link', { name: /^Cancelled/ }).click()
  await expect(page.getByText(/You cancelled it: “My knee says no.”/)).toBeVisible()
  // The processor sends the event, and retries after a minute if the delivery failed.
  await expect(page.getByText('Refunded')).toBeVisible({ timeout: 75_000 })

  await expect(coach.getByRole('dialog').getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(coach.getByRole('dialog')).toContainText('“My knee says no.”')
  await expect(coach.getByRole('dialog')).toContainText(/Refund (to the student|sent to the student’s card)/)
  await expectAccessible(coach, 'details of a cancelled lesson')
})

test('a lesson canceled in another tab says so instead of being canceled twice', async ({
  page,
  context,
}) => {
  await newStudent(page.request)
  const id = await bookWithMaya(page.request)
  await page.goto(`/lessons?lesson=${id}&do=cancel`)
  const dialog = page.getByRole('dialog', { name: 'Cancel this lesson?' })
  await expect(dialog.getByRole('button', { name: 'Cancel and get $85 back' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(`/lessons?lesson=${id}&do=cancel`)
  await other.getByRole('button', { name: 'Cancel and get $85 back' }).click()
  await expect(other.getByText('Lesson cancelled')).toBeVisible()
  await expect(dialog.getByText('This lesson is cancelled already.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /and get/ })).toHaveCount(0)
  const timeline = await (await page.request.get(`/api/bookings/${id}/timeline`)).json()
  expect(timeline.filter((item: { kind: string }) => /^refund/.test(item.kind))).toHaveLength(1)
})

test('a student moves a lesson; a time taken meanwhile offers the nearest three; the coach sees the new time [row 61]', async ({
  page,
  browser,
  playwright,
  baseURL,
}) => {
  await newStudent(page.request)
  const id = await bookWithMaya(page.request)
  const coach = await mayasPage(browser)
  await coach.goto(`/lessons?lesson=${id}`)
  await hydrated(coach)
  await expect(coach.getByRole('dialog').getByText('Confirmed')).toBeVisible()

  await page.goto(`/lessons?lesson=${id}&do=move`)
  const dialog = page.getByRole('dialog', { name: 'Move this lesson' })
  await expect(dialog.getByText('Nothing is paid again.')).toBeVisible()
  await expect(dialog.getByText(/You can move it until \w+, \w+ \d+, \d+:\d\d [AP]M E[SD]T/)).toBeVisible()
  const times = dialog.getByRole('radio', { name: /[AP]M/ })
  await expect(times.first()).toBeVisible()
  await expectAccessible(page, 'move dialog')
  // Chooses a time that another student can also book: neither next to the lesson itself nor close to the end
  // of the notice period. The two widths start at different ends of the day.
  const own = Date.parse((await (await page.request.get(`/api/bookings/${id}`)).json()).start)
  const offered = await times.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value')))
  const apart = offered.filter((value) => {
    const at = Date.parse(value ?? '')
    return Math.abs(at - own) >= 2 * HOUR && at > Date.now() + 25 * HOUR
  })
  const start = (apart.length > 0 ? apart : offered).at(isPhone(page) ? -1 : 0)
  await dialog.locator(`input[value="${start}"]`).check()
  await expect(dialog.getByRole('button', { name: /^Move to/ })).toBeEnabled()

  const rival = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await newStudent(rival)
  // If another journey has just booked it, it is taken as well.
  await bookWithMaya(rival, start ?? '').catch(() => undefined)
  await rival.dispose()
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('Someone just booked')
  await expect(alert.getByRole('button')).toHaveCount(3)
  await alert.getByRole('button').first().click()
  await dialog.getByRole('button', { name: /^Move to/ }).click()
  await expect(page.getByText('Lesson moved')).toBeVisible()
  await expect(page.getByText(/You moved it from/)).toBeVisible()
  await expect(coach.getByRole('dialog').getByText(/moved it from/)).toBeVisible()
  const timeline = await (await page.request.get(`/api/bookings/${id}/timeline`)).json()
  expect(timeline.filter((item: { kind: string }) => item.kind === 'paid')).toHaveLength(1)
})

test('a student finds the receipt; the coach sees paid, fee and share, and cancels with a reason; the student gets three new times [row 73]', async ({
  page,
  browser,
}) => {
  const { name } = await newStudent(page.request)
  const id = await bookWithMaya(page.request)
  await page.goto(`/lessons?lesson=${id}`)
  const details = page.getByRole('dialog')
  await expect(details.getByText('You paid')).toBeVisible()
  await details.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'If plans change' })).toBeVisible()
  await page.getByRole('link', { name: /move the lesson/i }).click()
  await expect(page.getByRole('dialog', { name: 'Move this lesson' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('article')).toHaveCount(1)

  const coach = await mayasPage(browser)
  await coach.goto(`/lessons?lesson=${id}`)
  for (const line of ['The student paid', 'Greenside’s fee, 10%', 'Your share, held until after the lesson'])
    await expect(coach.getByRole('dialog').getByText(line)).toBeVisible()
  await expect(coach.getByRole('dialog')).toContainText('$76.50')
  await expectAccessible(coach, 'details with money')
  await coach.goto(`/lessons?lesson=${id}&do=cancel`)
  const dialog = coach.getByRole('dialog', { name: `Cancel ${name}’s lesson?` })
  await expect(dialog).toContainText('$85 of $85')
  await dialog.getByRole('button', { name: 'Cancel the lesson' }).click()
  await expect(dialog.getByText('Please say why in a few words')).toBeVisible()
  await expect(dialog.getByLabel(`What should ${name} know?`)).toBeFocused()
  await expectAccessible(coach, 'cancelling coach')
  await dialog
    .getByLabel(`What should ${name} know?`)
    .fill('The range floods every November, and this is it.')
  await dialog.getByRole('button', { name: 'Cancel the lesson' }).click()
  await expect(coach.getByText('Lesson cancelled')).toBeVisible()

  // The open page is updated: a canceled lesson is no longer upcoming.
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('link', { name: /^Cancelled/ }).click()
  await expect(page.getByText(/Coach Maya cancelled it: “The range floods every November/)).toBeVisible()
  await expect(page.getByText('The nearest open times of Coach Maya')).toBeVisible()
  const offered = page.getByRole('link', { name: /\d+:\d\d [AP]M E[SD]T/ })
  await expect(offered).toHaveCount(3)
  await offered.first().click()
  await expect(page.getByRole('heading', { level: 1, name: scenario.maya.name })).toBeVisible()
  await expect(page.locator('#instant-book-section input[name="time-slot"]:checked')).toHaveCount(1)
})

test('the coach records a no-show; the student sees it and is not asked for a review', async ({
  page,
  browser,
}) => {
  const { name } = await newStudent(page.request)
  const id = await bookWithMaya(page.request)
  await letItPass(id)
  const coach = await mayasPage(browser)
  await coach.goto(`/lessons?lesson=${id}&do=complete`)
  const dialog = coach.getByRole('dialog', { name: 'How did it go?' })
  await dialog.getByLabel(`${name} did not come`).check()
  await expectAccessible(coach, 'completing a lesson')
  await dialog.getByRole('button', { name: 'Mark as no-show' }).click()
  await expect(coach.getByText('Marked as a no-show')).toBeVisible()
  await page.goto('/lessons?when=past')
  await hydrated(page)
  await expect(page.getByText(/Coach Maya marked this lesson as a no-show/)).toBeVisible()
  await expect(page.getByRole('button', { name: /Write a review/ })).toHaveCount(0)
  await page.goto(`/lessons?lesson=${id}&do=review`)
  await expect(page.getByRole('dialog')).toContainText('Only a lesson that took place can be reviewed.')
})

test('a student reports a problem: missing fields are named, typed text is kept, its status is shown [row 123]', async ({
  page,
  browser,
}) => {
  await newStudent(page.request)
  const id = await bookWithMaya(page.request)
  await letItPass(id)
  await page.goto('/lessons?when=past')
  await hydrated(page)
  await page.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Report a problem' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  await dialog.getByRole('button', { name: 'Send the report' }).click()
  await expect(dialog.getByText('Please choose what went wrong')).toBeVisible()
  await expect(dialog.getByText('Please tell us what happened')).toBeVisible()
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await expectAccessible(page, 'report dialog')
  await dialog.getByLabel('The lesson was not as described').check()
  await dialog.getByLabel('What happened?').fill('We began half an hour late.')
  await page.reload()
  await expect(dialog.getByLabel('What happened?')).toHaveValue('We began half an hour late.')
  await dialog.getByLabel('Amount in question').fill('about forty')
  await dialog.getByRole('button', { name: 'Send the report' }).click()
  await expect(dialog.getByText('Please enter an amount')).toBeVisible()
  await dialog.getByLabel('Amount in question').fill('900')
  await dialog.getByRole('button', { name: 'Send the report' }).click()
  await expect(dialog.getByText('At most $85: what you paid and did not get back')).toBeVisible()
  await dialog.getByLabel('Amount in question').fill('42.50')
  await dialog.getByRole('button', { name: 'Send the report' }).dblclick()
  await expect(page.getByText('Thank you for telling us')).toBeVisible()
  await expect(page.getByText('Problem: pending')).toBeVisible()
  await page.goto(`/lessons?lesson=${id}`)
  await expect(page.getByRole('dialog')).toContainText('The lesson was not as described · $42.50')
  await expect(page.getByRole('dialog')).toContainText('We began half an hour late.')
  await page.goto(`/lessons?lesson=${id}&do=report`)
  await expect(page.getByRole('dialog')).toContainText(
    'You have reported a problem with this lesson already.',
  )

  const coach = await mayasPage(browser)
  await coach.goto(`/lessons?lesson=${id}`)
  await expect(coach.getByRole('dialog')).toContainText('Your share is held until it is settled.')
  await expect(coach.getByRole('dialog')).toContainText('We began half an hour late.')
})

test('a review is pending until the coach writes a note, then appears on the profile with the coach’s reply [row 49]', async ({
  page,
  browser,
}) => {
  const { name } = await newStudent(page.request)
  const id = await bookWithMaya(page.request)
  await letItPass(id)
  const coach = await mayasPage(browser)
  await coach.goto('/lessons?when=past')
  await hydrated(coach)
  await coach
    .getByRole('button', { name: /^How did it go/ })
    .first()
    .waitFor()
  await coach.goto(`/lessons?lesson=${id}&do=complete`)
  await coach.getByRole('dialog').getByRole('button', { name: 'Mark as taught' }).click()
  await expect(coach.getByText('Lesson completed')).toBeVisible()

  await page.goto('/lessons?when=past')
  await hydrated(page)
  await page.getByRole('button', { name: /^Write a review/ }).click()
  const dialog = page.getByRole('dialog', { name: 'How was your lesson?' })
  await dialog.getByRole('button', { name: 'Send the review' }).click()
  await expect(dialog.getByText('Please choose 1 to 5 stars')).toBeVisible()
  await dialog.getByRole('radio', { name: '4 stars: Good' }).check()
  const words = `Straighter by a fairway, and ${name} laughs at bunkers now.`
  await dialog.getByLabel('What should other golfers know?').fill(words)
  await expectAccessible(page, 'review dialog')
  await dialog.getByRole('button', { name: 'Send the review' }).click()
  await expect(page.getByText('Thank you for your review')).toBeVisible()

  const published = async () =>
    await (await page.request.get(`/api/coaches/${scenario.maya.id}/reviews?limit=50`)).text()
  expect(await published()).not.toContain(words)
  await coach.goto('/reviews')
  await hydrated(coach)
  await expect(coach.getByText('Review waiting').first()).toBeVisible()
  await expect(coach.getByText(words)).toHaveCount(0)
  await expectAccessible(coach, 'reviews')
  await expectNoSidewaysScroll(coach)
  await coach.getByRole('button', { name: `Write to ${name}` }).click()
  const note = coach.getByRole('dialog', { name: `Write to ${name}` })
  await note.getByLabel('Your note').fill('Ten minutes of the gate drill a day.')
  await expectAccessible(coach, 'note dialog')
  await note.getByRole('button', { name: 'Send the note' }).click()
  await expect(coach.getByText(`Sent to ${name}`)).toBeVisible()
  await expect(coach.getByText(words)).toBeVisible()
  await coach.getByRole('button', { name: `Reply to ${name}` }).click()
  await coach.getByLabel(`Your reply to ${name}`).fill('The bunkers will miss you.')
  await coach.getByRole('button', { name: 'Publish the reply' }).click()
  await expect(coach.getByText('Reply published')).toBeVisible()

  expect(await published()).toContain(words)
  await page.goto(`/lessons?lesson=${id}`)
  await expect(page.getByRole('dialog')).toContainText('Ten minutes of the gate drill a day.')
  await expect(page.getByRole('dialog')).toContainText('The bunkers will miss you.')
  await page.goto(`/instructor/${scenario.maya.id}`)
  const review = page.getByRole('listitem').filter({ hasText: words })
  await expect(review).toContainText('The bunkers will miss you.')
})

test('another person’s lesson is not found', async ({ page }) => {
  await newStudent(page.request)
  await page.goto(`/lessons?lesson=00000000-0000-4000-8000-000000000001`)
  await expect(page.getByRole('dialog')).toContainText('There is no such booking.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/lessons$/)
})

test('a student cancels with only the keyboard', async ({ page }) => {
  await newStudent(page.request)
  await bookWithMaya(page.request)
  await page.goto('/lessons')
  await hydrated(page)
  const change = page.getByRole('button', { name: /^Change/ })
  // A pointer over the menu may move the focus away from the first entry; it is enough that the focus is
  // within the menu.
  const menuHasKeys = () => expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1)
  await change.focus()
  await page.keyboard.press('Enter')
  await menuHasKeys()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Cancel the lesson' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cancel this lesson?' })
  const confirm = dialog.getByRole('button', { name: 'Cancel and get $85 back' })
  await expect(confirm).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(change).toBeFocused()
  await page.keyboard.press('Enter')
  await menuHasKeys()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Cancel the lesson' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(confirm).toBeVisible()
  for (let stops = 0; stops < 12; stops++) {
    if (await confirm.evaluate((node) => node === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(confirm).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Lesson cancelled')).toBeVisible()
  await page.getByRole('link', { name: /^Cancelled/ }).click()
  await expect(page.getByText(/You cancelled it/)).toBeVisible()
})

test('on a phone the next lesson comes before packages, waiting lists and later lessons', {
  tag: '@only-phone',
}, async ({ page }) => {
  await signIn(page, 'student')
  await page.goto('/lessons')
  await hydrated(page)
  const next = page.getByRole('region', { name: 'Upcoming lessons' }).getByRole('article')
  await expect(next).toHaveCount(1)
  const bottomOfNext = (await next.boundingBox().then((box) => box && box.y + box.height)) ?? Number.NaN
  const others = page
    .getByRole('region', { name: 'Packages' })
    .or(page.getByRole('region', { name: 'Later lessons' }))
  await expect(others.first()).toBeVisible()
  for (const other of await others.all())
    expect((await other.boundingBox())?.y).toBeGreaterThanOrEqual(bottomOfNext)
})

test('a time that could not be released says so, and is released with the next press', async ({ page }) => {
  await newStudent(page.request)
  const held = await page.request.post('/api/bookings', {
    data: {
      instructorId: scenario.maya.id,
      start: await soonestTime(page.request),
      durationMinutes: 60,
      golferId: null,
    },
  })
  expect(held.status(), await held.text()).toBe(201)
  let isRefused = false
  await page.route('**/rpc/checkout/release', async (route) => {
    if (isRefused) return await route.continue()
    isRefused = true
    await route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({
        json: { defined: false, code: 'conflict', status: 409, message: 'Please try again in a moment.' },
      }),
    })
  })
  await page.goto(`/lessons?lesson=${(await held.json()).bookingId}&do=release`)
  await hydrated(page)
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Release it' }).click()
  await expect(dialog.getByText('Please try again in a moment.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Release it' }).click()
  await expect(page.getByText('The time is free again')).toBeVisible()
})
