/**
 * The day of a session after its file was read again with other columns: the one that the file has now, or the day as entered while the
 * file's day is the same as before. Days as `yyyy-MM-dd`. Pure.
 * @param before what the file had with the columns before; null for none
 */
export const sessionDay = (
  entered: string,
  { before, now, today }: { before: string | null; now: string | null; today: string },
): string => (now === before ? entered : (now ?? today))
