import { ORPCError } from '@orpc/client'
import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '#platform/actor.ts'
import { type ServerRequest, serverRequest } from '#platform/server-request.ts'
import routes from '../routes.ts'
import { getRouter } from './router.tsx'

// What the build's plugin does: on the server, what is different there is taken from the server's side.
vi.mock('@tanstack/react-start', () => ({
  createIsomorphicFn: () => ({
    server: (onServer: (...given: unknown[]) => unknown) =>
      Object.assign(onServer, { client: () => onServer }),
  }),
}))
vi.mock('@tanstack/react-start/server', () => ({ getRequestHeader: () => '' }))
vi.mock('#ui/styles.css?url', () => ({ default: '/styles.css' }))

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
