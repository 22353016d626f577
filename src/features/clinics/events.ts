/** Events of clinics. Handlers run in the transaction that raises the event. */
export interface ClinicEvents {
  /** A clinic was published, changed after that, or cancelled. */
  clinic_changed: { clinicId: string; instructorId: string }
}

declare module '#platform/reactions.ts' {
  interface Events extends ClinicEvents {}
}
