import type {
  Budget,
  ExperienceLevel,
  GenderPreference,
  QuizGoal,
  QuizLessonType,
  Technology,
} from '#features/match-quiz/quiz.ts'
import type { Candidate, Request } from '#features/match-quiz/ranking.ts'

/**
 * Personas of golfers, with the coaches that an expert would recommend: 3 for a perfect match, 2 for a good
 * one, 1 for an acceptable one, none for a poor one. Judged by the answers and the coaches alone, independent
 * of any score.
 */

type Place = readonly [x: number, y: number]
/** Positions of towns in miles. */
const northside: Place = [0, 0]
const lakeview: Place = [12, 0]
const oldMill: Place = [0, 15]
const harbor: Place = [32, 0]
const ridge: Place = [0, 42]

interface WrittenCoach {
  at: Place
  rate: number
  gender: 'female' | 'male'
  teaches: readonly string[]
  monitor?: string
  group?: number
  playing?: number
  rated: readonly [rating: number, reviews: number]
  inDays: number
}

const coaches: Record<string, WrittenCoach> = {
  ann: {
    at: northside,
    rate: 70,
    gender: 'female',
    teaches: ['Beginners', "Women's Golf", 'Short Game'],
    group: 110,
    rated: [4.9, 42],
    inDays: 1,
  },
  bob: {
    at: northside,
    rate: 120,
    gender: 'male',
    teaches: ['Swing Mechanics', 'Driver Distance', 'Video Analysis'],
    monitor: 'Radar',
    rated: [4.8, 60],
    inDays: 2,
  },
  cal: {
    at: lakeview,
    rate: 85,
    gender: 'male',
    teaches: ['Putting', 'Short Game', 'Mental Game'],
    rated: [4.7, 25],
    inDays: 3,
  },
  dee: {
    at: lakeview,
    rate: 95,
    gender: 'female',
    teaches: ['Junior Golf', 'Beginners'],
    group: 130,
    rated: [4.9, 33],
    inDays: 2,
  },
  eli: {
    at: oldMill,
    rate: 65,
    gender: 'male',
    teaches: ['Swing Mechanics', 'Beginners'],
    rated: [4.4, 12],
    inDays: 1,
  },
  fay: {
    at: oldMill,
    rate: 140,
    gender: 'female',
    teaches: ['Course Strategy', 'Mental Game', 'On-Course Play'],
    playing: 180,
    rated: [4.9, 50],
    inDays: 4,
  },
  gus: {
    at: harbor,
    rate: 55,
    gender: 'male',
    teaches: ['Senior Golf', 'Short Game', 'Putting'],
    rated: [4.8, 18],
    inDays: 1,
  },
  hal: {
    at: harbor,
    rate: 180,
    gender: 'male',
    teaches: ['Swing Mechanics', 'Driver Distance', 'Video Analysis', 'Club Fitting'],
    monitor: 'Dual radar',
    rated: [5, 80],
    inDays: 6,
  },
  ivy: {
    at: northside,
    rate: 90,
    gender: 'female',
    teaches: ['Bunker Play', 'Short Game', 'Putting'],
    rated: [4.6, 9],
    inDays: 2,
  },
  jon: {
    at: ridge,
    rate: 75,
    gender: 'male',
    teaches: ['Course Strategy', 'Swing Mechanics', 'Putting'],
    playing: 100,
    rated: [4.9, 30],
    inDays: 1,
  },
  kim: {
    at: lakeview,
    rate: 110,
    gender: 'female',
    teaches: ['Driver Distance', 'Club Fitting'],
    monitor: 'Camera',
    rated: [4.5, 20],
    inDays: 3,
  },
  leo: {
    at: northside,
    rate: 60,
    gender: 'male',
    teaches: ['Beginners', 'Junior Golf'],
    rated: [5, 2],
    inDays: 1,
  },
  mia: {
    at: oldMill,
    rate: 100,
    gender: 'female',
    teaches: ['Mental Game', 'Putting'],
    rated: [4.8, 22],
    inDays: 5,
  },
  ned: {
    at: northside,
    rate: 150,
    gender: 'male',
    teaches: ['On-Course Play', 'Course Strategy'],
    playing: 200,
    rated: [4.7, 40],
    inDays: 2,
  },
  ora: {
    at: lakeview,
    rate: 80,
    gender: 'female',
    teaches: ['Senior Golf', "Women's Golf", 'Beginners'],
    group: 120,
    rated: [4.8, 28],
    inDays: 2,
  },
  pat: {
    at: northside,
    rate: 99,
    gender: 'male',
    teaches: ['Video Analysis', 'Swing Mechanics'],
    monitor: 'Camera',
    rated: [4.3, 35],
    inDays: 1,
  },
  // The same lessons as Pat's, but more expensive, weeks away, or with lower ratings.
  quinn: {
    at: northside,
    rate: 135,
    gender: 'female',
    teaches: ['Putting', 'Short Game'],
    rated: [4.7, 30],
    inDays: 2,
  },
  rob: {
    at: northside,
    rate: 88,
    gender: 'male',
    teaches: ['Putting', 'Short Game'],
    rated: [4.7, 30],
    inDays: 12,
  },
  sue: {
    at: northside,
    rate: 88,
    gender: 'female',
    teaches: ['Putting', 'Short Game'],
    rated: [4.7, 30],
    inDays: 2,
  },
  tom: {
    at: northside,
    rate: 88,
    gender: 'male',
    teaches: ['Putting', 'Short Game'],
    rated: [3.9, 30],
    inDays: 2,
  },
}

type Line = readonly [
  who: string,
  at: Place,
  experience: ExperienceLevel,
  goals: readonly QuizGoal[],
  rest: { type?: QuizLessonType; gender?: GenderPreference; tech?: readonly Technology[]; budget?: Budget },
  judged: string,
]

const lines: readonly Line[] = [
  [
    'a nurse who has never held a club',
    northside,
    'beginner',
    ['learn-basics'],
    {},
    'ann3 leo2 ora1 dee1 eli1',
  ],
  [
    'a student with little money, first lesson',
    northside,
    'beginner',
    ['learn-basics'],
    { budget: 'up-to-75' },
    'ann3 leo3 eli2',
  ],
  [
    'a woman who wants to learn from a woman',
    northside,
    'beginner',
    ['learn-basics', 'women-golf'],
    { gender: 'female' },
    'ann3 ora2 dee1',
  ],
  [
    'a couple who want to start together',
    northside,
    'beginner',
    ['learn-basics'],
    { type: 'group' },
    'ann3 ora2 dee2',
  ],
  ['a father with a daughter of nine', lakeview, 'beginner', ['junior'], {}, 'dee3 leo2 ora1'],
  ['a mother with twins, in town', northside, 'beginner', ['junior'], {}, 'leo3 dee3 ann1'],
  [
    'somebody who plays twice a year and slices',
    northside,
    'casual',
    ['better-contact'],
    {},
    'pat2 bob3 eli2',
  ],
  [
    'the same, with a limit of a hundred',
    northside,
    'casual',
    ['better-contact'],
    { budget: 'up-to-100' },
    'pat3 eli3',
  ],
  [
    'a retired engineer who loves numbers',
    northside,
    'regular',
    ['better-contact', 'distance'],
    { tech: ['launch-monitor'] },
    'bob3 pat1 kim1 hal2',
  ],
  [
    'a long hitter who wants more',
    northside,
    'competitive',
    ['distance'],
    { tech: ['launch-monitor'] },
    'bob3 kim2 hal2',
  ],
  [
    'a long hitter by the harbor',
    harbor,
    'competitive',
    ['distance'],
    { tech: ['launch-monitor', 'fitting'] },
    'hal3 kim2 bob1',
  ],
  ['somebody buying clubs', lakeview, 'casual', ['distance'], { tech: ['fitting'] }, 'kim3 hal1 bob1'],
  ['a three-putter', northside, 'regular', ['putting'], {}, 'sue3 ivy2 quinn2 rob2 cal1'],
  [
    'a three-putter on a budget',
    northside,
    'regular',
    ['putting'],
    { budget: 'up-to-100' },
    'sue3 ivy2 rob2 cal1',
  ],
  [
    'a three-putter to whom price is nothing',
    northside,
    'casual',
    ['putting', 'short-game'],
    { budget: 'any' },
    'sue3 ivy2 quinn2 rob2',
  ],
  ['a chipper with the yips', lakeview, 'casual', ['short-game', 'nerves'], {}, 'cal3 sue1 ivy1 mia1'],
  ['somebody who freezes on the first tee', oldMill, 'casual', ['nerves'], {}, 'fay3 mia3 cal2'],
  [
    'a club champion who loses leads',
    oldMill,
    'competitive',
    ['nerves', 'lower-scores'],
    {},
    'fay3 mia1 ned1',
  ],
  ['a club champion in town', northside, 'competitive', ['lower-scores', 'nerves'], {}, 'fay3 ned2 cal1'],
  ['a golfer stuck at ninety', northside, 'regular', ['lower-scores'], {}, 'ned3 fay2 jon1'],
  [
    'a golfer stuck at ninety, a hundred at most',
    northside,
    'regular',
    ['lower-scores'],
    { budget: 'up-to-100' },
    'jon3 sue1 ivy1',
  ],
  [
    'somebody who wants to be walked round the course',
    northside,
    'regular',
    ['lower-scores'],
    { type: 'playing' },
    'ned3 fay2 jon1',
  ],
  ['the same in the hills', ridge, 'regular', ['lower-scores'], { type: 'playing' }, 'jon3 fay1'],
  [
    'the same, with a limit',
    oldMill,
    'casual',
    ['lower-scores'],
    { type: 'playing', budget: 'up-to-150' },
    'jon3',
  ],
  ['a bunker dweller', northside, 'casual', ['bunkers'], {}, 'ivy3 sue2 ann2 quinn1 rob1'],
  ['a bunker dweller by the harbor', harbor, 'casual', ['bunkers'], {}, 'gus3 cal1 ivy1'],
  ['a man of seventy with a bad back', harbor, 'casual', ['play-for-years'], {}, 'gus3 ora2'],
  [
    'a woman of seventy with a new hip',
    lakeview,
    'casual',
    ['play-for-years', 'women-golf'],
    {},
    'ora3 gus1 ann1',
  ],
  [
    'a widow who starts golf to meet people',
    lakeview,
    'beginner',
    ['learn-basics', 'women-golf'],
    {},
    'ora3 ann2 dee1',
  ],
  [
    'four friends from the office',
    lakeview,
    'beginner',
    ['learn-basics'],
    { type: 'group' },
    'dee3 ora3 ann2',
  ],
  [
    'a banker who wants the best',
    harbor,
    'regular',
    ['better-contact', 'distance'],
    { tech: ['launch-monitor', 'video'] },
    'hal3 bob2 pat1',
  ],
  ['a videographer', northside, 'casual', ['better-contact'], { tech: ['video'] }, 'bob3 pat3'],
  [
    'a videographer with a limit',
    northside,
    'casual',
    ['better-contact'],
    { tech: ['video'], budget: 'up-to-100' },
    'pat3 eli1',
  ],
  [
    'a teenager who wants to play in college',
    northside,
    'competitive',
    ['better-contact', 'lower-scores'],
    {},
    'jon2 bob2 ned2 fay2',
  ],
  ['a teenager in the hills', ridge, 'competitive', ['better-contact', 'lower-scores'], {}, 'jon3 fay1'],
  ['a farmer in the hills who slices', ridge, 'casual', ['better-contact'], {}, 'jon3 eli2'],
  ['a farmer’s wife in the hills, first lesson', ridge, 'beginner', ['learn-basics'], {}, 'eli3 ann1'],
  [
    'a beginner at the old mill',
    oldMill,
    'beginner',
    ['learn-basics', 'better-contact'],
    {},
    'eli3 ann2 leo1',
  ],
  ['a shy man who wants a man', northside, 'beginner', ['learn-basics'], { gender: 'male' }, 'leo3 eli2'],
  [
    'a woman who wants a woman for her putting',
    northside,
    'regular',
    ['putting'],
    { gender: 'female' },
    'sue3 ivy2 quinn2 mia1',
  ],
  [
    'a woman who wants a woman to hit farther',
    northside,
    'casual',
    ['distance'],
    { gender: 'female' },
    'kim3',
  ],
  [
    'somebody in a hurry before a company outing',
    northside,
    'casual',
    ['short-game'],
    {},
    'ann3 sue3 ivy2 quinn1 rob1',
  ],
  ['a chipper who plays often', northside, 'regular', ['short-game', 'putting'], {}, 'sue3 ivy2 quinn2 rob2'],
  [
    'a chipper who plays often and saves',
    northside,
    'regular',
    ['short-game', 'putting'],
    { budget: 'up-to-100' },
    'sue3 ivy2 rob2',
  ],
  ['a chipper by the harbor', harbor, 'regular', ['short-game', 'putting'], {}, 'gus3 cal2'],
  ['a chipper at the lake', lakeview, 'regular', ['short-game', 'putting'], {}, 'cal3 sue2 ivy1'],
  ['a nervous putter at the lake', lakeview, 'regular', ['putting', 'nerves'], {}, 'cal3 mia2'],
  ['a nervous putter at the old mill', oldMill, 'regular', ['putting', 'nerves'], {}, 'mia3 cal2'],
  [
    'somebody back after ten years',
    northside,
    'casual',
    ['better-contact', 'short-game'],
    {},
    'bob2 pat2 ann2 sue2',
  ],
  [
    'somebody back after ten years with children',
    lakeview,
    'casual',
    ['junior', 'learn-basics'],
    {},
    'dee3 leo2',
  ],
  [
    'a lefty who tops everything',
    northside,
    'beginner',
    ['better-contact', 'learn-basics'],
    {},
    'eli3 leo2 ann2',
  ],
  [
    'an accountant who counts every dollar',
    northside,
    'casual',
    ['learn-basics'],
    { budget: 'up-to-75' },
    'ann3 leo2 eli2',
  ],
  ['a tourist at the harbor', harbor, 'casual', ['putting'], {}, 'gus3 cal2'],
  ['a tourist at the harbor who wants distance', harbor, 'casual', ['distance'], {}, 'hal3 kim2 bob1'],
  ['a competitive junior', lakeview, 'competitive', ['junior', 'nerves'], {}, 'cal3 dee3'],
  ['a captain of a women’s team', northside, 'regular', ['women-golf', 'short-game'], {}, 'ann3 ora1 sue2'],
  [
    'a captain of a seniors’ team',
    northside,
    'regular',
    ['play-for-years', 'lower-scores'],
    {},
    'ned2 ora2 gus2',
  ],
  [
    'a data lover with a limit',
    northside,
    'regular',
    ['better-contact'],
    { tech: ['launch-monitor', 'video'], budget: 'up-to-150' },
    'bob3 pat2',
  ],
  [
    'somebody with new clubs and no idea',
    northside,
    'beginner',
    ['learn-basics', 'distance'],
    { tech: ['launch-monitor'] },
    'bob2 ann2 kim2 leo1',
  ],
  ['a pair of sisters', lakeview, 'casual', ['women-golf'], { type: 'group' }, 'ora3 ann2'],
  [
    'a club player who leaves shots in the sand',
    northside,
    'regular',
    ['bunkers', 'putting'],
    {},
    'ivy3 sue2 quinn2 rob1',
  ],
  ['a first-timer whose shots go right', northside, 'beginner', ['better-contact'], {}, 'eli3 bob2 pat2'],
  [
    'a first-timer on the practice green',
    northside,
    'beginner',
    ['short-game', 'putting'],
    {},
    'ann3 sue2 ivy2',
  ],
  [
    'a first-timer who was told to chip first',
    lakeview,
    'beginner',
    ['short-game'],
    {},
    'ann3 cal2 sue1 ivy1',
  ],
  ['a scratch player who misses short putts', lakeview, 'competitive', ['putting'], {}, 'cal3 mia2 sue1'],
  [
    'somebody who wants the course and company',
    oldMill,
    'competitive',
    ['lower-scores', 'nerves'],
    { type: 'playing' },
    'fay3 ned1 jon1',
  ],
]

export interface Persona {
  who: string
  request: Request
  candidates: Candidate[]
  grades: Map<string, number>
}

const milesBetween = (a: Place, b: Place) => Math.hypot(a[0] - b[0], a[1] - b[1])

export const personas: Persona[] = lines.map(([who, at, experience, goals, rest, judged]) => ({
  who,
  request: {
    experience,
    goals,
    lessonType: rest.type ?? 'private',
    gender: rest.gender ?? 'any',
    technologies: rest.tech ?? [],
    budget: rest.budget ?? 'any',
  },
  candidates: Object.entries(coaches).map(([id, coach]) => candidateOf(id, coach, at)),
  grades: new Map(
    judged.split(' ').map((one): [string, number] => [one.slice(0, -1), Number(one.slice(-1))]),
  ),
}))

function candidateOf(id: string, coach: WrittenCoach, from: Place): Candidate {
  return {
    id,
    gender: coach.gender,
    hourlyRateCents: coach.rate * 100,
    groupRateCents: coach.group === undefined ? null : coach.group * 100,
    playingRateCents: coach.playing === undefined ? null : coach.playing * 100,
    specialties: coach.teaches,
    launchMonitor: coach.monitor ?? null,
    rating: coach.rated[0],
    reviewCount: coach.rated[1],
    distance: milesBetween(coach.at, from),
    daysToOpening: coach.inDays,
    openTimes: 20,
    recommendedLately: 0,
  }
}

/** Every name in the judgments must be in this list. */
export const coachNames = Object.keys(coaches)
