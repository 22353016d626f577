/** Detects videos that every browser can play. Pure. */

/** Video codecs that all current browsers can play in an MP4. */
const playedFromMp4: readonly string[] = ['avc', 'vp9']

/**
 * Whether every browser can play such a video.
 * @param codec of the video track, such as `hevc`
 * @param isMp4 false for a WebM
 */
export const isPlayedEverywhere = (codec: string, isMp4: boolean): boolean =>
  playedFromMp4.includes(codec) || (codec === 'vp8' && !isMp4)

export const notPlayedEverywhereText = [
  'This video is in a format that not every phone and computer can play (such as HEVC). Save it as an MP4 with H.264, then add that file.',
  'On a Mac: open it in QuickTime Player, choose File, Export As, 1080p, and switch “Use HEVC” off.',
  'On an iPhone: add it with Safari from the phone that recorded it, or choose Settings, Camera, Formats, “Most Compatible” and record again.',
  'On an Android phone: switch “High efficiency videos” off in the settings of the camera and record again.',
  'In a video editor: export it as MP4 and choose H.264 as the codec.',
].join(' ')
