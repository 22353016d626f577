import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { toast } from '#ui/toast.tsx'

const notices: Record<string, string> = {
  'admins-stay-out': 'Admin users cannot access this page. Redirecting to admin dashboard',
}

/** Says why someone was sent here, once: the reason leaves the address as it is said. */
export function NoticeToast() {
  const { notice } = useSearch({ strict: false })
  const navigate = useNavigate()
  useEffect(() => {
    const text = notice === undefined ? undefined : notices[notice]
    if (!text) return
    toast.error(text)
    void navigate({ to: '.', search: (now) => ({ ...now, notice: undefined }), replace: true })
  }, [notice, navigate])
  return null
}
