import type { createHttpApp } from '#app/http/app.ts'

/** An HTTP client of the product with a separate cookie jar. */
export interface Visitor {
  cookie: string
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body: unknown): Promise<Answer>
  send(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<Answer>
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  // Untyped: the assertions check the response.
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what the tests are about
  json: any
}

/** @param app called for every request, because products are created only when tests begin */
export function createVisitor(app: () => ReturnType<typeof createHttpApp>): Visitor {
  const self: Visitor = {
    cookie: '',
    get: (path) => self.send('GET', path),
    post: (path, body, headers) =>
      self.send('POST', path, JSON.stringify(body ?? {}), {
        'content-type': 'application/json',
        ...headers,
      }),
    put: (path, body) => self.send('PUT', path, JSON.stringify(body), { 'content-type': 'application/json' }),
    async send(method, path, body, headers = {}) {
      const response = await app().request(`http://greenside.test${path}`, {
        method,
        headers: { ...(self.cookie ? { cookie: self.cookie } : {}), ...headers },
        ...(body === undefined ? {} : { body }),
      })
      for (const cookie of response.headers.getSetCookie()) self.cookie = withCookie(self.cookie, cookie)
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, json: parse(text) }
    },
  }
  return self
}

/** Applies a `Set-Cookie` header: sets the name's new value, or removes it if it has expired. */
function withCookie(jar: string, set: string): string {
  const [pair = ''] = set.split(';')
  const name = pair.slice(0, pair.indexOf('='))
  const others = jar.split('; ').filter((cookie) => cookie && !cookie.startsWith(`${name}=`))
  return [...others, ...(/max-age=0/i.test(set) ? [] : [pair])].join('; ')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
