import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expect } from './support.ts'

/**
 * Creates a coach for one journey, in a town without other coaches, signed in here, so that changes affect no
 * other journey.
 */
export async function newCoach(
  request: APIRequestContext,
  draft: {
    /** 0 is Sunday; defaults to all days. */
    days?: number[]
    /** Minutes. */
    durations?: number[]
    /** A credential on the profile; none by default. */
    credential?: string
  } = {},
): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@coaches.test`
  const account = await request.post('/api/accounts', {
    data: { name: 'Calendar Cal', email, phone: '8025550123', password: 'fairway-seven' },
  })
  expect(account.status()).toBe(201)
  const days = draft.days ?? [0, 1, 2, 3, 4, 5, 6]
  const saved = await request.put('/api/coach-draft', {
    data: {
      displayName: 'Calendar Cal',
      bio: 'Teaches in the mornings and keeps a calendar of everything else that happens.',
      gender: '',
      years: '9',
      locationName: 'Worcester Range',
      address: '1 Range Road',
      zip: '05602',
      facilityTypes: ['outdoor'],
      specialties: ['Putting'],
      hourlyRate: '80',
      durations: draft.durations ?? [60],
      launchMonitor: '',
      credential: draft.credential ?? '',
      hours: days.map((day) => ({ day, from: '09:00', to: '17:00' })),
    },
  })
  expect(saved.ok()).toBe(true)
  const live = await (await request.post('/api/coach-draft/live')).json()
  expect(live.ok, JSON.stringify(live)).toBe(true)
  const { userId } = await (await request.get('/api/me')).json()
  return { id: userId, email }
}
