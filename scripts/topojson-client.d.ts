/** The little we use of a package without types. */
declare module 'topojson-client' {
  export function mesh(
    topology: object,
    object: object,
    filter?: (a: object, b: object) => boolean,
  ): { coordinates: [number, number][][] }
}
