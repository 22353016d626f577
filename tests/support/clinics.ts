import { expect } from 'vitest'
import { sendRefunds, signedInCoach, verifyEmail } from './lessons.ts'
import { lettersTo } from './mail.ts'
import { charlotteDay, goodCard } from './now.ts'
import { testNow, type testProduct, type Visitor } from './product.ts'

type Product = ReturnType<typeof testProduct>
export type Person = Awaited<ReturnType<Product['student']>>

/** What tests of clinics do, as the coach Maya Brooks and as students. */
export function clinicTools(product: Product) {
  const { query } = product
  let maya: Person
  let placeId: string

  /** Signs the coach in; called before each test. */
  async function begin(): Promise<Person> {
    product.clock.moveTo(testNow)
    maya = await signedInCoach(product)
    const [place] = await query('select id from instructor_teaching_locations where instructor_id = $1', [
      maya.userId,
    ])
    placeId = place?.id
    return maya
  }
  const shortGame = (change: object = {}) => ({
    title: 'Short game clinic',
    description: 'Chips, pitches and bunker shots from 50 yards.',
    placeId,
    dates: [{ date: charlotteDay(20), time: '10:00', durationMinutes: 90 }],
    priceCents: 6_000,
    seats: 8,
    minimum: 1,
    decideOn: null,
    youngest: null,
    oldest: null,
    level: 'everyone',
    ...change,
  })
  const save = (change: object = {}, who: Visitor = maya) => who.put('/api/own-clinics', shortGame(change))
  const publish = (id: string, who: Visitor = maya) => who.post(`/api/own-clinics/${id}/publication`, {})
  /** A published clinic on the 20th day. */
  async function clinic(change: object = {}): Promise<string> {
    const saved = await save(change)
    expect(saved.status, saved.text).toBe(200)
    const published = await publish(saved.json.clinicId)
    expect(published.status, published.text).toBe(200)
    return saved.json.clinicId
  }
  async function student(name: string): Promise<Person> {
    const person = await product.student(name)
    await verifyEmail(product, person.userId)
    return person
  }
  const hold = (who: Visitor, clinicId: string, players: (string | null)[] = [null], change: object = {}) =>
    who.post(`/api/clinics/${clinicId}/seats`, {
      players,
      expectedPriceCents: 6_000,
      expectedPolicy: 'standard',
      ...change,
    })
  async function pay(checkoutUrl: string, who: Visitor) {
    await who.post(`/api/test-checkouts/${checkoutUrl.split('/').at(-1)}/payments`, goodCard)
    await product.settle()
  }
  async function buy(who: Visitor, clinicId: string, players: (string | null)[] = [null]): Promise<string[]> {
    const held = await hold(who, clinicId, players)
    expect(held.status, held.text).toBe(201)
    await pay(held.json.checkoutUrl, who)
    return held.json.bookingIds
  }
  async function child(who: Visitor, name: string): Promise<string> {
    const yearOfBirth = new Date(testNow).getUTCFullYear() - 9
    return (await who.post('/api/me/golfers', { name, relation: 'child', yearOfBirth })).json.id
  }
  /** Sends the refunds of these seats, and delivers the emails. */
  async function refund(ids: readonly string[]) {
    for (const id of ids) await sendRefunds(product, id)
  }
  const seatsOf = async (clinicId: string) => (await product.visitor().get(`/api/clinics/${clinicId}`)).json
  const letters = async (who: Pick<Person, 'email'>, word: string) =>
    (await lettersTo(product.database.pool, who.email)).filter(({ subject }) => subject.includes(word))
  return { begin, save, publish, clinic, student, hold, pay, buy, child, refund, seatsOf, letters }
}
