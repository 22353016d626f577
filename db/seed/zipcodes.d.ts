/** The npm package `zipcodes` has no types of its own. `codes.js` holds the United States, another file Canada. */
declare module 'zipcodes/lib/codes.js' {
  const table: {
    readonly codes: Readonly<
      Record<
        string,
        {
          readonly zip: string
          readonly latitude: number
          readonly longitude: number
          readonly city: string
          readonly state: string
        }
      >
    >
  }
  export default table
}
declare module 'zipcodes/lib/codesCanada.js' {
  const table: {
    readonly codes: Readonly<
      Record<
        string,
        {
          readonly zip: string
          readonly latitude: number
          readonly longitude: number
          readonly city: string
          readonly state: string
        }
      >
    >
  }
  export default table
}
