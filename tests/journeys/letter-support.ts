import type { APIRequestContext, Page } from '@playwright/test'
import { expect, hydrated, lettersTo } from './support.ts'

/** Waits for an email in the local outbox. @returns the address of its button */
async function addressIn(request: APIRequestContext, email: string, subject: string): Promise<string> {
  let address = ''
  await expect(async () => {
    const outbox = await lettersTo(request, email)
    const letter = outbox.split('<details>').find((one) => one.includes(subject))
    address = /href="([^"]+token=[^"]+)"/.exec(unescaped(unescaped(letter ?? '')))?.[1] ?? ''
    expect(address).not.toBe('')
  }).toPass({ intervals: [50, 100, 250, 500] })
  return address
}

/** Waits for an email in the local outbox and follows its button. */
export async function followLetter(page: Page, email: string, subject: string): Promise<string> {
  const address = await addressIn(page.request, email, subject)
  await page.goto(address)
  await hydrated(page)
  return address
}

/** Confirms the address of the person who is signed in here, as the link in the first email does. */
export async function confirmAddress(request: APIRequestContext, email: string): Promise<void> {
  const address = new URL(await addressIn(request, email, 'Confirm your email address'))
  const token = address.searchParams.get('token')
  const confirmed = await request.put('/api/email-verifications', { data: { token } })
  expect(confirmed.status(), await confirmed.text()).toBe(200)
}

const unescaped = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
