import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const serverLibraries = [
  /^(@orpc|better-auth|@better-auth|better-call|drizzle-orm|kysely|hono|@hono|zod)(\/|$)/,
]

/** The libraries of routing and API calls. @tanstack/react-start is none of them: its entry imports our pages. */
const routingAndCalls = /node_modules\/@(tanstack\/(router-core|react-router|query-core|react-query)|orpc)\//

/**
 * What every page begins with is three files: React, routing and API calls, and ours. A hundred small files take longer than
 * the bytes they save, and while a phone reads one large file it answers no touch (decision 0102). What comes later is
 * divided by who needs it, but for the features' clients: a line each, which would be a file each.
 */
const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  { name: 'libraries', test: routingAndCalls, tags: ['$initial'], priority: 3 },
  { name: 'app', tags: ['$initial'], priority: 2 },
  { name: 'app', test: /src\/features\/[a-z-]+\/client\.ts$/, priority: 2 },
  // A file of half a kilobyte each, and up to forty of them on a page.
  {
    name: 'icons',
    test: /lucide-react\/dist\/esm\/icons\//,
    minShareCount: 2,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // Values that the browser keeps. A file below one kilobyte is sent uncompressed, so two of them are larger than both together.
  {
    name: 'browser-value',
    test: /src\/(platform\/browser-value|features\/saves\/use-device-saves)\.ts/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
]

/** Pages that visitors go to and fro between. */
const firstPages = [
  '/_shell/',
  '/_shell/instructor/$instructorId',
  '/_shell/{$city}-golf-instructors',
  '/_shell/blog',
  '/_shell/blog/$slug',
]

/**
 * The loaders of those come with the first script, so that a page's script and data are fetched side by side. All others come
 * with their page: the first script is 4 kB lighter for it, and a pointer that comes near a link fetches the page already.
 */
const loaderWithPage = ({ routeId }: { routeId: string }) =>
  firstPages.includes(routeId)
    ? undefined
    : [['component' as const, 'loader' as const], ['errorComponent' as const], ['notFoundComponent' as const]]

/** Builds the browser's files into dist/client and the server's one entry into dist/server. */
export default defineConfig(({ command }) => ({
  server: { strictPort: false },
  // Without style elements that would need a nonce.
  resolve: {
    alias: { 'react-style-singleton': resolve(import.meta.dirname, 'src/ui/constructed-styles.ts') },
  },
  // The oldest browsers with light-dark(), which the themes are made of; lowered, it would not be inherited rightly.
  build: { target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'], sourcemap: false },
  // The server's libraries of many small files, bundled: it is ready in half the time and takes 50 MB less.
  ssr: command === 'build' ? { noExternal: serverLibraries } : {},
  plugins: [
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'src',
      router: {
        entry: './app/router.tsx',
        virtualRouteConfig: './src/routes.ts',
        routesDirectory: '.',
        generatedRouteTree: 'app/route-tree.gen.ts',
        codeSplittingOptions: { splitBehavior: loaderWithPage },
      },
      server: { entry: './app/server.ts' },
    }),
    react(),
    withoutServerFunctions(),
  ],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
  },
}))

/**
 * Our pages call the API and no server functions of the framework's. Their transport is 30 kB of every page's first script,
 * so it is left out; whoever wants one anyway is told where to look.
 */
function withoutServerFunctions(): Plugin {
  return {
    name: 'without-server-functions',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      if (!id.endsWith('/start-client-core/dist/esm/client-rpc/serverFnFetcher.js')) return
      return `export const trackPostProcessPromise = () => undefined\nexport async function serverFnFetcher() { throw new Error('server functions are left out: see vite.config.ts') }`
    },
  }
}
