import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toast } from './toast.tsx'
import { currentToast, subscribeToToasts, toastDuration } from './toast-store.ts'

const clear = () => {
  const shown = currentToast()
  if (shown) toast.dismiss(shown.id)
}
beforeEach(clear)
afterEach(clear)

describe('messages', () => {
  test('stay four seconds, errors five [row 21]', () => {
    expect(toastDuration).toEqual({ success: 4000, error: 5000 })
  })

  test('come one at a time: the next takes the place of the last [row 21]', () => {
    toast.success('Lesson booked', 'Tuesday')
    toast.error('Payment Error')
    expect(currentToast()).toMatchObject({ tone: 'error', title: 'Payment Error' })
  })

  test('that were replaced cannot take the new one away when their time is up', () => {
    const first = toast.success('First')
    toast.success('Second')
    toast.dismiss(first)
    expect(currentToast()?.title).toBe('Second')
  })

  test('tell whoever shows them, until nobody listens', () => {
    const seen: (string | undefined)[] = []
    const stop = subscribeToToasts(() => seen.push(currentToast()?.title))
    const id = toast.success('Saved')
    toast.dismiss(id)
    stop()
    toast.success('Unheard')
    expect(seen).toEqual(['Saved', undefined])
  })
})
