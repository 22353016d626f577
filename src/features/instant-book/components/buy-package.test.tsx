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
/** The keys of the requests. */
const asked: (string | undefined)[] = []
let isLost = false
vi.mock('#features/proposals/client.ts', () => ({
  proposalsClient: {
    buyPackage: {
      call: async ({ idempotencyKey }: { idempotencyKey?: string }) => {
        asked.push(idempotencyKey)
        if (isLost) throw new TypeError('Failed to fetch')
        return { checkoutUrl: '/checkout/1' }
      },
    },
  },
}))
vi.mock('#features/gift-cards/components/use-gift-card.tsx', () => ({ UseGiftCard: () => null }))
const left: string[] = []
vi.mock('#ui/history-listener.ts', () => ({ navigateAway: (href: string) => left.push(href) }))

let close = async () => {}
afterEach(async () => {
  await close()
  asked.length = 0
})

async function open(me: Me | null) {
  const { page, window, unmount } = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <BuyPackage
        coach={{ id: 'c0ac0001-0000-4000-8000-000000000001', label: 'Coach Maya' }}
        policy="standard"
        me={me}
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
    const button = () =>
      [...page.querySelectorAll('button')].find(
        (one) => one.textContent === label && !one.hasAttribute('aria-busy'),
      )
    await eventually(() => expect(button()).toBeDefined())
    button()?.click()
  }
  return { page, window, press }
}

test('a new account for a package is counted as a sign-up for booking, and an existing one is not [row 82]', async () => {
  const { window, press } = await open(null)
  await press('Sign in')
  await eventually(() => expect(asked).toHaveLength(1))
  expect(Reflect.get(window, 'dataLayer')).toBeUndefined()
  await press('Create account')
  await eventually(() => expect(asked).toHaveLength(2))
  expect(Reflect.get(window, 'dataLayer')).toEqual([
    { event: 'student_signup', user_type: 'student', signup_method: 'instant_book' },
  ])
})

test('a purchase whose answer was lost is repeated with its key, and the next one has another', async () => {
  const { page, press } = await open(casey)
  const buy = 'Buy for $395, choose times later'
  isLost = true
  await press(buy)
  await eventually(() => expect(page.textContent).toContain('you never pay twice'))
  isLost = false
  left.length = 0
  await press(buy)
  await eventually(() => expect(left).toHaveLength(1))
  await press(buy)
  await eventually(() => expect(left).toHaveLength(2))
  const [first, again, next] = asked
  expect(again).toBe(first)
  expect(next).not.toBe(first)
})
