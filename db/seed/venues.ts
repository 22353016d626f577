import type { Random } from './random.ts'
import type { Town } from './towns.ts'

/** The kinds of facility a coach teaches at, as named in the search filter. */
interface Venue {
  readonly name: string
  readonly address: string
  readonly facilities: readonly string[]
}

const list = (text: string) => text.split(' ')

/** Landscapes: plants, animals and landforms from which all names are composed. */
const landscapes = {
  desert: {
    states: list('AZ NV NM UT'),
    first: list(
      'Ocotillo Saltbush Roadrunner Mesquite Paloverde Redwash Javelina Sagebrush Agave Coyote Slickrock Yucca',
    ),
    land: list('Wash Mesa Draw Flats Canyon Bench Arroyo Bluff Basin Ridge'),
  },
  islands: {
    states: ['HI'],
    first: list('Plumeria Koa Kukui Tradewind Monkeypod Hala Nene Ginger Banyan'),
    land: list('Ridge Bay Gulch Terrace Lookout Grove Shore'),
  },
  south: {
    states: list('FL GA SC NC AL MS LA TN AR VA'),
    first: list(
      'Longleaf Heron Magnolia Tupelo Loblolly Osprey Palmetto Bluebird Egret Cypress Redbud Catbird Muscadine Sweetgum',
    ),
    land: list('Hollow Bend Landing Branch Crossing Point Run Meadow Slough Trace'),
  },
  north: {
    states: list('MN WI MI ME VT NH AK ND MT WY SD'),
    first: list(
      'Loon Tamarack Birchbark Kettle Lakeside Kingfisher Juniper Otter Larch Whitepine Sandhill Moose',
    ),
    land: list('Lake Ridge Portage Moraine Narrows Hill Inlet Clearing Glen'),
  },
  plains: {
    states: list('TX OK KS NE IA MO'),
    first: list(
      'Bluestem Meadowlark Windmill Pecan Cottonwood Bobwhite Prairie Liveoak Longhorn Wagon Sumac Killdeer',
    ),
    land: list('Creek Draw Bend Fork Prairie Rise Crossing Bottoms Field'),
  },
  west: {
    states: list('CA OR WA ID CO'),
    first: list(
      'Manzanita Madrone Quail Eucalyptus Redtail Poppy Sequoia Aspen Bayleaf Foghorn Larkspur Chaparral',
    ),
    land: list('Hills Canyon Creek Bluffs Terrace Grove Pass Bay Meadows'),
  },
  east: {
    states: [] as string[],
    first: list(
      'Stonewall Elderberry Foxglove Chestnut Bramble Hawthorn Ironwood Partridge Orchard Millrace Hickory Beacon Sycamore',
    ),
    land: list('Hill Brook Farm Hollow Run Valley Green Ridge Mill Commons'),
  },
}

const rooms = list('Flight Impact Divot Tempo Backswing Launch Wedge Loft Fairway Sweetspot Tee Carry')
const indoors = list('Room Lab Studio Workshop Barn Garage Loft Bay')
const streets = list(
  'Orchard Mill Church River Lake Hickory Sunset Prospect Meadow Ridge Station Spring Walnut Cedar Highland Quarry Pond Garden Old\u00a0County Turner Franklin',
)
const suffixes = list('Road Drive Lane Avenue Street Way Parkway Boulevard')

/** Generates a venue in a town, with a street address and a facility type. */
export function makeVenue(random: Random, town: Town): Venue {
  const scenery =
    Object.values(landscapes).find(({ states }) => states.includes(town.state)) ?? landscapes.east
  const named = `${random.pick(scenery.first)} ${random.pick(scenery.land)}`
  const street = `${random.pick(streets)} ${random.pick(suffixes)}`.replace('\u00a0', ' ')
  const address = `${random.int(1, 98) * random.pick([10, 25, 50, 100])} ${street}`
  const kind = random.weighted([
    ['municipal', 30],
    ['range', 30],
    ['studio', 16],
    ['club', 14],
    ['resort', 10],
  ] as const)
  switch (kind) {
    case 'municipal':
      return {
        name: `${named} ${random.pick(['Golf Course', 'Golf Links', 'Public Golf Course'])}`,
        address,
        facilities: ['public', 'outdoor'],
      }
    case 'range':
      return {
        name: random.chance(0.6)
          ? `${named} ${random.pick(['Driving Range', 'Practice Park', 'Golf Center'])}`
          : `${street} ${random.pick(['Range', 'Golf Center', 'Practice Tees'])}`,
        address,
        facilities: ['public', 'driving-range', 'outdoor'],
      }
    case 'studio':
      return {
        name: random.chance(0.7)
          ? `The ${random.pick(rooms)} ${random.pick(indoors)}`
          : `${town.city} ${random.pick(rooms)} ${random.pick(indoors)}`,
        address: `${address}, Suite ${random.int(1, 40)}`,
        facilities: ['indoor'],
      }
    case 'club':
      return { name: `${named} Country Club`, address, facilities: ['private', 'country-club', 'outdoor'] }
    case 'resort':
      return { name: `${named} Golf Club`, address, facilities: ['outdoor', 'driving-range'] }
  }
}
