import { Clapperboard } from 'lucide-react'
import { AdminListView } from '#features/back-office/components/admin-list-view.tsx'

/** All video reviews, for admins. Their money is in the list of payments. */
export const VideoReviews = () => (
  <AdminListView
    list="video-reviews"
    label="Video reviews"
    empty={{ icon: Clapperboard, title: 'No video reviews yet', text: 'Coaches sell them on their profile.' }}
    failure="The video reviews could not be loaded."
  />
)
