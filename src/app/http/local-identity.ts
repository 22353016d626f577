import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import type { LocalIdentity } from '#ports/identity/local.ts'
import type { Services } from '#ports/services.ts'
import { localVendorPage } from './local-vendor-page.ts'
import type { RequestVariables } from './requests.ts'
import { newNonce } from './security.ts'

const questionSchema = z.object({
  state: z.string().min(1).max(200),
  nonce: z.string().min(1).max(200),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  redirect_uri: z.string().max(500),
})
const answerSchema = questionSchema.extend({
  answer: z.enum(['continue', 'cancel']),
  email: z.string().trim().max(255),
  name: z.string().trim().max(100),
  is_verified: z.literal('on').optional(),
})

/**
 * The page of the local sign-in provider, where people say who they are. Available only in a demo without a real
 * provider.
 * @param returnPath the only page that it returns to
 */
export function localIdentityRoutes({ env }: Services, identity: LocalIdentity, returnPath: string) {
  const routes = new Hono<{ Variables: RequestVariables }>()
  const page = (c: Context<{ Variables: RequestVariables }>, body: unknown) => {
    const nonce = newNonce()
    c.set('nonce', nonce)
    return c.html(localVendorPage('Sign in with Google', body, nonce))
  }
  const isOurs = (redirectUri: string) => redirectUri === `${env.appUrl}${returnPath}`

  routes.get(identity.authorizePath, (c) => {
    const question = questionSchema.safeParse(c.req.query())
    if (!question.success || !isOurs(question.data.redirect_uri))
      return page(c, html`<h1>Nothing was asked</h1><p>Begin at <a href="/auth">the sign-in page</a>.</p>`)
    return page(c, form(question.data))
  })

  routes.post(identity.authorizePath, async (c) => {
    const sent = answerSchema.safeParse(
      Object.fromEntries(await c.req.formData().catch(() => new FormData())),
    )
    if (!sent.success || !isOurs(sent.data.redirect_uri)) return c.redirect('/auth', 303)
    const { state, nonce, redirect_uri: redirectUri, code_challenge: codeChallenge, answer } = sent.data
    const { email, name, is_verified } = sent.data
    if (answer === 'continue' && !z.email().safeParse(email).success)
      return page(c, form(sent.data, 'Enter an email address.'))
    const back = new URL(redirectUri)
    back.searchParams.set('state', state)
    if (answer === 'cancel') back.searchParams.set('error', 'access_denied')
    else {
      const isEmailVerified = is_verified === 'on'
      const code = await identity.allow({ redirectUri, nonce, codeChallenge, email, isEmailVerified, name })
      back.searchParams.set('code', code)
    }
    return c.redirect(back.href, 303)
  })
  return routes
}

const form = (
  { state, nonce, code_challenge, redirect_uri }: z.infer<typeof questionSchema>,
  problem?: string,
) => html`
  <p class="quiet">A stand-in for Google: no account is needed, and nothing leaves this machine.</p>
  <h1>Sign in to Greenside with Google</h1>
  ${problem ? html`<p role="alert">${problem}</p>` : ''}
  <form method="post" action="">
    ${Object.entries({ state, nonce, code_challenge, redirect_uri }).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    )}
    <label class="field">Email of the Google account <input type="email" name="email" autocomplete="off"></label>
    <label class="field">Name <input type="text" name="name" autocomplete="off"></label>
    <label><input type="checkbox" name="is_verified" checked> Google has verified this address</label>
    <div class="row"><button name="answer" value="continue" class="main">Continue</button><button name="answer" value="cancel" formnovalidate>Cancel</button></div>
  </form>`
