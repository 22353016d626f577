import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { AccountDialogProps } from '#features/accounts/components/account-dialog.tsx'
import type { Me } from '#features/accounts/schema.ts'
import type { PackageOffer } from '#features/proposals/packages/offers/schema.ts'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { BuyPackage } from './buy-package.tsx'

const casey: Me = {
  userId: '5d000000-0000-4000-8000-000000000001',
  role: 'student',
  fullName: 'Casey Moor',
  email: 'casey@students.test',
}
vi.mock('#features/accounts/components/account-dialog.tsx', () => ({
  AccountDialog: ({ onEntered }: AccountDialogProps) => (
    <>
      <button type="button" onClick={() => void onEntered(casey, { isNew: false })}>
        Sign in
      </button>
      <button type="button" onClick={() => void onEntered(casey, { isNew: true })}>
        Create account
      </button>
    </>
  ),
}))
vi.mock('#features/accounts/components/use-on-signed-in.ts', () => ({
  useOnSignedIn: () => async () => undefined,
}))
let bought = 0
vi.mock('#features/proposals/client.ts', () => ({
  proposalsClient: {
    buyPackage: {
      call: async () => {
        bought++
        return { checkoutUrl: '/checkout/1' }
      },
    },
  },
}))
vi.mock('#ui/history-listener.ts', () => ({ navigateAway: () => undefined }))

let close = async () => {}
afterEach(() => close())

test('a new account for a package is counted as a sign-up for booking, and an existing one is not [row 82]', async () => {
  const { page, window, unmount } = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <BuyPackage
        coach={{ id: 'c0ac0001-0000-4000-8000-000000000001', label: 'Coach Maya' }}
        policy="standard"
        me={null}
        offer={
          {
            id: '0ff00000-0000-4000-8000-000000000001',
            version: 1,
            title: 'Break 90 in five lessons',
            lessons: 5,
            durationMinutes: 60,
            priceCents: 39_500,
            validDays: 180,
          } as PackageOffer
        }
        onChanged={async () => undefined}
        onWithoutTime={null}
      />
    </QueryClientProvider>,
  )
  close = unmount
  const press = async (label: string) => {
    const button = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label)
    await eventually(() => expect(button()).toBeDefined())
    button()?.click()
  }
  await press('Sign in')
  await eventually(() => expect(bought).toBe(1))
  expect(Reflect.get(window, 'dataLayer')).toBeUndefined()
  await press('Create account')
  await eventually(() => expect(bought).toBe(2))
  expect(Reflect.get(window, 'dataLayer')).toEqual([
    { event: 'student_signup', user_type: 'student', signup_method: 'instant_book' },
  ])
})
