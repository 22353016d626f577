import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { accountsClient } from '#features/accounts/client.ts'
import { searchClient } from '#features/search/client.ts'
import { LazyHero } from '#features/search/components/lazy-hero.ts'
import { preloadResults } from '#features/search/components/search-results.tsx'
import { listenToErrors, reportBrowserError } from '#platform/browser-errors.ts'
import { parseSearchParams, stringifySearchParams } from '#platform/search-params.ts'
import { serverRequest } from '#platform/server-request.ts'
import { parseWithoutEval } from '#platform/zod-without-eval.ts'
import { heard, listenToHistory } from '#ui/history-listener.ts'
import { ErrorPage, NotFoundPage, PendingPage } from './fallbacks.tsx'
import { createQueryClient } from './query-client.ts'
import { routeTree } from './route-tree.gen.ts'
import { preloadFrame } from './shells/frame.tsx'

if (!import.meta.env.SSR) {
  parseWithoutEval()
  listenToErrors()
}

/** Creates a router: one per rendered request, and one per browser tab. */
export function getRouter() {
  const queryClient = createQueryClient()
  const nonce = pageNonce()
  if (!import.meta.env.SSR) listenToHistory()
  const router = createRouter({
    routeTree,
    context: { queryClient },
    scrollRestoration: true,
    parseSearch: parseSearchParams,
    stringifySearch: stringifySearchParams,
    // The browser preloads the components that the server rendered (the viewer's frame, the hero and lists) before hydration.
    dehydrate: () => ({
      me: queryClient.getQueryData(accountsClient.me.queryKey()) ?? null,
      hasList:
        queryClient.getQueryCache().find({ queryKey: searchClient.coaches.key(), exact: false }) !==
        undefined,
    }),
    hydrate: async ({ me, hasList }) => {
      await Promise.all([
        preloadFrame(me),
        hasList ? preloadResults() : null,
        !me && !hasList && window.location.pathname === '/' ? LazyHero.preload?.() : null,
      ])
    },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultOnCatch: reportBrowserError,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PendingPage,
    ...(nonce ? { ssr: { nonce } } : {}),
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  if (!import.meta.env.SSR) heard.router = router.history
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}

/**
 * The nonce for inline scripts of the page being rendered. Pages from the shared cache have none, so it is
 * also undefined in the browser.
 */
const pageNonce = createIsomorphicFn()
  .server(() => serverRequest.getStore()?.nonce)
  .client(() => undefined)
