/** A page whose content is still being built: what will be there, and what already serves in the meantime. */
export interface ComingPage {
  title: string
  lead: string
  /** What will be there, a line each. */
  will: readonly string[]
  /** What works today, in a sentence. */
  today?: string
  /** The page that helps until then. */
  meanwhile: { href: string; label: string }
  /** One of the fifty drawn landscapes. */
  cover: number
}

const adminHome = { href: '/', label: 'Back to the admin home' }

/** Every page of this kind, by its address. An entry goes when its page comes. */
export const comingPages: Record<string, ComingPage> = {
  '/admin/analytics': {
    title: 'Analytics',
    lead: 'How people find the site, what they look at and where they leave.',
    will: [
      'Visits, pages and where they came from',
      'The funnel from search to booking',
      'How fast pages feel',
    ],
    meanwhile: adminHome,
    cover: 46,
  },
  '/admin/instructor-analytics': {
    title: 'Instructor Analytics',
    lead: 'For each coach: impressions, clicks, messages, bookings.',
    will: [
      'Impressions and positions in the list',
      'Clicks on profile, message and book',
      'Bookings that followed',
    ],
    meanwhile: adminHome,
    cover: 46,
  },
  '/admin/user-analytics': {
    title: 'User Analytics',
    lead: 'What people with an account do, over time.',
    will: ['Who visited and how often', 'Searches and bookings', 'Who came back'],
    meanwhile: adminHome,
    cover: 46,
  },
}
