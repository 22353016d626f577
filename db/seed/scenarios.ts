import { DAY } from '#platform/duration.ts'
import type { ProfileRow } from './rows.ts'

/** The password of the four accounts whose logins the demo prints. */
export const demoPassword = 'greenside-demo'

/** The people used by tests and printed logins. Their ids never change. */
export const scenario = {
  maya: { id: 'c0ac0001-0000-4000-8000-000000000001', name: 'Maya Bennett', email: 'coach@greenside.demo' },
  keoni: {
    id: 'c0ac0002-0000-4000-8000-000000000002',
    name: 'Keoni Akana',
    email: 'keoni.akana@greenside.demo',
  },
  ruth: {
    id: 'c0ac0003-0000-4000-8000-000000000003',
    name: 'Ruth Yazzie',
    email: 'ruth.yazzie@greenside.demo',
  },
  dale: {
    id: 'c0ac0004-0000-4000-8000-000000000004',
    name: 'Dale Hoffman',
    email: 'dale.hoffman@greenside.demo',
  },
  /** No instant booking: only students she has accepted may book. */
  priya: {
    id: 'c0ac0005-0000-4000-8000-000000000005',
    name: 'Priya Raman',
    email: 'priya.raman@greenside.demo',
  },
  /** Hidden from search. */
  hollis: {
    id: 'c0ac0006-0000-4000-8000-000000000006',
    name: 'Hidden Hollis',
    email: 'hidden.hollis@greenside.demo',
  },
  /** Visible with instant booking, but without weekly hours. */
  nolan: {
    id: 'c0ac0007-0000-4000-8000-000000000007',
    name: 'Nolan Whitfield',
    email: 'nolan.whitfield@greenside.demo',
  },
  /** Demo bookings only: bookings from demo accounts are confirmed immediately, without payment. */
  casey: {
    id: 'c0ac0008-0000-4000-8000-000000000008',
    name: 'Casey Trent',
    email: 'casey.trent@greenside.demo',
  },
  /** The showroom coach: hidden, with demo students only. Prospective coaches see her dashboard. */
  morgan: {
    id: 'c0ac0009-0000-4000-8000-000000000009',
    name: 'Morgan Ellery',
    email: 'morgan.ellery@greenside.demo',
  },
  sam: { id: '57de0001-0000-4000-8000-000000000001', name: 'Sam Rivera', email: 'student@greenside.demo' },
  avery: { id: 'ad110001-0000-4000-8000-000000000001', name: 'Avery Quinn', email: 'admin@greenside.demo' },
  jordan: {
    id: '9405ec01-0000-4000-8000-000000000001',
    name: 'Jordan Ellis',
    email: 'prospect@greenside.demo',
  },
} as const

/** The demo's logins, as printed at startup. */
export const demoLogins = [
  { role: 'student', email: scenario.sam.email, password: demoPassword },
  { role: 'coach', email: scenario.maya.email, password: demoPassword },
  { role: 'admin', email: scenario.avery.email, password: demoPassword },
  { role: 'prospect', email: scenario.jordan.email, password: demoPassword },
] as const

/** The demo's promo codes. They apply to every coach, and the platform bears the discount. */
export const demoCodes = [
  { code: 'FAIRWAY10', percentOff: 10, amountOffCents: null, isOver: false },
  { code: 'FIVEOFF', percentOff: null, amountOffCents: 500, isOver: false },
  { code: 'LASTSUMMER', percentOff: 30, amountOffCents: null, isOver: true },
] as const

/** Where the named coaches teach. Maya has two places: Charlotte first, then Fort Mill in the next state. */
export const scenarioPlaces = {
  mayaCharlotte: '91ace001-0000-4000-8000-000000000001',
  mayaFortMill: '91ace002-0000-4000-8000-000000000002',
  keoni: '91ace003-0000-4000-8000-000000000003',
  ruth: '91ace004-0000-4000-8000-000000000004',
  dale: '91ace005-0000-4000-8000-000000000005',
  priya: '91ace006-0000-4000-8000-000000000006',
  hollis: '91ace007-0000-4000-8000-000000000007',
  nolan: '91ace008-0000-4000-8000-000000000008',
  casey: '91ace009-0000-4000-8000-000000000009',
  morgan: '91ace010-0000-4000-8000-000000000010',
} as const

/** The named people who do not teach: a student, an admin and a prospect. */
export function scenarioVisitors(now: number): ProfileRow[] {
  const visitors = [
    [scenario.sam, 'student', '+17045550150'],
    [scenario.avery, 'admin', '+17045550151'],
    [scenario.jordan, 'student', '+17045550152'],
  ] as const
  return visitors.map(([who, user_type, phone]) => ({
    id: who.id,
    full_name: who.name,
    email: who.email,
    phone,
    city: 'Charlotte',
    user_type,
    created_at: now - 200 * DAY,
  }))
}
