import type { Page } from '@playwright/test'
import { expect, hydrated, lettersTo } from './support.ts'

/** Waits for an email in the local outbox and follows its button. */
export async function followLetter(page: Page, email: string, subject: string): Promise<string> {
  let address = ''
  await expect(async () => {
    const outbox = await lettersTo(page.request, email)
    const letter = outbox.split('<details>').find((one) => one.includes(subject))
    address = /href="([^"]+token=[^"]+)"/.exec(unescaped(unescaped(letter ?? '')))?.[1] ?? ''
    expect(address).not.toBe('')
  }).toPass()
  await page.goto(address)
  await hydrated(page)
  return address
}

const unescaped = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
