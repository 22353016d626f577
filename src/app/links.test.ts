import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = [...readFileSync(join(root, 'routes.ts'), 'utf8').matchAll(/\broute\('(\/[^']*)'/g)].map(
  ([, path = '']) => path,
)
/** Paths that the server answers itself, without a page. */
const ofServer = /^\/(api|dev|assets)\/|^\/(blog\/feed|brand\.css|favicon|manifest|apple-touch-icon)/

/** The paths of all links in components, up to the first inserted value, parameter or fragment. */
function links(): { file: string; path: string }[] {
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx') && !entry.name.endsWith('.test.tsx'))
    .flatMap((entry) =>
      [
        ...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(
          /\bhref(?:=|: )\{?["'`](\/[a-z][^"'`?#$]*)/g,
        ),
      ].map(([, path = '']) => ({ file: entry.name, path })),
    )
}

/** A path that ends with a slash continues with an inserted value, such as an id. */
const isPage = (path: string) =>
  pages.some((page) => (path.endsWith('/') ? page.startsWith(path) : page === path))

test('every link in a component leads to a page', () => {
  const found = links()
  expect(found.length).toBeGreaterThan(100)
  expect(found.filter(({ path }) => !isPage(path) && !ofServer.test(path))).toEqual([])
})
