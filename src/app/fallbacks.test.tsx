import { ORPCError } from '@orpc/client'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '#platform/actor.ts'
import { type ServerRequest, serverRequest } from '#platform/server-request.ts'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import routes from '../routes.ts'
import { ErrorPage } from './fallbacks.tsx'
import { getRouter } from './router.tsx'
import type { ShellFrame } from './shells/shell-frame.tsx'

// What the build's plugin does: on the server, what is different there is taken from the server's side.
vi.mock('@tanstack/react-start', () => ({
  createIsomorphicFn: () => ({
    server: (onServer: (...given: unknown[]) => unknown) =>
      Object.assign(onServer, { client: () => onServer }),
  }),
}))
vi.mock('@tanstack/react-start/server', () => ({ getRequestHeader: () => '' }))
vi.mock('#ui/styles.css?url', () => ({ default: '/styles.css' }))

vi.mock('#features/instant-book/components/booking-dialog-host.tsx', () => ({
  BookingDialogHost: () => <p>The booking dialog</p>,
}))

/** What happens when the frame around a page is rendered. */
const frame = vi.hoisted(() => ({ is: 'rendered' as 'rendered' | 'left out' | 'broken' }))
vi.mock('./shells/shell-frame.tsx', async (original) => {
  const actual = await original<{ ShellFrame: typeof ShellFrame }>()
  return {
    ...actual,
    ShellFrame: (props: ComponentProps<typeof ShellFrame>) => {
      if (frame.is === 'broken') throw new Error('The frame could not be loaded')
      return frame.is === 'left out' ? props.children : actual.ShellFrame(props)
    },
  }
})

const viewers = ['visitor', 'student', 'coach', 'admin', 'prospect'] as const
type Viewer = (typeof viewers)[number]

/** What only a viewer's own frame holds. */
const ownFrame: Record<Viewer, string> = {
  visitor: 'aria-label="Footer"',
  student: 'Profile Settings',
  coach: 'Payment Settings',
  admin: 'Admin Access',
  prospect: 'aria-label="Sign Out"',
}

const logged = vi.spyOn(console, 'error')
beforeEach(() => void logged.mockClear())

/** Draws a page as the server does, while every call but 'who is this?' fails; for `null` that fails, too. */
async function draw(path: string, viewer: Viewer | null, more: Partial<ServerRequest> = {}) {
  const resting = async () => {
    throw new ORPCError('conflict', { status: 409, message: 'This page is resting.' })
  }
  const me = viewer ? async () => (viewer === 'visitor' ? null : personOf(viewer)) : resting
  const feature = (procedures: Record<string, () => Promise<unknown>>) =>
    new Proxy(procedures, { get: (known, name: string) => known[name] ?? resting })
  const api = new Proxy(
    { accounts: feature({ me }) },
    { get: (known, name) => Reflect.get(known, name) ?? feature({}) },
  )
  const request = new Request(`https://greenside.test${path}`)
  const answer = await serverRequest.run(
    { nonce: 'n', origin: 'https://greenside.test', now: 0, api, ...more },
    () =>
      createRequestHandler({ request, createRouter: getRouter })(({ router, responseHeaders }) =>
        renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> }),
      ),
  )
  return { status: answer.status, html: await answer.text() }
}

const personOf = (role: Role) => ({
  userId: '5a000000-0000-4000-8000-000000000001',
  role,
  fullName: 'Sam Tester',
  email: 'sam@students.test',
})

describe.each(viewers)('for a %s', (viewer) => {
  test.each(['/no-such-page', '/admin', '/account', '/lessons/of/another/kind'])(
    'the unknown URL %s shows “not found” inside the usual layout [row 19]',
    async (path) => {
      const { status, html } = await draw(path, viewer)
      expect(status).toBe(404)
      expect(html).toContain('This page does not exist')
      expect(html).toContain(ownFrame[viewer])
      expect(html).not.toMatch(/Invariant failed|Something went wrong/)
      expect(logged).not.toHaveBeenCalled()
    },
  )

  test('the layout links to their own account when they are signed in', async () => {
    const { html } = await draw('/no-such-page', viewer)
    expect(html.includes('aria-label="Your account"')).toBe(viewer !== 'visitor')
  })

  test('a page whose data can’t be loaded says so inside the usual layout, at every URL', async () => {
    const wrong: string[] = []
    for (const path of addresses) {
      const { status, html } = await draw(path, viewer)
      if (status >= 300 && status < 400) continue
      // Someone who becomes a coach does not see the menu of a student.
      const frame =
        viewer === 'student' && path === '/instructor-onboarding'
          ? 'aria-label="Your account"'
          : ownFrame[viewer]
      if (!html.includes(frame) || /Invariant failed|Something went wrong!/.test(html))
        wrong.push(`${path} ${status}`)
    }
    expect(wrong).toEqual([])
  })
})

test('when even the viewer can’t be loaded, the page says so inside the visitor layout', async () => {
  const { status, html } = await draw('/lessons', null)
  expect(status).toBe(500)
  expect(html).toContain(ownFrame.visitor)
  expect(html).toContain('This page could not be loaded')
  expect(html).not.toMatch(/Invariant failed|Something went wrong!/)
})

test('every page can open the booking dialog, except the error page outside the layout: the dialog may have failed', async () => {
  expect((await draw('/find-your-match', 'visitor')).html).toContain('The booking dialog')
  expect((await draw('/lessons', null)).html).not.toContain('The booking dialog')
})

describe('in the browser, the error page', () => {
  const lost = new TypeError('Failed to fetch dynamically imported module: /assets/booking-dialog-1.js')
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const loadsData = vi.spyOn(router, 'invalidate').mockResolvedValue()
  const reload = vi.fn()
  let close = async () => {}

  afterEach(async () => {
    await close()
    frame.is = 'rendered'
    loadsData.mockClear()
    reload.mockClear()
  })

  /** Shows the page for an error, in a browser with or without a network. */
  async function show(error: Error, onLine: boolean) {
    const { page, window, unmount } = await mount(
      <RouterContextProvider router={router}>
        <ErrorPage error={error} />
      </RouterContextProvider>,
      { navigator: { onLine } },
    )
    vi.stubGlobal('location', { reload })
    close = unmount
    await eventually(() => expect(page.textContent).toContain('Try again'))
    return {
      page,
      pressTryAgain() {
        for (const button of page.querySelectorAll('button')) button.click()
      },
      connect() {
        Object.assign(navigator, { onLine: true })
        window.dispatchEvent(new window.Event('online'))
      },
    }
  }

  test('is shown without the layout when the layout fails, too', async () => {
    frame.is = 'broken'
    const { page } = await show(lost, true)
    expect(page.textContent).toContain('This page could not be loaded')
  })

  test('loads the page when the browser is back online', async () => {
    frame.is = 'left out'
    const { page, connect } = await show(new TypeError('Failed to fetch'), false)
    await eventually(() => expect(page.textContent).toContain("This page reloads when you're back online."))
    connect()
    expect(loadsData).toHaveBeenCalledOnce()
    await eventually(() => expect(page.textContent).toContain('This page could not be loaded'))
    connect()
    expect(loadsData).toHaveBeenCalledTimes(2)
  })

  test('reloads everything when a script is missing, but not without a network', async () => {
    frame.is = 'left out'
    const { pressTryAgain, connect } = await show(lost, false)
    pressTryAgain()
    expect(reload).not.toHaveBeenCalled()
    expect(loadsData).toHaveBeenCalledOnce()
    connect()
    expect(reload).toHaveBeenCalledOnce()
    pressTryAgain()
    expect(reload).toHaveBeenCalledTimes(2)
    expect(loadsData).toHaveBeenCalledOnce()
  })
})

interface Node {
  type: string
  path?: string | undefined
  children?: readonly Node[] | undefined
}

/** Every address in the table of routes; the payment processor's page has no frame. */
const addresses = listPaths(routes)
  .filter((path) => !path.startsWith('/checkout/'))
  .map((path) => path.replace(/\{?\$\w*\}?/, '00000000-0000-4000-8000-000000000000'))

function listPaths(node: Node): string[] {
  return [
    ...(node.type === 'route' && node.path ? [node.path] : []),
    ...(node.children ?? []).flatMap(listPaths),
  ]
}

describe('every document', () => {
  test.each([
    ['2026-01-01T04:59:00Z', '2025'],
    ['2031-01-01T04:59:00Z', '2025–2030'],
    ['2031-01-01T05:00:00Z', '2025–2031'],
  ])('at %s the footer says %s: from the first year to the current one in New York', async (at, years) => {
    const { html } = await draw('/find-your-match', 'visitor', { now: Date.parse(at) })
    expect(html).toContain(`© ${years} Greenside. Replace your divots.`)
  })

  test('credits the map data when it is not ours', async () => {
    expect((await draw('/find-your-match', 'visitor')).html).not.toContain('data-places-by')
    const { html } = await draw('/find-your-match', 'visitor', { placesBy: 'openstreetmap' })
    expect(html).toContain('<html lang="en" data-places-by="openstreetmap"')
  })
})
