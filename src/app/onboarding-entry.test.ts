import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { Route } from './pages/instructor-onboarding.tsx'

test('the draft of a coach is loaded at every entry of the onboarding, but not again for a new step', async () => {
  let loads = 0
  const { gcTime, preload } = Route.options
  const shouldReload = Route.options.shouldReload as boolean
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/page' })
  const onboarding = createRoute({
    getParentRoute: () => root,
    path: '/onboarding',
    gcTime,
    preload,
    shouldReload,
    loader: () => ++loads,
  })
  const history = createMemoryHistory({ initialEntries: ['/onboarding'] })
  const routeTree = root.addChildren([page, onboarding])
  const router = createRouter({ routeTree, history, isServer: false, origin: 'https://greenside.test' })
  const go = async (to: string) => {
    history.push(to)
    await router.load()
  }
  await router.load()
  await go('/onboarding?step=hours')
  expect(loads).toBe(1)
  await go('/page')
  await router.preloadRoute({ to: '/onboarding' })
  expect(loads).toBe(1)
  await go('/onboarding?step=hours')
  expect(loads).toBe(2)
})
