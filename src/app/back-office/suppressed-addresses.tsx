import { MailX } from 'lucide-react'
import { AdminList } from '#features/back-office/components/admin-list.tsx'

/** Addresses that letters come back from, or whose reader called one spam. */
export function SuppressedAddresses() {
  return (
    <AdminList
      list="suppressed-addresses"
      label="Addresses that get no letters"
      failure="Failed to load the addresses"
      empty={{
        icon: MailX,
        title: 'Letters arrive everywhere',
        text: 'An address stands here when letters to it come back, or when its reader marks one as spam. It goes when its reader shows that letters arrive.',
      }}
    />
  )
}
