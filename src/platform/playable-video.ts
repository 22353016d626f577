/** Which videos everybody can play. Pure. */

/** Encodings of pictures that every browser of today plays from an MP4. */
const playedFromMp4: readonly string[] = ['avc', 'vp9']

/** Whether every browser plays such a video. @param codec of its pictures, such as `hevc` @param isMp4 false for a WebM */
export const isPlayedEverywhere = (codec: string, isMp4: boolean): boolean =>
  playedFromMp4.includes(codec) || (codec === 'vp8' && !isMp4)

export const notPlayedEverywhereText =
  'This video is in a format that not every phone and computer can play (such as HEVC). On a Mac, open it in QuickTime Player, choose File, Export As, 1080p, and switch “Use HEVC” off; then add that file. On an iPhone, add it with Safari from the phone that recorded it, or choose Settings, Camera, Formats, “Most Compatible” and record again.'
