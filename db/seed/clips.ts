import type pg from 'pg'
import type { Color, Position, Shape } from '#features/clips/clip.ts'
import type { DrawingPoint } from '#features/clips/drawing.ts'
import { HOUR } from '#platform/duration.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { scenario } from './scenarios.ts'

const at = (x: number, y: number): DrawingPoint => ({ x, y })

interface DemoDrawing {
  by: 'coach' | 'student'
  shape: Shape
  points: DrawingPoint[]
  color: Color
  text?: string
  fromUs?: number
  untilUs?: number
}

interface DemoClip {
  /** Its folder in `db/demo-files/demo-clips`. */
  folder: string
  title: string
  by: 'coach' | 'student'
  hoursAgo: number
  bytes: number
  posterBytes: number
  /** Microseconds between two of its 78 frames. */
  stepUs: number
  positions: Record<Position, number>
  drawings: DemoDrawing[]
  comments: { by: 'coach' | 'student'; atUs?: number; words: string }[]
}

const FRAMES = 78
/** How many frames in each of the eight moments of the drawn swing is. */
const moments: Record<Position, number> = {
  address: 9,
  takeaway: 15,
  halfway_back: 24,
  top: 37,
  downswing: 42,
  impact: 47,
  follow_through: 53,
  finish: 64,
}
const positionsAt = (stepUs: number) =>
  Object.fromEntries(
    Object.entries(moments).map(([position, frame]) => [position, Math.round((frame + 0.5) * stepUs)]),
  ) as Record<Position, number>

const thirty = 1_000_000 / 30
const slower = thirty * 1.1203

const demoClips: DemoClip[] = [
  {
    folder: 'driver',
    title: 'Driver, face on',
    by: 'student',
    hoursAgo: 26,
    bytes: 88_710,
    posterBytes: 6_128,
    stepUs: thirty,
    positions: positionsAt(thirty),
    drawings: [
      { by: 'coach', shape: 'circle', points: [at(0.478, 0.352), at(0.572, 0.352)], color: 'yellow' },
      { by: 'coach', shape: 'line', points: [at(0.478, 0.4), at(0.478, 0.64)], color: 'white' },
      {
        by: 'coach',
        shape: 'angle',
        points: [at(0.522, 0.459), at(0.27, 0.309), at(0.666, 0.117)],
        color: 'red',
        text: 'Set the wrists',
        fromUs: 1_200_000,
        untilUs: 1_299_000,
      },
      {
        by: 'student',
        shape: 'arrow',
        points: [at(0.72, 0.72), at(0.56, 0.62)],
        color: 'blue',
        text: 'Hips first?',
        fromUs: 1_400_000,
        untilUs: 1_600_000,
      },
    ],
    comments: [
      { by: 'student', atUs: 1_416_667, words: 'Is this where my hips should already be turning?' },
      {
        by: 'coach',
        atUs: 1_250_000,
        words: 'Yes. Look at the top: the wrists are set well now, so let the left hip start the way down.',
      },
    ],
  },
  {
    folder: 'iron',
    title: 'Seven iron after the grip change',
    by: 'coach',
    hoursAgo: 74,
    bytes: 81_273,
    posterBytes: 6_144,
    stepUs: slower,
    positions: positionsAt(slower),
    drawings: [
      { by: 'coach', shape: 'line', points: [at(0.36, 0.915), at(0.62, 0.915)], color: 'white' },
      {
        by: 'coach',
        shape: 'text',
        points: [at(0.5, 0.2)],
        color: 'green',
        text: 'Quiet head, good',
        fromUs: 800_000,
        untilUs: 1_600_000,
      },
    ],
    comments: [{ by: 'coach', words: 'Much calmer tempo. Compare it with your driver, set at impact.' }],
  },
]

/** The middle of a frame of the driver, in microseconds. */
const drive = (moment: Position) => Math.round((moments[moment] + 0.5) * thirty)

/** What Maya says over Sam's driver, with what she did meanwhile. Its sound is in `db/demo-files/demo-clips/driver-voice`. */
const spoken = {
  bytes: 63_628,
  durationMs: 22_332,
  summary:
    'Your posture at address is much better than last week. At the top the wrists are set well. From there let the left hip start the way down, before the arms. A free swing through the ball.',
  moves: [
    [0, drive('address'), 0],
    [7_200, drive('address'), 0.5],
    [9_067, drive('top'), 0],
    [16_400, drive('top'), 0.25],
    [17_733, drive('impact'), 0],
    [19_300, drive('impact'), 1],
    [19_867, drive('finish'), 0],
  ],
  /** The drawings of the driver in their order, and when each appears. */
  drawnAt: [0, 0, 9_700],
} as const

/**
 * Two clips that Sam and Maya look at together, with what they drew, said and spoke over one. The files come with the product. Call when the
 * triggers watch again.
 * @param now milliseconds since 1970, UTC
 */
export async function insertClips(client: pg.ClientBase, now: number): Promise<void> {
  const people = { coach: scenario.maya.id, student: scenario.sam.id }
  for (const clip of demoClips) {
    const id = uuidV8(`demo clip ${clip.folder}`)
    const begun = now - clip.hoursAgo * HOUR
    const size = { width: 360, height: 640 }
    const times = Array.from({ length: FRAMES }, (_, nth) => Math.round(nth * clip.stepUs))
    await client.query(
      `insert into clips (id, instructor_id, student_id, uploader_id, kind, title, storage_key, files, poster, byte_size, width,
         height, duration_us, frame_times, created_at)
       values ($1, $2, $3, $4, 'video', $5, $6, $7, $8, $9, 360, 640, $10, $11, $12)`,
      [
        id,
        people.coach,
        people.student,
        people[clip.by],
        clip.title,
        `demo-clips/${clip.folder}`,
        JSON.stringify([{ name: 'video.mp4', type: 'video/mp4', bytes: clip.bytes, ...size }]),
        JSON.stringify([{ name: 'poster-360.webp', type: 'image/webp', bytes: clip.posterBytes, ...size }]),
        clip.bytes,
        Math.round(FRAMES * clip.stepUs),
        times,
        new Date(begun),
      ],
    )
    for (const [position, us] of Object.entries(clip.positions))
      await client.query(
        'insert into clip_positions (clip_id, position, at_us, marked_by, marked_at) values ($1, $2, $3, $4, $5)',
        [id, position, us, people.coach, new Date(begun + HOUR)],
      )
    for (const [nth, drawing] of clip.drawings.entries())
      await client.query(
        `insert into clip_drawings (id, clip_id, author_id, shape, points, color, text, from_us, until_us, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
        [
          uuidV8(`demo drawing ${clip.folder} ${nth}`),
          id,
          people[drawing.by],
          drawing.shape,
          JSON.stringify(drawing.points),
          drawing.color,
          drawing.text ?? '',
          drawing.fromUs ?? null,
          drawing.untilUs ?? null,
          new Date(begun + HOUR + nth * 60_000),
        ],
      )
    for (const [nth, comment] of clip.comments.entries())
      await client.query(
        'insert into clip_comments (id, clip_id, author_id, at_us, content, created_at) values ($1, $2, $3, $4, $5, $6)',
        [
          uuidV8(`demo clip comment ${clip.folder} ${nth}`),
          id,
          people[comment.by],
          comment.atUs ?? null,
          comment.words,
          new Date(begun + (2 + nth) * HOUR),
        ],
      )
  }
  // The seven iron was filmed in their last lesson.
  await client.query(
    `update clips set booking_id = (select id from bookings where instructor_id = $2 and student_id = $3
       and status = 'completed' order by lesson_date desc, id limit 1) where id = $1`,
    [uuidV8('demo clip iron'), people.coach, people.student],
  )
  const driver = uuidV8('demo clip driver')
  await client.query(
    `insert into clip_voice_overs (id, clip_id, author_id, storage_key, file, duration_ms, timeline, summary, created_at, updated_at)
     values ($1, $2, $3, 'demo-clips/driver-voice', $4, $5, $6, $7, $8, $8)`,
    [
      uuidV8('demo voice-over driver'),
      driver,
      people.coach,
      JSON.stringify({ name: 'voice.mp4', type: 'audio/mp4', bytes: spoken.bytes }),
      spoken.durationMs,
      JSON.stringify({
        moves: spoken.moves,
        shown: spoken.drawnAt.map((ms, nth) => [ms, uuidV8(`demo drawing driver ${nth}`), true]),
      }),
      spoken.summary,
      new Date(now - 22 * HOUR),
    ],
  )
}
