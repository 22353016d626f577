/** Whether an address to go on to names a time, on a profile or in the booking dialog. */
export const hasChosenTime = (href: string): boolean => /[?&](time|bookingTime)=/.test(href)
