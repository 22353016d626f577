import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import { findBrowser } from './test/browser.ts'

/**
 * `npm run lighthouse -- http://localhost:3000`: Lighthouse's mobile profile (4x slower processor, slow 4G, simulated) on the
 * pages that matter, three runs each, the median by performance. Reports go to test-results/lighthouse.
 */
const origin = process.argv[2] ?? 'http://localhost:3000'
const runs = Number(process.argv[3] ?? 3)
const coach = 'c0ac0001-0000-4000-8000-000000000001'
const pages = {
  home: '/',
  'results for 28202': '/?zip=28202',
  profile: `/instructor/${coach}`,
  'city page': '/charlotte-golf-instructors',
  'blog post': await firstPost(),
}
const folder = join(import.meta.dirname, '../test-results/lighthouse')
mkdirSync(folder, { recursive: true })

const chrome = await launch({
  ...((await findBrowser()) ? { chromePath: (await findBrowser()) ?? '' } : {}),
  chromeFlags: [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
})
console.log(
  '| page | performance | accessibility | best practices | SEO | LCP s | CLS | TBT ms | kB | scripts kB |',
)
console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
let worst = 100
for (const [name, path] of Object.entries(pages)) {
  const results: Result[] = []
  for (let run = 0; run < runs; run++) {
    const answer = await lighthouse(origin + path, { port: chrome.port, output: 'json', logLevel: 'error' })
    if (answer) results.push(answer.lhr)
  }
  results.sort((a, b) => score(a, 'performance') - score(b, 'performance'))
  const median = results[Math.floor(results.length / 2)]
  if (!median) continue
  writeFileSync(join(folder, `${name.replaceAll(' ', '-')}.json`), JSON.stringify(median))
  console.log(row(name, median))
  for (const category of ['accessibility', 'best-practices', 'seo']) {
    worst = Math.min(worst, score(median, category))
    for (const audit of failures(median, category)) console.log(`<!-- ${name}, ${category}: ${audit} -->`)
  }
}
chrome.kill()
process.exit(worst < 100 ? 1 : 0)

function score(result: Result, category: string): number {
  return Math.round((result.categories[category]?.score ?? 0) * 100)
}

function failures(result: Result, category: string): string[] {
  return (result.categories[category]?.auditRefs ?? []).flatMap(({ id }) => {
    const audit = result.audits[id]
    return audit && audit.score !== null && audit.score < 1 ? [`${id}: ${audit.title}`] : []
  })
}

function row(name: string, result: Result): string {
  const value = (id: string) => result.audits[id]?.numericValue ?? 0
  const requests = result.audits['network-requests']?.details as
    | { items?: { resourceType: string; transferSize: number }[] }
    | undefined
  const scripts = (requests?.items ?? [])
    .filter((item) => item.resourceType === 'Script')
    .reduce((sum, item) => sum + item.transferSize, 0)
  const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map((category) =>
    score(result, category),
  )
  const figures = [
    (value('largest-contentful-paint') / 1000).toFixed(2),
    value('cumulative-layout-shift').toFixed(3),
    Math.round(value('total-blocking-time')),
    Math.round(value('total-byte-weight') / 1024),
    Math.round(scripts / 1024),
  ]
  return `| ${[name, ...scores, ...figures].join(' | ')} |`
}

/** The newest article; the list of articles is on the blog's own page. */
async function firstPost(): Promise<string> {
  const html = await (await fetch(`${origin}/blog`)).text()
  return /href="(\/blog\/[a-z0-9-]+)"/.exec(html)?.[1] ?? '/blog'
}
