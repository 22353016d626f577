import type pg from 'pg'
import { DAY, HOUR } from '#platform/duration.ts'
import { addDays, dateIn, toIso } from '#platform/time.ts'
import { scenario } from './scenarios.ts'

const drills = [
  {
    id: 'd411a001-0000-4000-8000-000000000001',
    title: 'Gate drill',
    how: 'Two tees a putter’s width apart, one ball beyond them. Twenty putts from six feet through the gate. Start again when you touch a tee. It worked when ten in a row go through.',
    times: 5,
    picture: {
      id: 'd411b001-0000-4000-8000-000000000001',
      name: 'gate',
      alt: 'From above: a putter, a ball, two tees a putter’s width apart on its line, and the hole behind them',
    },
  },
  {
    id: 'd411a002-0000-4000-8000-000000000002',
    title: 'Feet together',
    how: 'Wedge, half swing, feet touching. Thirty balls. You feel the turn because nothing else can help you.',
    times: 3,
    picture: {
      id: 'd411b002-0000-4000-8000-000000000002',
      name: 'feet-together',
      alt: 'From above: two shoes side by side, the ball in front of them, arrows for a half swing to both sides',
    },
  },
  {
    id: 'd411a003-0000-4000-8000-000000000003',
    title: 'Step and swing',
    picture: null,
    how: 'Step towards the target as the club goes back, then swing. Ten without a ball, ten with one. Let the speed come from the ground.',
    times: 3,
  },
  {
    id: 'd411a004-0000-4000-8000-000000000004',
    title: 'Towel under the arm',
    picture: null,
    how: 'A small towel under the left arm, chips from ten yards. The towel stays until the ball has landed.',
    times: 2,
  },
] as const

const drawingFiles = (name: string) =>
  [480, 960].flatMap((width) =>
    ['avif', 'webp'].map((format) => ({
      name: `/art/drills/${name}-${width}.${format}`,
      type: `image/${format}`,
      bytes: 0,
      width,
      height: (width * 9) / 16,
    })),
  )

const lessonNotes = [
  [
    'We started with the grip: left thumb a little to the right, and the face stops opening. Putting from six feet went from four of ten to seven of ten once you let the shoulders do the work.',
    'Ten in a row through the gate',
    'Quick learner, tenses up when watched. Keep it playful.',
  ],
  [
    'Short irons: ball a touch further back, and the strike is clean. Your weight stayed right in half the swings; the feet-together drill takes care of that.',
    'Eight of ten short irons off the turf before the ball mark',
    '',
  ],
  [
    'Speed day. Clubhead from 91 to 94 mph within the hour by stepping into it. Do not chase it on the course yet: on the range, three times a week, then leave it.',
    '96 mph before the club championship',
    'Left knee was sore last month. Ask before more speed work.',
  ],
] as const

/**
 * What Maya and Sam work on, and a little of the same for some of Maya's other students.
 * @param now milliseconds since 1970, UTC
 */
export async function insertWorkspaces(client: pg.ClientBase, now: number): Promise<void> {
  const at = (days: number, hours = 0) => toIso(now + days * DAY + hours * HOUR)
  // Where Maya teaches: in the evening, the date of UTC is already tomorrow's.
  const today = dateIn(now, 'America/New_York')
  const on = (days: number) => addDays(today, days)
  const one = async (statement: string, ...values: unknown[]) =>
    String((await client.query<{ id: string }>(statement, values)).rows[0]?.id)
  const { maya, sam } = scenario

  for (const { id, title, how, times, picture } of drills) {
    // Drawings of ours: their files belong to the site.
    if (picture)
      await client.query(
        `insert into drill_pictures (id, instructor_id, files, alt, created_at) values ($1, $2, $3, $4, $5)`,
        [picture.id, maya.id, JSON.stringify(drawingFiles(picture.name)), picture.alt, at(-180)],
      )
    await client.query(
      `insert into drills (id, instructor_id, title, how, times_a_week, picture_id, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, maya.id, title, how, times, picture?.id ?? null, at(-180)],
    )
  }

  const open = (studentId: string, seen: number) =>
    one(
      `insert into workspaces (instructor_id, student_id, coach_seen_at, student_seen_at, created_at)
       values ($1, $2, $3, $3, $4) returning id`,
      maya.id,
      studentId,
      at(seen),
      at(-75),
    )
  const record = (
    workspaceId: string,
    who: string,
    kind: string,
    aboutId: string | null,
    title: string,
    when: string,
    changes: object[] | null = null,
  ) =>
    client.query(
      `insert into workspace_events (workspace_id, actor_id, kind, about_id, title, at, changes) values ($1, $2, $3, $4, $5, $6, $7)`,
      [workspaceId, who, kind, aboutId, title, when, changes && JSON.stringify(changes)],
    )

  const workspaceId = await open(sam.id, -2)
  const { rows: lessons } = await client.query<{ id: string; title: string; ended: Date }>(
    `select id, lesson_title as title, lesson_end as ended from bookings
     where instructor_id = $1 and student_id = $2 and status = 'completed' order by lesson_date limit 3`,
    [maya.id, sam.id],
  )
  for (const [nth, [note, nextGoal, privateNote]] of lessonNotes.entries()) {
    const lesson = lessons[nth]
    if (!lesson) continue
    const when = toIso(lesson.ended.getTime() + HOUR)
    await client.query(
      `insert into lesson_cards (booking_id, workspace_id, draft_note, draft_next_goal, private_note, note, next_goal, shared_at, version, saved_at)
       values ($1, $2, $3, $4, $5, $3, $4, $6, 2, $6)`,
      [lesson.id, workspaceId, note, nextGoal, privateNote, when],
    )
    await record(workspaceId, maya.id, 'note_shared', lesson.id, lesson.title, when)
  }

  const goals = [
    {
      title: '96 mph with the driver',
      measure: 'club_speed',
      unit: 'mph',
      more: true,
      target: 96,
      due: on(60),
      status: 'open',
      values: [
        [-74, 88.4],
        [-52, 89.6],
        [-31, 91.2],
        [-16, 92.1],
        [-9, 94],
      ],
    },
    {
      title: 'Break 90',
      measure: 'score',
      unit: 'strokes',
      more: false,
      target: 89,
      due: on(120),
      status: 'open',
      values: [
        [-70, 101],
        [-45, 98],
        [-24, 99],
        [-12, 95],
      ],
    },
    {
      title: 'Hit half the fairways',
      measure: 'fairways',
      unit: '%',
      more: true,
      target: 50,
      due: null,
      status: 'reached',
      values: [
        [-70, 29],
        [-45, 36],
        [-12, 50],
      ],
    },
  ] as const
  for (const [nth, goal] of goals.entries()) {
    const goalId = await one(
      `insert into goals (workspace_id, title, measure, unit, more_is_better, target, due_on, status, created_by, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
      workspaceId,
      goal.title,
      goal.measure,
      goal.unit,
      goal.more,
      goal.target,
      goal.due,
      goal.status,
      nth === 1 ? sam.id : maya.id,
      at(-74, nth),
    )
    await record(workspaceId, nth === 1 ? sam.id : maya.id, 'goal_set', goalId, goal.title, at(-74, nth))
    for (const [days, value] of goal.values) {
      const by = nth === 0 ? maya.id : sam.id
      await client.query(
        `insert into goal_values (goal_id, value, measured_on, recorded_by, recorded_at) values ($1, $2, $3, $4, $5)`,
        [goalId, value, on(days), by, at(days)],
      )
      await record(workspaceId, by, 'goal_value', goalId, goal.title, at(days), [
        { field: 'value', from: null, to: `${value} ${goal.unit}` },
      ])
    }
    if (goal.status === 'reached')
      await record(workspaceId, maya.id, 'goal_reached', goalId, goal.title, at(-11))
    if (nth === 0) {
      await record(workspaceId, maya.id, 'goal_changed', goalId, goal.title, at(-30), [
        { field: 'target', from: 94, to: 96 },
      ])
      await client.query(
        `insert into workspace_comments (workspace_id, about, about_id, author_id, content, created_at)
         values ($1, 'goal', $2, $3, 'The radar at the range said 95 yesterday. Do I trust it?', $4),
           ($1, 'goal', $2, $5, 'Range radars flatter. We measure on Saturday, same one as last time.', $6)`,
        [workspaceId, goalId, sam.id, at(-1, -4), maya.id, at(-1, -2)],
      )
      await record(workspaceId, sam.id, 'commented', goalId, goal.title, at(-1, -4))
      await record(workspaceId, maya.id, 'commented', goalId, goal.title, at(-1, -2))
    }
  }

  const assign = async (id: string, nth: number, from: number, ticks: readonly number[], lesson?: string) => {
    const drill = drills[nth]
    if (!drill) return
    const given = await one(
      `insert into assigned_drills (workspace_id, drill_id, booking_id, title, how, times_a_week, due_on, assigned_on, created_at, picture_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
      id,
      drill.id,
      lesson ?? null,
      drill.title,
      drill.how,
      drill.times,
      nth === 2 ? on(30) : null,
      on(from),
      at(from),
      drill.picture?.id ?? null,
    )
    await record(id, maya.id, 'drill_assigned', given, drill.title, at(from))
    for (const days of ticks)
      await client.query(`insert into drill_ticks (assigned_drill_id, day, ticked_at) values ($1, $2, $3)`, [
        given,
        on(days),
        at(days),
      ])
    return given
  }
  const gate = await assign(
    workspaceId,
    0,
    -31,
    [-29, -28, -26, -25, -24, -22, -21, -19, -18, -17, -15, -14, -12, -11, -10, -8, -7, -5, -4, -2, -1],
    lessons[1]?.id,
  )
  await assign(workspaceId, 2, -9, [-8, -5, -3], lessons[2]?.id)
  if (gate) {
    await record(workspaceId, sam.id, 'drill_ticked', gate, 'Gate drill', at(-1))
    await record(workspaceId, sam.id, 'drill_ticked', gate, 'Gate drill', at(-2, 3))
  }

  for (const [days, minutes, content] of [
    [-6, 45, '60 wedges to the 80 flag. The towel helps more than I want to admit.'],
    [-3, 90, 'Nine holes after work, alone. Kept the driver to 80 percent: six fairways.'],
  ] as const) {
    await client.query(
      `insert into practice_entries (workspace_id, day, minutes, content, created_at) values ($1, $2, $3, $4, $5)`,
      [workspaceId, on(days), minutes, content, at(days)],
    )
    await record(workspaceId, sam.id, 'practice_logged', null, `${minutes} minutes of practice`, at(days))
  }
  for (const [who, isShared, content, days] of [
    [sam.id, true, 'For Saturday: I still fear the bunker on 7. Could we spend ten minutes there?', -1],
    [
      maya.id,
      false,
      'Sam plays the club championship in spring. Plan: speed until February, then scoring.',
      -8,
    ],
    [sam.id, false, 'Feel: quiet head, loud feet.', -5],
  ] as const)
    await client.query(
      `insert into workspace_notes (workspace_id, author_id, is_shared, content, created_at) values ($1, $2, $3, $4, $5)`,
      [workspaceId, who, isShared, content, at(days)],
    )

  await insertShots(client, workspaceId, on)
  await client.query(
    `insert into progress_consents (workspace_id, by_name, given_at) values ($1, true, $2)`,
    [workspaceId, at(-10)],
  )

  const { rows: others } = await client.query<{ id: string }>(
    `select b.student_id as id from bookings b where b.instructor_id = $1 and b.student_id <> $2 and b.status = 'completed'
     group by 1 order by max(b.lesson_date) desc, 1 limit 16`,
    [maya.id, sam.id],
  )
  for (const [nth, { id }] of others.entries()) {
    const theirs = await open(id, -nth - 1)
    const ticked = [-1, -3, -4, -8, -9, -12].slice(0, 6 - (nth % 4))
    const given = await assign(theirs, nth % drills.length, -20 - nth, ticked)
    const first = 84 + nth * 2
    const goalId = await one(
      `insert into goals (workspace_id, title, measure, unit, target, status, created_by, created_at)
       values ($1, 'More clubhead speed', 'club_speed', 'mph', $2, 'open', $3, $4) returning id`,
      theirs,
      first + 8,
      maya.id,
      at(-60),
    )
    for (const [step, gain] of [0, 2.5, 4 + (nth % 3)].entries())
      await client.query(
        `insert into goal_values (goal_id, value, measured_on, recorded_by, recorded_at) values ($1, $2, $3, $4, $5)`,
        [goalId, first + gain, on(-60 + step * 25), maya.id, at(-60 + step * 25)],
      )
    if (nth % 3 !== 2)
      await client.query(
        `insert into progress_consents (workspace_id, by_name, given_at) values ($1, $2, $3)`,
        [theirs, nth % 4 === 0, at(-20)],
      )
    // The newest lessons of three still wait for their notes.
    if (nth > 2)
      await client.query(
        `insert into lesson_cards (booking_id, workspace_id, draft_note, draft_next_goal, note, next_goal, shared_at, version, saved_at)
         select b.id, $1, $2, $3, $2, $3, b.lesson_end, 2, b.lesson_end from bookings b
         where b.instructor_id = $4 and b.student_id = $5 and b.status = 'completed' on conflict do nothing`,
        [
          theirs,
          lessonNotes[nth % lessonNotes.length]?.[0],
          lessonNotes[nth % lessonNotes.length]?.[1],
          maya.id,
          id,
        ],
      )
    if (given && nth < 2)
      await record(theirs, id, 'drill_ticked', given, drills[nth % drills.length]?.title ?? '', at(-nth, -1))
  }
}

/** Clubs as Sam hit them, by session: ball speed in mph and carry in yards, with the spread of an amateur. */
const sessions = [
  { days: -62, name: 'Range, before we began', driver: [131, 205], iron: [103, 138] },
  { days: -45, name: 'Simulator night', driver: [133, 209], iron: [104, 140] },
  { days: -24, name: 'Range, after work', driver: [135, 214], iron: [106, 144] },
  { days: -8, name: 'Speed day with Maya', driver: [139, 223], iron: [107, 146] },
] as const

async function insertShots(client: pg.ClientBase, workspaceId: string, on: (days: number) => string) {
  for (const [nth, { days, name, driver, iron }] of sessions.entries()) {
    const { rows } = await client.query<{ id: string }>(
      `insert into shot_sessions (workspace_id, name, hit_on, content_hash, bad_rows, added_by, added_at)
       values ($1, $2, $3, sha256($4), $5, $6, $7) returning id`,
      [
        workspaceId,
        name,
        on(days),
        Buffer.from(`demo ${nth}`),
        JSON.stringify(nth === 1 ? [{ line: 14, why: 'No numbers' }] : []),
        nth === 3 ? scenario.maya.id : scenario.sam.id,
        `${on(days)}T22:00:00Z`,
      ],
    )
    for (const [at, [club, [speed, carry]]] of (
      [
        ['Driver', driver],
        ['7 iron', iron],
      ] as const
    ).entries())
      await client.query(
        `insert into shots (session_id, position, club, club_speed, ball_speed, carry, side, launch_angle, spin)
         select $1::uuid, $2::int + n, $3::text, ($4::float8 / $5::float8 + sin(n * 2.1)) * 0.44704, ($4::float8 + 2.5 * sin(n * 1.7)) * 0.44704,
           ($6::float8 + 7 * sin(n * 2.3) - 3 * cos(n)) * 0.9144, 14 * sin(n * 3.7), $7::float8 + sin(n), $8::float8 + 180 * cos(n * 1.3)
         from generate_series(0, 13) n`,
        [
          rows[0]?.id,
          at * 20,
          club,
          speed,
          at === 0 ? 1.45 : 1.33,
          carry,
          at === 0 ? 12.5 : 18,
          at === 0 ? 2700 : 6400,
        ],
      )
  }
}
