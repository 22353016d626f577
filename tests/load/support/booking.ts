import type { OpenSlot } from './slots.ts'
import type { LoadStudent } from './students.ts'

const card = { number: '4242424242424242', expiry: '12/30', cvc: '123' }

export interface Booked {
  bookingId: string
  checkoutUrl: string
}

/** An answer that says no for good; anything else that goes wrong may be tried again. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(`${status} ${code}`)
    this.status = status
    this.code = code
  }
}

/** Holds a slot. @throws Refusal */
export async function bookSlot(
  url: string,
  student: LoadStudent | undefined,
  slot: OpenSlot | undefined,
  idempotencyKey?: string,
): Promise<Booked> {
  if (!student || !slot) throw new Error('a student and a slot are needed')
  return await post<Booked>(`${url}/api/bookings`, { ...slot, idempotencyKey }, student.cookie)
}

/** Pays a checkout with the test card that always works. @throws Refusal, `already_paid` among others */
export async function payCheckout(url: string, checkoutUrl: string): Promise<void> {
  const sessionId = checkoutUrl.slice(checkoutUrl.lastIndexOf('/') + 1)
  await post(`${url}/api/test-checkouts/${sessionId}/payments`, card)
}

async function post<T>(url: string, body: object, cookie?: string): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  const said = (await answer.json()) as T & { code?: string }
  if (answer.ok) return said
  throw new Refusal(answer.status, said.code ?? '')
}
