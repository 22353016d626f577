import type { Page } from '@playwright/test'
import { samsReview } from '#db/seed/video-reviews.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { backOfficeMenu, hrefOfEntry } from '../../src/app/back-office/tabs.ts'
import routes from '../../src/routes.ts'
import { expect, expectFitsBothWidths, hydrated, scenario, signIn, test } from './support.ts'

type Who = 'visitor' | 'student' | 'coach' | 'admin'

/** The users who visit the pages behind each guard. */
const seenBy: Record<string, readonly Who[]> = {
  public: ['visitor'],
  'signed-in': ['student'],
  'student-or-coach': ['student', 'coach'],
  student: ['student'],
  coach: ['coach'],
  admin: ['admin'],
}

/** Values for the parameters in paths. A route with another parameter has to be added here. */
const examples: Record<string, string> = {
  $sessionId: 'no-such-checkout',
  $instructorId: scenario.maya.id,
  '/blog/$slug': 'how-to-cure-a-slice',
  '/help/$slug': 'book-a-lesson',
  '{$city}': 'charlotte',
  $studentId: scenario.sam.id,
  $userId: scenario.sam.id,
  // The first clip of the demo, of Sam and Maya.
  $clipId: uuidV8('demo clip driver'),
  $clinicId: uuidV8('clinic Junior evening camp'),
  $videoReviewId: samsReview,
  $proposalId: '00000000-0000-4000-8000-000000000000',
  $conversationId: '00000000-0000-4000-8000-000000000000',
  $bookingId: '00000000-0000-4000-8000-000000000000',
  $token: 'no-such-token',
  $rows: 'money',
}

/** Paths at which a page has a different layout. */
const others: Partial<Record<Who, readonly string[]>> = {
  // A city without coaches.
  visitor: ['/adak-golf-instructors'],
  admin: ['/'],
}

const pages = listPages(routes, 'public')
const tabs = backOfficeMenu.flatMap(({ entries }) => entries.map(hrefOfEntry))

test('the route table is loaded', () => {
  expect(pages.length).toBeGreaterThan(40)
  expect(Object.keys(Object.groupBy(pages, ({ guard }) => guard)).sort()).toEqual(Object.keys(seenBy).sort())
})

for (const who of ['visitor', 'student', 'coach', 'admin'] as const) {
  test.describe(`every page available to a ${who}`, () => {
    // Missing pages respond with 404, which the browser logs as an error.
    test.use({ expectedErrors: [/Failed to load resource: .* 404/] })
    test('passes axe and fits the screen [row 18]', async ({ page }) => {
      test.setTimeout(600_000)
      if (who !== 'visitor') await signIn(page, who)
      const wrong: string[] = []
      const addresses = pages.flatMap(({ path, guard }) =>
        seenBy[guard]?.includes(who) ? [addressOf(path)] : [],
      )
      // Pages of the back office's menu have their own test.
      for (const address of [...addresses, ...(others[who] ?? [])].filter((one) => !tabs.includes(one)))
        wrong.push(...(await test.step(address, () => look(page, address))))
      expect(wrong).toEqual([])
    })
  })
}

test.describe('every admin tab', () => {
  test('passes axe and fits the screen', async ({ page }) => {
    test.setTimeout(600_000)
    await signIn(page, 'admin')
    expect(tabs.length).toBeGreaterThan(30)
    const wrong: string[] = []
    for (const address of tabs) wrong.push(...(await test.step(address, () => look(page, address))))
    expect(wrong).toEqual([])
  })
})

/** Lists everything wrong with a page, so that one page does not hide the errors of the next. */
async function look(page: Page, address: string): Promise<string[]> {
  const wrong: string[] = []
  const check = (what: () => Promise<unknown>) =>
    what().catch((error) => wrong.push(`${address}: ${error.message}`))
  const answer = await page.goto(address)
  if ((answer?.status() ?? 0) >= 500) return [`${address} answers ${answer?.status()}`]
  await hydrated(page)
  await check(async () => await expect(page.locator('h1').first(), 'says what it is').toBeAttached())
  // Scrolls through the page, to load the parts that load when visible.
  await page.evaluate(async () => {
    for (let at = 0; at < document.body.scrollHeight; at += innerHeight / 2) {
      scrollTo(0, at)
      await new Promise(requestAnimationFrame)
    }
    scrollTo(0, 0)
  })
  await check(async () => await expect(page.locator('[aria-busy="true"]'), 'comes to rest').toHaveCount(0))
  await check(() => expectFitsBothWidths(page, address))
  return wrong
}

interface Node {
  type: string
  id?: string | undefined
  path?: string | undefined
  children?: readonly Node[] | undefined
}

/** Lists every page with its guard, which is the innermost layout that is one. */
function listPages(node: Node, guard: string): { path: string; guard: string }[] {
  const inner = node.type === 'layout' && node.id && node.id in seenBy ? node.id : guard
  const own = node.type === 'route' && node.path ? [{ path: node.path, guard: inner }] : []
  const home = node.type === 'index' ? [{ path: '/', guard: inner }] : []
  return [...own, ...home, ...(node.children ?? []).flatMap((child) => listPages(child, inner))]
}

function addressOf(path: string): string {
  return path.replace(/\{\$\w+\}|\$\w+/g, (part) => {
    const example = examples[path] ?? examples[part]
    if (!example) throw new Error(`${path}: say in every-page.journey.ts what stands for ${part}`)
    return example
  })
}
