import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { AuthFrame } from '#features/accounts/components/auth-frame.tsx'
import { ProviderReturn } from '#features/accounts/components/provider-return.tsx'

/** The page that sign-in providers return to. Their answer is used by the page, once, and not by opening its address. */
export const Route = createFileRoute('/_shell/sign-in-return')({
  head: unlistedHead('Signing you in'),
  component: () => (
    <AuthFrame>
      <ProviderReturn />
    </AuthFrame>
  ),
})
