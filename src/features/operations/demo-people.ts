const DOMAIN = 'enterprise.greenside.demo'

const place = (
  locationName: string,
  city: string,
  state: string,
  zip: string,
  [lat, lng]: readonly [number, number],
  timeZone: string,
) => ({ locationName, city, state, zip, lat, lng, timeZone })

const [east, central, mountain, west] = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
]

/** Name, place, an hour's price in dollars, what they teach best, and a sentence about their lessons. */
const coaches = [
  [
    'Nora Whitlock',
    place('Redbud Hollow Range', 'Charlotte', 'NC', '28202', [35.2271, -80.8431], east),
    95,
    ['Short Game', 'Putting'],
    'Lessons on the green first: how far, how firm, and only then the stroke.',
  ],
  [
    'Calvin Dorsey',
    place('Heron Landing Golf Center', 'Atlanta', 'GA', '30303', [33.7525, -84.3888], east),
    110,
    ['Driving', 'Full Swing'],
    'More speed from the ground up, measured at every lesson.',
  ],
  [
    'Imani Gaines',
    place('Bluestem Creek Range', 'Dallas', 'TX', '75201', [32.7876, -96.7994], central),
    85,
    ['Beginners', 'Full Swing'],
    'New golfers play three holes by their fourth lesson.',
  ],
  [
    'Owen Garrison',
    place('Kettle Lake Golf Center', 'Chicago', 'IL', '60601', [41.8858, -87.6229], central),
    120,
    ['Iron Play', 'Course Management'],
    'Iron shots that land where they were meant to, in wind as well.',
  ],
  [
    'Leah Farrow',
    place('Larkspur Bluffs Range', 'Denver', 'CO', '80202', [39.7491, -104.9946], mountain),
    100,
    ['Short Game', 'Course Management'],
    'Practice that looks like a round: one ball, one target, one score.',
  ],
  [
    'Marcus Tolliver',
    place('Saltbush Mesa Golf Center', 'Phoenix', 'AZ', '85004', [33.4515, -112.0685], 'America/Phoenix'),
    130,
    ['Driving', 'Putting'],
    'Film, numbers, and one change at a time.',
  ],
  [
    'Tess Merritt',
    place('Poppy Canyon Range', 'Los Angeles', 'CA', '90012', [34.0614, -118.2385], west),
    140,
    ['Full Swing', 'Iron Play'],
    'Quiet hands and a turn that holds up under pressure.',
  ],
  [
    'Simon Yates',
    place('Madrone Terrace Golf Center', 'Seattle', 'WA', '98101', [47.6114, -122.3305], west),
    105,
    ['Beginners', 'Putting'],
    'Patient lessons for people who start late and mean it.',
  ],
  [
    'Renee Baptiste',
    place('Osprey Point Range', 'Orlando', 'FL', '32801', [28.5399, -81.3727], east),
    90,
    ['Junior Golf', 'Beginners'],
    'Games for children that happen to teach a golf swing.',
  ],
  [
    'Walt Hollis',
    place('Millrace Commons Golf Center', 'Boston', 'MA', '02108', [42.3576, -71.0684], east),
    115,
    ['Course Management', 'Short Game'],
    'Fewer heroic shots, lower scores.',
  ],
] as const

const students = [
  'Amy Calloway',
  'Ben Sawyer',
  'Camille Pettway',
  'Dale Norwood',
  'Ellen Keane',
  'Frank Ingram',
  'Grace Lowell',
  'Henry Tate',
  'Jasmine Coles',
  'Keith Parrish',
  'Lucy Hartley',
  'Malcolm Freeman',
  'Naomi Langston',
  'Otis Mayfield',
  'Paige Reeves',
  'Russ Vance',
  'Sylvia Thorne',
  'Terrence Goodwin',
  'Vanessa Booker',
  'Wes Pruitt',
] as const

const emailOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@${DOMAIN}`

/** Ten coaches over the country, each with a place to teach. Names and places are made up. */
export const demoCoaches = coaches.map(([name, place, dollars, specialties, bio]) => ({
  name,
  email: emailOf(name),
  city: place.city,
  place,
  rateCents: dollars * 100,
  specialties,
  bio,
}))

/** Twenty students, two in the town of each coach. */
export const demoStudents = students.map((name, index) => ({
  name,
  email: emailOf(name),
  city: coaches[index % coaches.length]?.[1].city ?? null,
}))
