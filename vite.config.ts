import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const serverLibraries = [
  /^(@orpc|better-auth|@better-auth|better-call|drizzle-orm|kysely|hono|@hono|zod)(\/|$)/,
]

/** The libraries of routing and API calls. `@tanstack/react-start` is not included, because its entry imports our pages. */
const routingAndCalls = /node_modules\/@(tanstack\/(router-core|react-router|query-core|react-query)|orpc)\//

/**
 * Small parts that the pages of visitors share. If the lists are incomplete, these pages load a few kilobytes more, and
 * `first-load.journey.ts` fails.
 */
const visitorIcons =
  `arrow-left award badge-check bell-ring bookmark bookmark-check calendar-check calendar-clock calendar-range
  calendar-x-2 check check-check chevron-down chevron-left chevron-right circle-x clock credit-card flag globe handshake images
  info list locate-fixed map-pin message-circle message-circle-reply minus navigation notebook-pen
  pause phone-call play plus radar rotate-ccw-clock search share-2 sliders-horizontal sparkles star tag timer-off
  trending-up triangle-exclamation-point undo-2 users-round zap`.split(/\s+/)
const visitorParts =
  `alert avatar badge checkbox count-badge field input link-button radio-group rating-stars select
  near use-media-query`.split(/\s+/)

const icons = /lucide-react\/dist\/esm\/icons\//

/** One file for small modules that the same pages load, if at least `minShareCount` pages load them. */
const together = (name: string, test: RegExp, minShareCount = 2): Rolldown.CodeSplittingGroup => ({
  name,
  test,
  minShareCount,
  priority: 1,
  includeDependenciesRecursively: false,
})

/**
 * The scripts that every page starts with are three files: React, the libraries of routing and API calls, and our code. Many small
 * files take longer than the bytes they save, and a phone does not respond while it parses a large one (decision 0102). Other
 * scripts are divided by the pages that use them. The API clients of the features are exceptions, because each is a single line.
 */
const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  { name: 'libraries', test: routingAndCalls, tags: ['$initial'], priority: 3 },
  { name: 'app', tags: ['$initial'], priority: 2 },
  { name: 'app', test: /src\/features\/[a-z-]+\/client\.ts$/, priority: 2 },
  // Files of a few hundred bytes each, of which a page would load up to forty (decision 0099).
  together(
    'visitors',
    new RegExp(
      `${icons.source}(${visitorIcons.join('|')})\\.mjs$|src/ui/(${visitorParts.join('|')})\\.tsx?$|src/ui/open-address-layer\\.ts$|src/features/(coaches/(coach|facility-types)|messages/components/conversation-queries)\\.ts$|src/platform/(browser-value|data-layer|use-now|use-viewer-zone)\\.ts$`,
    ),
  ),
  // What forms load together, in two files for two names in the first script.
  together('zod', /node_modules\/zod\//),
  together(
    'forms',
    /src\/(ui\/(form-error|textarea)|platform\/(use-attempt|use-checked-form|written-text)|features\/(accounts\/((links\/)?schema|links\/link|passwords\/password)|support\/(schema|support)|notifications\/suppression))\.tsx?$/,
  ),
  // What every way to sign in shows.
  together(
    'sign-in-forms',
    /src\/features\/accounts\/components\/(account-form|passkey-sign-in|provider-buttons|second-step|sign-in-(form|providers-query|without-password))\.tsx?$/,
  ),
  // What a profile, the checkout and moving a lesson share.
  together(
    'booking',
    /src\/features\/(availability\/components\/use-slot-list|checkout\/components\/use-open-slots|bookings\/(components\/slot-taken-note|intake\/intake|series\/series)|golfers\/components\/last-golfer|accounts\/components\/use-on-signed-in)\.tsx?$/,
  ),
  // The search form, which the home page and the results show.
  together(
    'search-form',
    /src\/features\/search\/(search-labels|when-words|components\/(search-(filters|panel|section)|use-(my-location|search)|when-select|locate-button|price-filter|zip-box))\.tsx?$/,
  ),
  // A coach's card, with what it opens.
  together(
    'coach-card',
    /src\/features\/(search\/components\/coach-(card|photo)|messages\/components\/message-coach|instant-book\/components\/book-coach)\.tsx$/,
  ),
  // The results, which filters load as well.
  together(
    'results',
    /src\/features\/search\/(recent-searches\.ts|components\/(results-(body|layout|status)|use-results|use-recents)\.tsx?)$|\/icons\/(map|panel-right-(close|open))\.mjs$/,
    1,
  ),
  // Small files of the back office and of members' pages: each would be named by every file that loads it.
  together(
    'desk',
    /src\/(ui\/settings-section|platform\/(content-id|log-failure)|features\/(analytics\/(components\/period-tabs|period)|back-office\/(act-outcome|components\/(moment|named-cell|use-desk-act))|ledger\/ledger|bookings\/components\/(directions-link|terms-lines)|notifications\/(message-status|components\/(letter-frame|relative-time))|payouts\/payout|video-reviews\/components\/review-queries))\.tsx?$/,
  ),
  // What most pages of members begin with.
  together(
    'members',
    /src\/(ui\/(card|leave-dialog|nav-tabs|page-header|stat-cards?|visually-hidden)\.tsx|platform\/(restore-draft|use-on-leave|versioned-draft|words)\.ts|features\/(bookings\/components\/(date-block|status-badge)|proposals\/components\/find-student)\.tsx|features\/(accounts\/(components\/(sign-out-here|leave|tab-storage)|impersonation\/impersonation)|own-profile\/components\/refresh-profile|workspaces\/workspace|availability\/(weekdays|own-times\/own-time)|lessons\/components\/use-open-lesson|disputes\/dispute|cancellation-list\/components\/own-cancellation-list-query|bookings\/(called-off|problem-window|components\/(lesson-words|use-lesson-action))|workspaces\/shots\/shot-units|clips\/voice-over\/timeline|(access-tokens|availability|back-office|clinics|clips|disputes|marketing|operations|other-calendars|own-profile|payouts|schedule|students|tasks|templates|webhooks|workspaces)\/([a-z-]+\/)*(schema|[a-z-]+-quer(y|ies)))\.ts)$/,
  ),
  // Pages with several addresses: one file for each, instead of one for each address.
  together(
    'analytics',
    /src\/(features\/analytics\/components\/analytics-pages|app\/pages\/(admin-(analytics|page-views|visits)|(instructor|user)-analytics)\.tsx)/,
    1,
  ),
  together(
    'users',
    /src\/(features\/operations\/components\/users|app\/pages\/(users|user-management))\.tsx/,
    1,
  ),
  together(
    'software',
    /src\/(features\/content\/components\/software-landing|app\/pages\/golf-lesson-(scheduling-)?software)\.tsx/,
    1,
  ),
  together(
    'for-coaches',
    /src\/(features\/content\/components\/instructor-landing|app\/pages\/(instructor-landing|join-instructor))\.tsx/,
    1,
  ),
  together('icons', icons),
]

/** Pages between which visitors move back and forth. */
const firstPages = [
  '/_shell/',
  '/_shell/instructor/$instructorId',
  '/_shell/{$city}-golf-instructors',
  '/_shell/blog',
  '/_shell/blog/$slug',
]

/**
 * The loaders of these pages are part of the initial scripts, so that a page's script and data are fetched in parallel. Other
 * loaders are part of their page's script, which makes the initial scripts 2 kB smaller. A pointer near a link already preloads
 * the page.
 */
const loaderWithPage = ({ routeId }: { routeId: string }) =>
  firstPages.includes(routeId)
    ? undefined
    : [['component' as const, 'loader' as const], ['errorComponent' as const], ['notFoundComponent' as const]]

/** The first script names every other one: hashes of seven lower-case characters instead of the usual eight make it 0.8 kB smaller. */
const shortNames = {
  hashCharacters: 'base36' as const,
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
}

/** Scripts that every page has loaded already, so that the first script need not name them again for each other page. */
const onEveryPage = /^assets\/(rolldown-runtime|libraries|react|visitors|index|app)-/

/** Builds the browser's files in `dist/client` and the server's entry in `dist/server`. */
export default defineConfig(({ command }) => ({
  server: { strictPort: false },
  // The package adds style elements, which would need a nonce; the replacement does not.
  resolve: {
    alias: { 'react-style-singleton': resolve(import.meta.dirname, 'src/ui/constructed-styles.ts') },
  },
  // The oldest browsers that support `light-dark()`, which the themes use. If it is compiled for older browsers, nested elements
  // inherit wrong colors.
  build: {
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    sourcemap: false,
    modulePreload: { resolveDependencies: (_page, files) => files.filter((file) => !onEveryPage.test(file)) },
  },
  // Server libraries with many small files are bundled: the server starts in half the time and uses 50 MB less memory.
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
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks }, ...shortNames } } } },
    // The server names style sheets and pictures of the browser's build, so that both compute the same hashes.
    ssr: { build: { rolldownOptions: { output: { hashCharacters: shortNames.hashCharacters } } } },
  },
}))

/**
 * Pages call the API and do not use the framework's server functions. Their transport would add 10 kB to the initial scripts, so it
 * is left out. A call to a server function throws an error that names this file.
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
