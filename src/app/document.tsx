import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { accountsClient } from '#features/accounts/client.ts'
import { Tracker } from '#features/tracking/components/tracker.tsx'
import { pageBrand } from '#platform/page-brand.ts'
import { placesBy } from '#platform/page-places.ts'
import { siteName } from '#platform/site-name.ts'
import { NavigateProvider } from '#ui/anchor.tsx'
import { fontFiles, fontPreload } from '#ui/font-files.ts'
import styles from '#ui/styles.css?url'
import { Toaster } from '#ui/toast.tsx'

const EFFECTIVE_USER_FRESH_MS = 30_000

/** The HTML document around every page, and who is looking at it. */
export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context }) => ({
    me: await context.queryClient.ensureQueryData(
      accountsClient.me.queryOptions({ staleTime: EFFECTIVE_USER_FRESH_MS }),
    ),
  }),
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'theme-color', content: pageBrand() ?? '#10291f' },
      { title: `${siteName}: find a golf coach near you` },
      {
        name: 'description',
        content:
          'See golf coaches within 50 miles, real open times and clear prices. Book and pay in a minute.',
      },
    ],
    links: [
      ...fontFiles.map(fontPreload),
      { rel: 'stylesheet', href: styles },
      ...(pageBrand() ? [{ rel: 'stylesheet', href: '/brand.css' }] : []),
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: '/manifest.webmanifest' },
    ],
  }),
  shellComponent: Document,
  component: Root,
})

function Root() {
  const router = useRouter()
  const { me } = Route.useRouteContext()
  useEffect(registerOfflineWorker, [])
  return (
    <NavigateProvider navigate={(href) => void router.navigate({ href })}>
      <Outlet />
      <Toaster />
      <Tracker isAdmin={me?.role === 'admin'} />
    </NavigateProvider>
  )
}

function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-places-by={placesBy()} data-site-name={siteName} data-brand={pageBrand()}>
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

/**
 * Registers the service worker, which makes the site installable and shows an offline page. Waits until the
 * page has loaded; does nothing in browsers without service workers. Production only: a development server
 * changes its files.
 */
function registerOfflineWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
