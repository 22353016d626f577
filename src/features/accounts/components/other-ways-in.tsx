import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * Links for users without their password at hand. The email entered and the redirect target are passed on.
 */
export function OtherWaysIn({ returnTo }: { returnTo: string | undefined }) {
  const here = useLocation({ select: ({ href }) => href })
  const [email, setEmail] = useState<string>()
  const redirect = returnTo ?? here
  const readEmail = (event: { currentTarget: Element }) => {
    const field = event.currentTarget.closest('form')?.elements.namedItem('email')
    setEmail(field instanceof HTMLInputElement && field.value ? field.value : undefined)
  }
  // The email is read before the click, for both pointer and keyboard users.
  const reading = { onPointerEnter: readEmail, onPointerDown: readEmail, onFocus: readEmail }
  const search = { email, redirect: redirect === '/' ? undefined : redirect }
  return (
    <p className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-[0.9375rem]">
      <Link to="/reset-password" search={{ email }} className="text-link" {...reading}>
        Forgot your password?
      </Link>
      <Link to="/magic-link-login" search={search} className="text-link" {...reading}>
        Email me a sign-in link
      </Link>
    </p>
  )
}
