/** Coaching subjects, their relative frequency, and sentences about them for biographies. */
export const specialties: Readonly<
  Record<string, { readonly weight: number; readonly says: readonly string[] }>
> = {
  'Swing Mechanics': {
    weight: 24,
    says: [
      'Most of my work is swing mechanics, which sounds like a garage and is closer to handwriting.',
      'I take swings apart only as far as they need, and I keep the screws in order.',
      'Slices, hooks, tops and the one that goes sideways: the causes are fewer than the names.',
      'I like finding the one move that sets off the other four, and leaving the four alone.',
      'If your good shots and bad shots feel the same, that is where we start.',
    ],
  },
  'Course Strategy': {
    weight: 12,
    says: [
      'I teach people to aim at the fat side of the green and feel clever about it.',
      'Course strategy is my subject: most scorecards hold five shots that were decisions, not swings.',
      "We go through your last round hole by hole and find the strokes that were never the club's fault.",
      'You probably do not need a better swing to break 90; you need a worse memory and a better target.',
    ],
  },
  Putting: {
    weight: 14,
    says: [
      'I am at my happiest on a practice green with six balls and a piece of string.',
      "Putting is forty percent of your strokes and about two percent of most people's practice. We fix the second number.",
      'Speed first, line second, and suddenly three-putts become a story about other people.',
      'I measure start line, pace and read separately, because you are surely good at one of them.',
    ],
  },
  'Short Game': {
    weight: 16,
    says: [
      'Inside sixty yards is where I live: three clubs, four landing spots, no heroics.',
      'I teach chipping as underarm throwing with a tool, and it takes about fifteen minutes to stop being scary.',
      'If you have ever putted from a fringe out of fear, we will get along.',
      'The short game is the only part of golf where anyone can be brilliant, and I like to start there.',
    ],
  },
  'Junior Golf': {
    weight: 9,
    says: [
      'Half of my week is juniors, from the ones who dig holes in the bunker to the ones with college letters.',
      'With juniors I keep the talk short and the targets large, and never hold the lesson hostage to a grip.',
      'I coach kids to love it first. The ones who love it find their own way to the range.',
    ],
  },
  Beginners: {
    weight: 16,
    says: [
      'I especially like first-timers: no habits, no excuses, and delighted by everything.',
      'If you have never held a club, we start with a wedge and a laugh and are on a real hole within a month.',
      'I teach beginners the game as well as the swing: where to stand, when to be ready, what all the yelling means.',
      'New to this? Good. I would rather plant than prune.',
    ],
  },
  'Driver Distance': {
    weight: 9,
    says: [
      'I help ordinary backs swing faster without making the news.',
      'Most people have fifteen yards hiding in their setup, and it is not even hiding well.',
      'Distance comes from sequence and strike; we chase those and let the yards follow.',
    ],
  },
  'Bunker Play': {
    weight: 6,
    says: [
      'I have a soft spot for bunkers, and after an hour you will not mind them either.',
      'Sand is only scary until somebody explains the bottom of the club.',
      'Give me thirty minutes in a bunker and you will stop asking the foursome behind to play through.',
    ],
  },
  'Mental Game': {
    weight: 7,
    says: [
      'I work on the eighteen inches between the ears with routines short enough to use.',
      'We practice pressure on purpose, with small bets and long silences, so that the first tee feels familiar.',
      'If you play well until you notice, the mental game is your next lesson.',
    ],
  },
  'On-Course Play': {
    weight: 8,
    says: [
      'I do my best teaching on the course, three holes at a time, late in the day when nobody is waiting.',
      'Nine holes with me is one long conversation about the next shot.',
      'We go out with one ball and a pencil and find what the range has been hiding.',
    ],
  },
  'Video Analysis': {
    weight: 9,
    says: [
      'I film from two angles and draw as few lines as I can get away with.',
      'Video is the kindest honest friend a swing can have, and you get to keep the clips.',
      "You will see your own swing next to last month's, which beats seeing it next to a stranger's.",
    ],
  },
  "Women's Golf": {
    weight: 8,
    says: [
      "I run women's clinics that end on the patio, and private lessons for those who prefer to start there.",
      'A good part of my book is women coming to the game through work, friends or stubbornness, and I like all three.',
      "I fit the lesson to the player in front of me, and the clubs too, since most sets were built for somebody's uncle.",
    ],
  },
  'Senior Golf': {
    weight: 8,
    says: [
      'I work with plenty of players past sixty: easier on the knees, kinder on the scorecard.',
      'Your swing may have got shorter; it does not have to get worse.',
      'Tell me which joints have retired and we will build the swing from the ones still working.',
    ],
  },
  'Club Fitting': {
    weight: 6,
    says: [
      'I fit clubs as well as teach, and half the time I tell people to keep what they have.',
      'Lofts, lies and lengths are checked in the first lesson; it is a poor idea to learn a swing that fits the wrong stick.',
      'Some faults live in the shaft. I like to know before we blame the elbows.',
    ],
  },
}
