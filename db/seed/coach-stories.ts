import type { CoachRow, PlaceRow } from './rows.ts'
import { scenario, scenarioPlaces } from './scenarios.ts'

/** A teaching place as a story tells it; zone and rank follow from the story. */
export type Place = Omit<PlaceRow, 'instructor_id' | 'is_primary' | 'time_zone'>
type Own = Partial<Omit<CoachRow, 'user_id' | 'display_name'>> &
  Pick<CoachRow, 'bio' | 'hourly_rate' | 'specialties' | 'gender' | 'time_zone'>

/** A coach of the scenarios: who she is, where and when she teaches, and what of her profile differs from the usual. */
export interface Story {
  readonly who: { readonly id: string; readonly name: string; readonly email: string }
  readonly places: readonly [Place, ...Place[]]
  readonly own: Own
  readonly days: readonly number[]
  readonly spans: readonly (readonly [from: string, to: string])[]
}

const charlotte = { city: 'Charlotte', state: 'NC' }
const eastern = 'America/New_York'

/** The coaches whom tests and demo users meet by name. */
export const coachStories: readonly Story[] = [
  {
    who: scenario.maya,
    days: [1, 2, 3, 4, 5, 6],
    spans: [
      ['08:00', '12:00'],
      ['13:00', '18:00'],
    ],
    places: [
      {
        id: scenarioPlaces.mayaCharlotte,
        location_name: 'Longleaf Hollow Golf Center',
        address: '1450 Orchard Lane',
        ...charlotte,
        zip: '28202',
        lat: 35.2271,
        lng: -80.8462,
      },
      {
        id: scenarioPlaces.mayaFortMill,
        location_name: 'Redbud Crossing Driving Range',
        address: '320 Mill Road',
        city: 'Fort Mill',
        state: 'SC',
        zip: '29708',
        lat: 35.0476,
        lng: -80.9879,
      },
    ],
    own: {
      bio: 'I grew up on a nine-hole course outside Charlotte and played for a small college with a large heart. I teach people who want to enjoy Saturday more: we look at what the ball does, change one thing, and leave with a plan you can practice in twenty minutes. Beginners, returners and people who three-putt in company are all welcome. I bring the coffee; you bring the excuses.',
      hourly_rate: 85,
      group_rate: 140,
      group_size: 4,
      group_bookable: true,
      playing_rate: 120,
      playing_minutes: 150,
      specialties: ['Swing Mechanics', 'Short Game', 'Beginners', 'Course Strategy', "Women's Golf"],
      gender: 'female',
      time_zone: eastern,
      launch_monitor: 'Doppler radar',
      credentials: ['PGA Class A Professional', 'TPI Certified Level 2'],
      profile_image_url: '/art/portraits/portrait-1-480.webp',
      gallery_images: [1, 5, 14, 22].map((n) => `/art/covers/cover-${n}-800.webp`),
      facility_types: ['public', 'driving-range', 'outdoor'],
      years_coaching: 14,
      custom_reviews: [
        {
          author: 'Denise G.',
          rating: 5,
          text: 'Maya taught my whole book club. We read less now.',
          source: 'Club newsletter',
        },
        {
          author: 'Hector A.',
          rating: 5,
          text: 'Took six strokes off my game by moving my ball two inches.',
          source: 'Club newsletter',
        },
        {
          author: 'Ingrid L.',
          rating: 5,
          text: 'The calmest hour of my week, bunkers included.',
          source: 'A letter',
        },
        {
          author: 'Tom W.',
          rating: 5,
          text: 'I was certain it was my hips. It was my grip.',
          source: 'A letter',
        },
        {
          author: 'Nia C.',
          rating: 5,
          text: 'My mother took up golf at 66 because of her.',
          source: 'From the coach\u2019s website',
        },
        {
          author: 'Walt P.',
          rating: 5,
          text: 'Clear, kind, punctual. The swing is coming along too.',
          source: 'From the coach\u2019s website',
        },
      ],
    },
  },
  {
    who: scenario.keoni,
    days: [2, 3, 4, 5, 6],
    spans: [
      ['07:00', '11:00'],
      ['15:00', '18:00'],
    ],
    places: [
      {
        id: scenarioPlaces.keoni,
        location_name: 'Tradewind Terrace Golf Links',
        address: '75 Prospect Street',
        city: 'Honolulu',
        state: 'HI',
        zip: '96815',
        lat: 21.2794,
        lng: -157.8199,
      },
    ],
    own: {
      bio: 'I teach wind. The swing comes along with it. Twenty years of lessons on this side of the island have shown me that a low shot and a good mood travel furthest. Visitors are welcome: shoes, sunscreen and one hour are all you need.',
      hourly_rate: 110,
      specialties: ['On-Course Play', 'Driver Distance', 'Course Strategy'],
      gender: 'male',
      time_zone: 'Pacific/Honolulu',
      credentials: ['PGA Class A Professional'],
      profile_image_url: '/art/portraits/portrait-37-480.webp',
      min_booking_notice_hours: 12,
      years_coaching: 20,
    },
  },
  {
    who: scenario.ruth,
    days: [1, 2, 3, 4, 5],
    spans: [['06:00', '11:00']],
    places: [
      {
        id: scenarioPlaces.ruth,
        location_name: 'Saltbush Wash Practice Park',
        address: '2250 Highland Road',
        city: 'Phoenix',
        state: 'AZ',
        zip: '85016',
        lat: 33.5057,
        lng: -112.0336,
      },
    ],
    own: {
      bio: 'Lessons begin at six, because the sun does. I was a science teacher for eighteen years and I still like an experiment: we change one thing, measure it, and keep it or throw it out. Juniors and late starters are my favourite people.',
      hourly_rate: 95,
      specialties: ['Junior Golf', 'Beginners', 'Putting'],
      gender: 'female',
      cancellation_policy: 'strict',
      time_zone: 'America/Phoenix',
      credentials: ['LPGA Class A', 'US Kids Golf Certified Coach'],
      profile_image_url: '/art/portraits/portrait-2-480.webp',
      launch_monitor: 'Portable radar',
      years_coaching: 18,
    },
  },
  {
    who: scenario.dale,
    days: [1, 2, 3, 4, 6],
    spans: [['09:00', '17:00']],
    places: [
      {
        id: scenarioPlaces.dale,
        location_name: 'Sycamore Green Golf Course',
        address: '640 River Avenue',
        city: 'Indianapolis',
        state: 'IN',
        zip: '46220',
        lat: 39.8679,
        lng: -86.1135,
      },
    ],
    own: {
      bio: 'I fix slices for people who have been told that nothing can be done. Thirty years behind the same counter at the same public course, and the coffee has improved twice. Seniors, lefties and the thoroughly discouraged, step forward.',
      hourly_rate: 65,
      specialties: ['Senior Golf', 'Swing Mechanics', 'Club Fitting'],
      gender: 'male',
      cancellation_policy: 'flexible',
      time_zone: 'America/Indiana/Indianapolis',
      credentials: ['PGA Class A Professional', 'Certified Club Fitter'],
      profile_image_url: '/art/portraits/portrait-38-480.webp',
      years_coaching: 30,
    },
  },
  {
    who: scenario.priya,
    days: [2, 4, 6],
    spans: [['10:00', '16:00']],
    places: [
      {
        id: scenarioPlaces.priya,
        location_name: 'Heron Branch Golf Club',
        address: '1100 Walnut Drive',
        ...charlotte,
        zip: '28277',
        lat: 35.0552,
        lng: -80.8195,
      },
    ],
    own: {
      bio: 'I keep a small book of regulars and like to talk before we start. Send me a message with your last scorecard and what you would like to change about it. If we suit each other, you get my calendar.',
      hourly_rate: 130,
      specialties: ['Mental Game', 'Course Strategy', 'Putting'],
      gender: 'female',
      time_zone: eastern,
      credentials: ['LPGA Class A'],
      profile_image_url: '/art/portraits/portrait-3-480.webp',
      instant_book_enabled: false,
      facility_types: ['private', 'outdoor'],
      years_coaching: 11,
    },
  },
  {
    who: scenario.hollis,
    days: [1, 2, 3, 4, 5],
    spans: [['09:00', '17:00']],
    places: [
      {
        id: scenarioPlaces.hollis,
        location_name: 'Catbird Meadow Golf Links',
        address: '210 Quarry Way',
        ...charlotte,
        zip: '28205',
        lat: 35.2208,
        lng: -80.7919,
      },
    ],
    own: {
      bio: 'My profile is still at the dry cleaner.',
      hourly_rate: 70,
      specialties: ['Bunker Play'],
      gender: null,
      time_zone: eastern,
      is_visible: false,
    },
  },
  {
    who: scenario.nolan,
    days: [],
    spans: [],
    places: [
      {
        id: scenarioPlaces.nolan,
        location_name: 'Muscadine Bend Golf Course',
        address: '875 Turner Street',
        ...charlotte,
        zip: '28209',
        lat: 35.1785,
        lng: -80.8537,
      },
    ],
    own: {
      bio: 'I am building a house this season and coaching resumes when the roof is on. Leave me a message and I will write to you first.',
      hourly_rate: 75,
      specialties: ['Swing Mechanics', 'Video Analysis'],
      gender: 'male',
      time_zone: eastern,
      credentials: ['PGA Class A Professional'],
      profile_image_url: '/art/portraits/portrait-39-480.webp',
      years_coaching: 9,
    },
  },
  {
    who: scenario.casey,
    days: [0, 1, 2, 3, 4, 5, 6],
    spans: [['09:00', '17:00']],
    places: [
      {
        id: scenarioPlaces.casey,
        location_name: 'Hemlock Cove Learning Center',
        address: '12 Overlook Drive',
        city: 'Asheville',
        state: 'NC',
        zip: '28801',
        lat: 35.5951,
        lng: -82.5515,
      },
    ],
    own: {
      bio: 'I am here for rehearsals. With a demo account you book me from the first click to the receipt, and nobody is charged and nobody has to turn up. Real golfers find real coaches a page back.',
      hourly_rate: 60,
      specialties: ['Beginners', 'Swing Mechanics'],
      gender: null,
      time_zone: eastern,
      profile_image_url: '/art/portraits/portrait-22-480.webp',
      takes_demo_bookings: true,
    },
  },
]

/** The coach whom prospects look at. */
export const showroomStory: Story = {
  who: scenario.morgan,
  days: [1, 2, 3, 4, 5, 6],
  spans: [
    ['08:00', '12:00'],
    ['13:00', '18:00'],
  ],
  places: [
    {
      id: scenarioPlaces.morgan,
      location_name: 'Oleander Point Golf Links',
      address: '410 Riverside Drive',
      city: 'Savannah',
      state: 'GA',
      zip: '31401',
      lat: 32.0809,
      lng: -81.0912,
    },
  ],
  own: {
    bio: 'I teach people who have an hour on Thursday and a four-ball on Saturday. We film the swing once, talk about one thing, and hit the rest of the bucket with it. My students say that they hear my voice over every short putt. I apologize.',
    hourly_rate: 90,
    specialties: ['Short Game', 'Video Analysis', 'Beginners', 'Putting'],
    gender: 'female',
    time_zone: eastern,
    launch_monitor: 'Doppler radar',
    credentials: ['LPGA Class A', 'TPI Certified Level 1'],
    profile_image_url: '/art/portraits/portrait-5-480.webp',
    gallery_images: [3, 11, 24].map((n) => `/art/covers/cover-${n}-800.webp`),
    facility_types: ['public', 'driving-range', 'outdoor'],
    years_coaching: 12,
    is_visible: false,
  },
}
