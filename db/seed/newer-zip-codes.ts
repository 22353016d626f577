import type { ZipCode } from './zip-codes.ts'

/** Codes that the package `zipcodes` lacks: from GeoNames (geonames.org, CC BY 4.0), written by scripts/zip-codes.ts. */
export const newerZipCodes: readonly ZipCode[] = [
  { zip: '01825', city: 'North Reading', state: 'MA', lat: 42.5751, lng: -71.0787 },
  { zip: '11437', city: 'Jamaica', state: 'NY', lat: 40.6763, lng: -73.7966 },
  { zip: '34249', city: 'Sarasota', state: 'FL', lat: 27.2664, lng: -82.4841 },
  { zip: '43405', city: 'Toledo', state: 'OH', lat: 41.6639, lng: -83.5552 },
  { zip: '46288', city: 'Indianapolis', state: 'IN', lat: 39.9347, lng: -86.1633 },
  { zip: '55131', city: 'Saint Paul', state: 'MN', lat: 44.973, lng: -93.0827 },
  { zip: '66630', city: 'Topeka', state: 'KS', lat: 39.0483, lng: -95.678 },
  { zip: '72405', city: 'Jonesboro', state: 'AR', lat: 35.7792, lng: -90.766 },
  { zip: '72643', city: 'Lead Hill', state: 'AR', lat: 36.9404, lng: -92.9528 },
  { zip: '72713', city: 'Bentonville', state: 'AR', lat: 36.3115, lng: -94.3503 },
  { zip: '73175', city: 'Oklahoma City', state: 'OK', lat: 35.4676, lng: -97.5164 },
  { zip: '75036', city: 'Frisco', state: 'TX', lat: 33.1499, lng: -96.8241 },
  { zip: '75059', city: 'Irving', state: 'TX', lat: 32.8023, lng: -96.9597 },
  { zip: '75064', city: 'Irving', state: 'TX', lat: 32.9247, lng: -96.9598 },
  { zip: '75072', city: 'Mckinney', state: 'TX', lat: 33.1976, lng: -96.6153 },
  { zip: '84048', city: 'Lehi', state: 'UT', lat: 40.4086, lng: -111.9308 },
  { zip: '85144', city: 'San Tan Valley', state: 'AZ', lat: 33.1911, lng: -111.528 },
  { zip: '85288', city: 'Tempe', state: 'AZ', lat: 33.4419, lng: -111.9236 },
  { zip: '89437', city: 'Sparks', state: 'NV', lat: 39.6269, lng: -119.7081 },
  { zip: '90134', city: 'Los Angeles', state: 'CA', lat: 34.0522, lng: -118.2437 },
  { zip: '95025', city: 'San Jose', state: 'CA', lat: 37.3394, lng: -121.895 },
  { zip: '97079', city: 'Beaverton', state: 'OR', lat: 45.452, lng: -122.7893 },
  { zip: '97129', city: 'Hillsboro', state: 'OR', lat: 45.5387, lng: -122.9636 },
]
