import { MailX } from 'lucide-react'
import { AdminListView } from '#features/back-office/components/admin-list-view.tsx'

/** Addresses that get no emails: emails bounced, or were marked as spam. */
export function SuppressedAddresses() {
  return (
    <AdminListView
      list="suppressed-addresses"
      label="Bounced addresses"
      failure="Failed to load the addresses"
      empty={{
        icon: MailX,
        title: 'No bounced addresses',
        text: 'An address is listed when emails to it bounce or are marked as spam. It is removed when its owner shows that emails arrive.',
      }}
    />
  )
}
