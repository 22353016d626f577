import { createRandom } from '#db/seed/random.ts'

/** Included in every random URL; it must never be returned as markup. */
export const markup = `"'><zq-hurt onerror=1>`

const pages = [
  '/',
  '/instructor/c0ac0001-0000-4000-8000-000000000001',
  '/instructor/nobody',
  '/auth',
  '/blog',
  '/blog/how-to-cure-a-slice',
  '/charlotte-golf-instructors',
  '/instructor-landing',
  '/find-your-match',
  '/reset-password',
  '/magic-link-login',
  '/unsubscribe',
  '/checkout/x',
  '/api/coaches',
  '/api/coaches/c0ac0001-0000-4000-8000-000000000001',
  '/api/coaches/c0ac0001-0000-4000-8000-000000000001/reviews',
  '/api/coaches/c0ac0001-0000-4000-8000-000000000001/slots',
  '/api/next-openings',
  '/api/zip-codes/nearest',
  '/api/nearest-coaches',
  '/api/towns',
  '/api/cities/charlotte',
]
const names = [
  'zip sort minPrice maxPrice price gender facility launchMonitor pgaClassA page openBooking notice redirect mode from instructor',
  'instructorId locationId durationMinutes date time checkout token purpose problem order lat lng __proto__ constructor toString',
]
  .join(' ')
  .split(' ')
const values = [
  '28202',
  '00000',
  '9'.repeat(400),
  '-1',
  '1e999',
  'NaN',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '[1,2,{"a":[]}]',
  '{"__proto__":{"x":1}}',
  "' or 1=1 --",
  "'; select pg_sleep(9) --",
  '$(sleep 9)',
  '../../../../etc/passwd',
  'javascript:alert(1)',
  '//evil.example',
  'https://evil.example/',
  '\u0000',
  '\ud83c\udfcc\u202e',
  'é'.repeat(300),
  '%',
  '%zz',
  '2026-02-30',
  'c0ac0001-0000-4000-8000-000000000001',
  markup,
  `</script><script>1</script>${markup}`,
]

/** Generates unusual URLs, deterministic by seed. */
export function randomAddresses(count: number, seed: string): string[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => {
    const query = Array.from({ length: random.int(0, 6) }, () => {
      const [name, value] = [random.pick(names), random.pick(values)]
      // Sometimes encoded in a way that programs avoid.
      return random.int(0, 9) === 0 ? `${name}=${asBytes(value)}` : `${encode(name)}=${encode(value)}`
    })
    return `${random.pick(pages)}?${query.join(random.int(0, 19) === 0 ? '&&' : '&')}`
  })
}

/** Encodes only what a request line cannot contain. */
const asBytes = (text: string) => text.replace(/[^\x21-\x7e]|["<>#\\^`{|}]/g, (sign) => encode(sign))

const encode = (text: string) => encodeURIComponent(text.toWellFormed())

/** Checks the response to such a URL. Returns the problem, or null. */
export function wrongWith(answer: { status: number; type: string; text: string }): string | null {
  if (answer.status >= 500) return `status ${answer.status}`
  if (/^text\/html/.test(answer.type) && /<zq-hurt/i.test(answer.text)) return 'markup came back as markup'
  if (/root:x:0/.test(answer.text)) return 'a file of the machine'
  return null
}
