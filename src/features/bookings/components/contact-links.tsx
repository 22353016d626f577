import { Mail, MessageSquare, Phone } from 'lucide-react'
import { buttonClass } from '#ui/button.tsx'

/** Links to call, text or email a student, for the contact details the student shares. */
export function ContactLinks({
  contact,
  name,
}: {
  contact: { phone: string | null; email: string | null }
  name: string
}) {
  const { phone, email } = contact
  if (!phone && !email)
    return <p className="text-sm text-muted">{name} shares neither phone nor email. Write a message.</p>
  const dial = phone?.replace(/[^\d+]/g, '')
  return (
    <ul className="flex flex-col gap-2.5">
      {phone ? (
        <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span className="tabular text-[0.9375rem]">{phoneWords(phone)}</span>
          <span className="flex gap-2">
            <a href={`tel:${dial}`} className={buttonClass({ size: 'sm' })}>
              <Phone aria-hidden />
              Call<span className="sr-only"> {name}</span>
            </a>
            <a href={`sms:${dial}`} className={buttonClass({ size: 'sm' })}>
              <MessageSquare aria-hidden />
              Text<span className="sr-only"> {name}</span>
            </a>
          </span>
        </li>
      ) : null}
      {email ? (
        <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span className="min-w-0 text-[0.9375rem] break-words">{email}</span>
          <a href={`mailto:${email}`} className={buttonClass({ size: 'sm' })}>
            <Mail aria-hidden />
            Email<span className="sr-only"> {name}</span>
          </a>
        </li>
      ) : null}
    </ul>
  )
}

/** `(704) 555-0150` for North American numbers; other numbers are displayed as stored. */
const phoneWords = (phone: string) => phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
