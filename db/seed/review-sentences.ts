/** What students write. A review is one or two of these. */
export const praise: readonly string[] = [
  'Patient, clear and funny.',
  'Best hour I have spent on golf in years.',
  'I came with a slice and left with a plan.',
  'Explained in two sentences what three videos could not.',
  'Exactly what I hoped for.',
  'Never once made me feel like a beginner, and I am very much a beginner.',
  'Worth the drive.',
  'Third lesson and the scores are finally moving.',
  'Kind, well prepared, on time.',
  'Small change, big difference.',
  'I actually look forward to practicing now.',
  'We changed one thing and I flushed seven in a row.',
  'Great with my daughter, who now wants her own wedge.',
  'I have had four coaches and this is the one I am keeping.',
  'Straight answers and no jargon.',
  'My husband asked what happened to my swing, in a good way.',
  'Calm and precise.',
  'Found the cause in about six balls.',
  'The notes afterwards were as good as the lesson.',
  'Listened first, which is rarer than it should be.',
  'I laughed more than I shanked.',
  'Already booked the next one.',
  'Came for a birthday present, stayed for a season.',
]

export const details: Readonly<Record<string, readonly string[]>> = {
  'Swing Mechanics': [
    'The ball flight went from banana to gentle fade.',
    'We only worked on how I turn back, and the rest followed.',
    'Contact is so much cleaner with my irons.',
    'The towel drill looks silly and works.',
  ],
  'Course Strategy': [
    'I aimed at the middle of every green on Sunday and shot my best score.',
    'Turns out I did not need the driver on half of those holes.',
    'We went over my last card and found six strokes that were plain bad ideas.',
  ],
  Putting: [
    'No three-putts last round, which has never happened before.',
    'The gate drill lives in my hallway now.',
    'I finally know why I push the short ones.',
  ],
  'Short Game': [
    'Up and down twice on the front nine, both times on purpose.',
    'Chipping does not scare me any more.',
    'One landing spot, one club: why did nobody say so before?',
  ],
  'Junior Golf': [
    'My son talked about it all the way home.',
    'The kids were busy and laughing for the whole hour.',
  ],
  Beginners: [
    'I had never held a club and hit real golf shots within the hour.',
    'All my silly questions were answered as if they were good ones.',
    'I know where to stand now, which was half of my worry.',
  ],
  'Driver Distance': [
    'Twelve yards longer and I am swinging easier.',
    'Easier swing, longer drives, and no new driver needed.',
  ],
  'Bunker Play': [
    'Got out of the sand first time on Saturday and nearly cheered.',
    'Bunkers are just beaches now.',
  ],
  'Mental Game': [
    'My first-tee routine is short and it works.',
    'I stopped counting my score on the fourteenth tee.',
  ],
  'On-Course Play': ['Playing three holes together taught me more than a month of range balls.'],
  'Video Analysis': [
    'Seeing before and after side by side was an eye-opener.',
    'The clips were in my inbox before I was home.',
  ],
  "Women's Golf": [
    'Lovely not to be handed advice meant for somebody twice my size.',
    'The clinic crowd is a joy.',
  ],
  'Senior Golf': ['My shoulder did not complain once.', 'At 71 I picked up ten yards and kept my knees.'],
  'Club Fitting': [
    'Told me to keep my clubs, so I trust everything else too.',
    'My irons were two degrees off. Who knew.',
  ],
}

export const mild: readonly string[] = [
  'Good lesson, though I would have liked more time on the course.',
  'Very helpful. A little much to remember; the notes saved me.',
  'Solid advice. The range was busy, so we waited for a bay.',
  'Friendly and knows a great deal. We ran a few minutes late.',
  'Helped a lot with irons, driver still to come.',
  'Good hour. Bring a hat, there is no shade.',
  'Useful, and honest about how much practice it will take.',
]

export const lukewarm: readonly string[] = [
  'Nice person, but the drills did not click for me.',
  'Fine, just not quite what I was looking for. Rescheduled once.',
  'Hard to hear over the mowers, and we spent a long time on the grip.',
  'Decent lesson. I expected more on putting.',
]
