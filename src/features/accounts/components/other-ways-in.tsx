import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'

/** For somebody without their password at hand. What they typed comes along, and so does where they were going. */
export function OtherWaysIn({ returnTo }: { returnTo: string | undefined }) {
  const here = useLocation({ select: ({ href }) => href })
  const [email, setEmail] = useState<string>()
  const redirect = returnTo ?? here
  const readEmail = (event: { currentTarget: Element }) => {
    const field = event.currentTarget.closest('form')?.elements.namedItem('email')
    setEmail(field instanceof HTMLInputElement && field.value ? field.value : undefined)
  }
  // The address is read before the click that follows, by pointer and by keyboard.
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
