import { HOUR } from '#platform/duration.ts'
import { bookWithMaya, letItPass, mayasPage, newStudent, soonestTime } from './lesson-support.ts'
import {
  expect,
  expectAccessible,
  expectFitsBothWidths,
  hydrated,
  scenario,
  signIn,
  test,
} from './support.ts'

test.describe.configure({ mode: 'parallel' })
test.use({ expectedErrors: [/40[49]/] })

test('a student sees the refund to the cent, steps back from canceling, and cancels with the keyboard; the other tab and the coach see it at once [row 61]', async ({
  page,
  context,
  browser,
}) => {
  await newStudent(page.request)
  const id = await bookWithMaya(page.request)
  const coach = await mayasPage(browser)
  await coach.goto(`/lessons?lesson=${id}`)
  await expect(coach.getByRole('dialog').getByText('Confirmed')).toBeVisible()

  await page.goto('/lessons')
  await hydrated(page)
  await page.getByRole('button', { name: /^Details/ }).click()
  await expect(page).toHaveURL(new RegExp(`lesson=${id}`))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Change/ })
    .click()
  await page.getByRole('menuitem', { name: 'Cancel the lesson' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this lesson?' })
  await expect(dialog.getByRole('status')).toContainText('$85 of $85')
  await expect(dialog.getByText(/^Free cancellation until \w+, \w+ \d+, \d+:\d\d [AP]M E[SD]T/)).toBeVisible()
  await expect(dialog.getByText(/^50% refund until \w+, \w+ \d+, \d+:\d\d [AP]M E[SD]T/)).toBeVisible()
  await expectFitsBothWidths(page, 'cancel dialog')

  // Back closes one layer at a time, and the input is kept.
  const message = dialog.getByLabel('Message to Coach Maya')
  await message.fill('My knee says no.')
  await page.goBack()
  await expect(page).toHaveURL((url) => url.searchParams.has('lesson') && !url.searchParams.has('do'))
  await page.goForward()
  await expect(message).toHaveValue('My knee says no.')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/lessons$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // From the list, with the keyboard.
  const change = page.getByRole('button', { name: /^Change/ })
  const confirm = dialog.getByRole('button', { name: 'Cancel and get $85 back' })
  const openWithKeys = async () => {
    await page.keyboard.press('Enter')
    // A pointer over the menu may move the focus away from the first entry; it is enough that the focus is
    // within the menu.
    await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1)
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Cancel the lesson' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(confirm).toBeVisible()
  }
  await change.focus()
  await openWithKeys()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(change).toBeFocused()
  const other = await context.newPage()
  await other.goto(`/lessons?lesson=${id}&do=cancel`)
  const sameDialog = other.getByRole('dialog', { name: 'Cancel this lesson?' })
  await expect(sameDialog.getByRole('button', { name: 'Cancel and get $85 back' })).toBeVisible()
  await page.bringToFront()
  await openWithKeys()
  await expect(message).toHaveValue('My knee says no.')
  for (let stops = 0; stops < 12; stops++) {
    if (await confirm.evaluate((node) => node === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(confirm).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Lesson cancelled')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('link', { name: /^Cancelled/ }).click()
  await expect(page.getByText(/You cancelled it: “My knee says no.”/)).toBeVisible()
  // The processor sends the event, and retries after a minute if the delivery failed.
  await expect(page.getByText('Refunded')).toBeVisible({ timeout: 75_000 })

  await expect(sameDialog.getByText('This lesson is cancelled already.')).toBeVisible()
  await expect(sameDialog.getByRole('button', { name: /and get/ })).toHaveCount(0)
  const seen = coach.getByRole('dialog')
  await expect(seen.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(seen).toContainText('“My knee says no.”')
  await expect(seen).toContainText(/Refund (to the student|sent to the student’s card)/)
  const timeline = await (await page.request.get(`/api/bookings/${id}/timeline`)).json()
  expect(timeline.filter((item: { kind: string }) => /^refund/.test(item.kind))).toHaveLength(1)
})

test('a student moves a lesson from its receipt, past a time taken meanwhile; the coach sees it with paid, fee and share, and cancels with a reason; the student gets three new times [rows 61, 73]', async ({
  page,
  browser,
  playwright,
  baseURL,
}) => {
  const { name } = await newStudent(page.request)
  const id = await bookWithMaya(page.request)
  const coach = await mayasPage(browser)
  await coach.goto(`/lessons?lesson=${id}`)
  for (const line of ['The student paid', 'Greenside’s fee, 10%', 'Your share, held until after the lesson'])
    await expect(coach.getByRole('dialog').getByText(line)).toBeVisible()
  await expect(coach.getByRole('dialog')).toContainText('$76.50')
  await expectAccessible(coach, 'details with money')

  await page.goto(`/lessons?lesson=${id}`)
  await expect(page.getByRole('dialog').getByText('You paid')).toBeVisible()
  await page.getByRole('dialog').getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'If plans change' })).toBeVisible()
  await page.getByRole('link', { name: /move the lesson/i }).click()
  const moving = page.getByRole('dialog', { name: 'Move this lesson' })
  await expect(moving.getByText('Nothing is paid again.')).toBeVisible()
  await expect(moving.getByText(/You can move it until \w+, \w+ \d+, \d+:\d\d [AP]M E[SD]T/)).toBeVisible()
  const times = moving.getByRole('radio', { name: /[AP]M/ })
  await expect(times.first()).toBeVisible()
  await expectAccessible(page, 'move dialog')
  // Chooses a time that another student can also book: neither next to the lesson itself nor close to the end
  // of the notice period.
  const own = Date.parse((await (await page.request.get(`/api/bookings/${id}`)).json()).start)
  const offered = await times.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value')))
  const apart = offered.filter((value) => {
    const at = Date.parse(value ?? '')
    return Math.abs(at - own) >= 2 * HOUR && at > Date.now() + 25 * HOUR
  })
  const start = (apart.length > 0 ? apart : offered)[0]
  await moving.locator(`input[value="${start}"]`).check()
  await expect(moving.getByRole('button', { name: /^Move to/ })).toBeEnabled()
  const rival = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await newStudent(rival)
  // If another journey has just booked it, it is taken as well.
  await bookWithMaya(rival, start ?? '').catch(() => undefined)
  await rival.dispose()
  const alert = moving.getByRole('alert')
  await expect(alert).toContainText('Someone just booked')
  await expect(alert.getByRole('button')).toHaveCount(3)
  await alert.getByRole('button').first().click()
  await moving.getByRole('button', { name: /^Move to/ }).click()
  await expect(page.getByText('Lesson moved')).toBeVisible()
  await expect(page.getByText(/You moved it from/)).toBeVisible()
  const timeline = await (await page.request.get(`/api/bookings/${id}/timeline`)).json()
  expect(timeline.filter((item: { kind: string }) => item.kind === 'paid')).toHaveLength(1)

  await expect(coach.getByRole('dialog').getByText(/moved it from/)).toBeVisible()
  await coach
    .getByRole('dialog')
    .getByRole('button', { name: /^Change/ })
    .click()
  await coach.getByRole('menuitem', { name: 'Cancel the lesson' }).click()
  const dialog = coach.getByRole('dialog', { name: `Cancel ${name}’s lesson?` })
  await expect(dialog).toContainText('$85 of $85')
  await dialog.getByRole('button', { name: 'Cancel the lesson' }).click()
  await expect(dialog.getByText('Please say why in a few words')).toBeVisible()
  const reason = dialog.getByLabel(`What should ${name} know?`)
  await expect(reason).toBeFocused()
  await expectAccessible(coach, 'cancelling coach')
  await reason.fill('The range floods every November, and this is it.')
  await dialog.getByRole('button', { name: 'Cancel the lesson' }).click()
  await expect(coach.getByText('Lesson cancelled')).toBeVisible()

  // The open page is updated: a canceled lesson is no longer upcoming.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('link', { name: /^Cancelled/ }).click()
  await expect(page.getByText(/Coach Maya cancelled it: “The range floods every November/)).toBeVisible()
  await expect(page.getByText('The nearest open times of Coach Maya')).toBeVisible()
  const open = page.getByRole('link', { name: /\d+:\d\d [AP]M E[SD]T/ })
  await expect(open).toHaveCount(3)
  await open.first().click()
  await expect(page.getByRole('heading', { level: 1, name: scenario.maya.name })).toBeVisible()
  await expect(page.locator('#instant-book-section input[name="time-slot"]:checked')).toHaveCount(1)
})

test('the coach records a no-show, which cannot be reviewed; the student reports a problem: missing fields are named, typed text is kept, its status is shown [row 123]', async ({
  page,
  browser,
}) => {
  const { name } = await newStudent(page.request)
  const id = await bookWithMaya(page.request)
  await letItPass(id)
  const coach = await mayasPage(browser)
  await coach.goto(`/lessons?lesson=${id}&do=complete`)
  const outcome = coach.getByRole('dialog', { name: 'How did it go?' })
  await outcome.getByLabel(`${name} did not come`).check()
  await expectAccessible(coach, 'completing a lesson')
  await outcome.getByRole('button', { name: 'Mark as no-show' }).click()
  await expect(coach.getByText('Marked as a no-show')).toBeVisible()

  await page.goto(`/lessons?when=past&lesson=${id}&do=review`)
  await expect(page.getByRole('dialog')).toContainText('Only a lesson that took place can be reviewed.')
  await hydrated(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText(/Coach Maya marked this lesson as a no-show/)).toBeVisible()
  await expect(page.getByRole('button', { name: /Write a review/ })).toHaveCount(0)
  await page.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Report a problem' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  const send = dialog.getByRole('button', { name: 'Send the report' })
  await send.click()
  await expect(dialog.getByText('Please choose what went wrong')).toBeVisible()
  await expect(dialog.getByText('Please tell us what happened')).toBeVisible()
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await expectAccessible(page, 'report dialog')
  await dialog.getByLabel('The lesson was not as described').check()
  await dialog.getByLabel('What happened?').fill('We began half an hour late.')
  await page.reload()
  await expect(dialog.getByLabel('What happened?')).toHaveValue('We began half an hour late.')
  await hydrated(page)
  await dialog.getByLabel('Amount in question').fill('about forty')
  await send.click()
  await expect(dialog.getByText('Please enter an amount')).toBeVisible()
  await dialog.getByLabel('Amount in question').fill('900')
  await send.click()
  await expect(dialog.getByText('At most $85: what you paid and did not get back')).toBeVisible()
  await dialog.getByLabel('Amount in question').fill('42.50')
  await send.dblclick()
  await expect(page.getByText('Thank you for telling us')).toBeVisible()
  await expect(page.getByText('Problem: pending')).toBeVisible()
  await page.goto(`/lessons?lesson=${id}&do=report`)
  await expect(page.getByRole('dialog')).toContainText(
    'You have reported a problem with this lesson already.',
  )

  // The coach's open page shows it.
  await coach.goto(`/lessons?lesson=${id}`)
  await expect(coach.getByRole('dialog')).toContainText('Your share is held until it is settled.')
  await expect(coach.getByRole('dialog')).toContainText('The lesson was not as described · $42.50')
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
  await page.getByRole('button', { name: /^Details/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Ten minutes of the gate drill a day.')
  await expect(page.getByRole('dialog')).toContainText('The bunkers will miss you.')
  await page.goto(`/instructor/${scenario.maya.id}`)
  const review = page.getByRole('listitem').filter({ hasText: words })
  await expect(review).toContainText('The bunkers will miss you.')
})

test('another person’s lesson is not found; a time that could not be released says so, and is released with the next press', async ({
  page,
}) => {
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
  await page.goto('/lessons?lesson=00000000-0000-4000-8000-000000000001')
  await expect(page.getByRole('dialog')).toContainText('There is no such booking.')
  await hydrated(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/lessons$/)

  await page.goto(`/lessons?lesson=${(await held.json()).bookingId}&do=release`)
  await hydrated(page)
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Release it' }).click()
  await expect(dialog.getByText('Please try again in a moment.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Release it' }).click()
  await expect(page.getByText('The time is free again')).toBeVisible()
})

test('on a phone the next lesson comes before packages, waiting lists and later lessons; past ones have links with names of their own, and a link of the menu adds one history entry', {
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

  // Every past lesson is booked again by a link with a name of its own, including two on one day.
  await page.getByRole('link', { name: /^Past/ }).click()
  const again = page.getByRole('link', { name: /^Book again with Coach/ })
  await expect(again.first()).toBeVisible()
  await hydrated(page)
  const names = await again.allTextContents()
  expect(new Set(names).size).toBe(names.length)

  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  const menu = page.getByRole('dialog')
  await menu.getByRole('link', { name: 'Inbox' }).click()
  await expect(page).toHaveURL(/\/inbox/)
  await page.goBack()
  await expect(page).toHaveURL(/\/lessons\?when=past$/)
  await expect(menu).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/lessons$/)
})
