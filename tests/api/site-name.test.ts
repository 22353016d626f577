import { globSync, readFileSync } from 'node:fs'
import { afterAll, expect, test, vi } from 'vitest'
import { pageHead } from '#features/content/page-head.ts'
import { siteName } from '#platform/site-name.ts'
import { testProduct } from '../support/product.ts'

/** A company runs the marketplace under its own name. */
vi.hoisted(() => {
  process.env.COMPANY_NAME = 'Fairway Works'
  // The set-up of the tests has read the name already.
  vi.resetModules()
})

afterAll(() => {
  delete process.env.COMPANY_NAME
  vi.resetModules()
})

const product = testProduct()
const read = async (path: string) => {
  const answer = await product.visitor().get(path)
  expect(answer.status, path).toBe(200)
  return answer.text
}

test('pages, the installed app, feeds, articles, help and legal texts have the operator’s name and not ours', async () => {
  expect(siteName).toBe('Fairway Works')
  expect(JSON.stringify(pageHead({ title: 'Blog', description: 'Articles', path: '/blog' }))).toContain(
    'Blog · Fairway Works',
  )
  expect(JSON.parse(await read('/manifest.webmanifest'))).toMatchObject({ short_name: 'Fairway Works' })
  for (const path of [
    '/manifest.webmanifest',
    '/blog/feed.xml',
    '/api/posts/choosing-a-golf-coach',
    '/api/help/how-you-are-paid',
    '/api/terms',
    '/api/documents/privacy-policy',
    '/api/docs',
  ]) {
    // The product of the tests has its operator's identity by other settings.
    const text = (await read(path)).replaceAll('Greenside (a demo)', '')
    expect(text, path).toContain('Fairway Works')
    expect(text, path).not.toContain('Greenside')
  }
})

/** Where the software names itself to other programs, or where only developers read. */
const ownName =
  /^src\/(platform\/(product-name|env|fetch-public|post-public)|app\/(services|letters\/gallery)|app\/http\/(public-api|local-google|local-identity|local-consultation|demo-clock|outbox)|ports\/(payments\/stripe|calendar-files\/local|email\/smtp)|features\/prospects\/letters)\.ts$/

const isNaming = (line: string) =>
  line.includes('Greenside') || /greenside[^/]*\.(json|csv|txt|ics)\b|then 'greenside'/.test(line)

test('no text on a screen and no downloaded file names the product itself', () => {
  const naming = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$|letter-samples/.test(file) && !ownName.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => isNaming(line) && !/^\s*(\*|\/\/|\/\*)|PRODID/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(naming).toEqual([])
})
