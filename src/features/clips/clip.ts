import { notPlayedEverywhereText } from '#platform/playable-video.ts'

/**
 * Swing videos and pictures shared by a coach and a student: accepted files, limits, drawings and URLs. Pure.
 */

const MB = 1024 * 1024

export const clipLimits = {
  video: { bytes: 150 * MB, seconds: 90, frames: 22_000 },
  image: { bytes: 20 * MB, pixels: 50_000_000 },
  /** Limits on uploads started by one user per day. */
  uploadsADay: 60,
  bytesADay: 2_000 * MB,
  /** Concurrent uploads per user. */
  arriving: 10,
  /** Limits on stored items per coach and student. */
  clipsAPair: 300,
  drawingsAClip: 200,
  commentsAClip: 300,
  modelSwingsACoach: 50,
  clipsAReview: 5,
  pointsADrawing: 400,
} as const

/** For the file input. The server validates the bytes, not the names. */
export const acceptedClips =
  'video/mp4,video/quicktime,video/webm,image/jpeg,image/png,image/webp,image/avif,.mov,.mp4'

/**
 * The upload URL for the tus protocol (https://tus.io/protocols/resumable-upload); followed by the upload's
 * id.
 */
export const clipUploadPath = '/uploads/clips'

/** The upload URL of a video's poster image, sent as the body of a POST. */
export const clipPosterAddress = (clipId: string): string => `/uploads/clip-posters/${clipId}`

/** The URL of a voice-over's audio file. */
export const voiceOverAddress = (clipId: string, voiceOverId: string): string =>
  `/files/clip-voice-overs/${clipId}/${voiceOverId}`

/**
 * The URL of one of a clip's files.
 * @param name as in the clip's list of files, such as `video.mp4`
 */
export const clipFileAddress = (clipId: string, name: string): string => `/files/clips/${clipId}/${name}`

export type ClipRefusal =
  | 'not_a_picture_or_video'
  | 'too_large'
  | 'too_many_pixels'
  | 'too_long'
  | 'unreadable'
  | 'not_played_everywhere'
  | 'too_many_clips'
  | 'too_many_today'
  | 'too_many_of_review'
  | 'not_complete'

export const clipRefusalTexts: Record<ClipRefusal, string> = {
  not_a_picture_or_video: 'Only videos (MP4, MOV, WebM) and pictures (JPEG, PNG, WebP, AVIF) can be added.',
  too_large: `Videos may have ${clipLimits.video.bytes / MB} MB, pictures ${clipLimits.image.bytes / MB} MB.`,
  too_many_pixels: 'This picture or video has too many pixels. Up to 4K can be added.',
  too_long: `Videos may last ${clipLimits.video.seconds} seconds. Cut it to the swing and try again.`,
  unreadable: 'This file is damaged or in a format we cannot read.',
  not_played_everywhere: notPlayedEverywhereText,
  too_many_clips: `The two of you have ${clipLimits.clipsAPair} clips. Delete some you no longer need.`,
  too_many_today: 'You have reached today’s limit for clips. Please add more tomorrow.',
  too_many_of_review: `A video review can have ${clipLimits.clipsAReview} clips. Delete one to add another.`,
  not_complete: 'The upload is not complete yet.',
}

/** The kinds of drawings. Each has a minimum and maximum number of points. */
export const shapes = ['line', 'arrow', 'circle', 'angle', 'freehand', 'text'] as const
export type Shape = (typeof shapes)[number]

export const shapeLabels: Record<Shape, string> = {
  line: 'Line',
  arrow: 'Arrow',
  circle: 'Circle',
  angle: 'Angle',
  freehand: 'Freehand',
  text: 'Text',
}

export const pointsOf: Record<Shape, { least: number; most: number }> = {
  line: { least: 2, most: 2 },
  arrow: { least: 2, most: 2 },
  circle: { least: 2, most: 2 },
  angle: { least: 3, most: 3 },
  freehand: { least: 2, most: clipLimits.pointsADrawing },
  text: { least: 1, most: 1 },
}

export const colors = ['yellow', 'red', 'blue', 'green', 'white', 'black'] as const
export type Color = (typeof colors)[number]

/** The CSS color of each drawing color. Colors are always named in text, too. */
export const colorValues: Record<Color, string> = {
  yellow: '#ffd84d',
  red: '#ff5a3c',
  blue: '#58b7ff',
  green: '#5fe08a',
  white: '#ffffff',
  black: '#10140f',
}

/** The eight positions of a swing, in order. */
export const positions = [
  'address',
  'takeaway',
  'halfway_back',
  'top',
  'downswing',
  'impact',
  'follow_through',
  'finish',
] as const
export type Position = (typeof positions)[number]

/** Names and the numbers coaches use: P1 to P10, where P6 and P9 are not among the eight. */
export const positionLabels: Record<Position, { name: string; number: string }> = {
  address: { name: 'Address', number: 'P1' },
  takeaway: { name: 'Takeaway', number: 'P2' },
  halfway_back: { name: 'Halfway back', number: 'P3' },
  top: { name: 'Top', number: 'P4' },
  downswing: { name: 'Downswing', number: 'P5' },
  impact: { name: 'Impact', number: 'P7' },
  follow_through: { name: 'Follow-through', number: 'P8' },
  finish: { name: 'Finish', number: 'P10' },
}
