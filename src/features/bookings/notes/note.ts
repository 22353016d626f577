/** The most characters of a student's note to the coach about a lesson. */
export const NOTE_LENGTH = 500
