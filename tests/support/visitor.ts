import type { createHttpApp } from '#app/http/app.ts'

/** Somebody who talks to the product over HTTP, with a cookie jar of their own. */
export interface Visitor {
  cookie: string
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  send(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<Answer>
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  // Tests read whatever came; the assertion is what says whether it is right.
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what the tests are about
  json: any
}

/** @param app asked for with every request, because products are made only when tests begin */
export function createVisitor(app: () => ReturnType<typeof createHttpApp>): Visitor {
  const self: Visitor = {
    cookie: '',
    get: (path) => self.send('GET', path),
    post: (path, body, headers) =>
      self.send('POST', path, JSON.stringify(body ?? {}), {
        'content-type': 'application/json',
        ...headers,
      }),
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

/** What a browser does with a `Set-Cookie`: the name's new value, or none when it has run out. */
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
