import type { Page } from '@playwright/test'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { backOfficeMenu, hrefOfEntry } from '../../src/app/back-office/tabs.ts'
import routes from '../../src/routes.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  scenario,
  signIn,
  test,
} from './support.ts'

type Who = 'visitor' | 'student' | 'coach' | 'admin'

/** Who looks at the pages behind which guard. */
const seenBy: Record<string, readonly Who[]> = {
  public: ['visitor'],
  'signed-in': ['student'],
  'student-or-coach': ['student', 'coach'],
  student: ['student'],
  coach: ['coach'],
  admin: ['admin'],
}

/** What stands for the changing part of an address. A route with another one is to be named here. */
const examples: Record<string, string> = {
  $sessionId: 'no-such-checkout',
  $instructorId: scenario.maya.id,
  '/blog/$slug': 'how-to-cure-a-slice',
  '/help/$slug': 'book-a-lesson',
  '{$city}': 'charlotte',
  $studentId: scenario.sam.id,
  $userId: scenario.sam.id,
  // The demo's first clip, of Sam and Maya.
  $clipId: uuidV8('demo clip driver'),
  $proposalId: '00000000-0000-4000-8000-000000000000',
  $conversationId: '00000000-0000-4000-8000-000000000000',
  $bookingId: '00000000-0000-4000-8000-000000000000',
  $token: 'no-such-token',
}

/** Addresses of a page that looks otherwise there. */
const others: Partial<Record<Who, readonly string[]>> = {
  // A city without coaches.
  visitor: ['/adak-golf-instructors'],
  admin: ['/'],
}

const pages = listPages(routes, 'public')
const phone = { width: 390, height: 844 }

test('the table of routes was read', () => {
  expect(pages.length).toBeGreaterThan(40)
  expect(Object.keys(Object.groupBy(pages, ({ guard }) => guard)).sort()).toEqual(Object.keys(seenBy).sort())
})

for (const who of ['visitor', 'student', 'coach', 'admin'] as const) {
  test.describe(`every page a ${who} may open`, () => {
    // What is not there answers 404, and says so in the console.
    test.use({ expectedErrors: [/Failed to load resource: .* 404/] })
    test('passes axe and fits the screen [row 18]', async ({ page }) => {
      test.setTimeout(600_000)
      if (who !== 'visitor') await signIn(page, who)
      const wrong: string[] = []
      const addresses = pages.flatMap(({ path, guard }) =>
        seenBy[guard]?.includes(who) ? [addressOf(path)] : [],
      )
      for (const address of [...addresses, ...(others[who] ?? [])])
        wrong.push(...(await test.step(address, () => look(page, address))))
      expect(wrong).toEqual([])
    })
  })
}

test.describe('every tab of the back office', () => {
  test('passes axe and fits the screen', async ({ page }) => {
    test.setTimeout(600_000)
    await signIn(page, 'admin')
    const tabs = backOfficeMenu.flatMap(({ entries }) => entries.map(hrefOfEntry))
    expect(tabs.length).toBeGreaterThan(30)
    const wrong: string[] = []
    for (const address of tabs) wrong.push(...(await test.step(address, () => look(page, address))))
    expect(wrong).toEqual([])
  })
})

/** What is wrong with a page; all of it, so that one page does not hide the next. */
async function look(page: Page, address: string): Promise<string[]> {
  const wrong: string[] = []
  const check = (what: () => Promise<unknown>) =>
    what().catch((error) => wrong.push(`${address}: ${error.message}`))
  const answer = await page.goto(address)
  if ((answer?.status() ?? 0) >= 500) return [`${address} answers ${answer?.status()}`]
  await hydrated(page)
  await check(async () => await expect(page.locator('h1').first(), 'says what it is').toBeAttached())
  // What comes when it is seen is to be looked at, too.
  await page.evaluate(async () => {
    for (let at = 0; at < document.body.scrollHeight; at += innerHeight / 2) {
      scrollTo(0, at)
      await new Promise(requestAnimationFrame)
    }
    scrollTo(0, 0)
  })
  await check(async () => await expect(page.locator('[aria-busy="true"]'), 'comes to rest').toHaveCount(0))
  const desktop = page.viewportSize()
  for (const size of [desktop, phone]) {
    if (size) await page.setViewportSize(size)
    const where = `${address} at ${size?.width} pixels`
    // Colours are the same at both widths; what is pressed is smaller under a thumb.
    const measured = { colours: size === desktop, sizes: size === phone }
    await check(() => expectAccessible(page, where, measured))
    await check(() => expectNoSidewaysScroll(page, where))
  }
  if (desktop) await page.setViewportSize(desktop)
  return wrong
}

interface Node {
  type: string
  id?: string | undefined
  path?: string | undefined
  children?: readonly Node[] | undefined
}

/** Every page with its guard: the innermost layout that is one. */
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
