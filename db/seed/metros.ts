/**
 * Where coaches live: a town, its state, a weight. The weight is about people in hundreds of thousands, raised where
 * golf is a way of life (Florida, Arizona, California's coast, the Carolinas, Texas, the Great Lakes) and lowered
 * where it is not. Our own estimate; it decides how many demo coaches a place gets and nothing else.
 */
const table = `
AL: Birmingham 11, Montgomery 4, Mobile 6, Huntsville 7
AK: Anchorage 4, Fairbanks 2, Juneau 2
AZ: Phoenix 40, Scottsdale 34, Mesa 20, Tucson 18, Flagstaff 3, Prescott 4, Yuma 3
AR: Little Rock 7, Fayetteville 7, Fort Smith 3
CA: Los Angeles 48, Irvine 34, San Diego 36, Palm Desert 24, Riverside 22, San Francisco 26, San Jose 22, Oakland 20, Sacramento 20, Fresno 9, Bakersfield 7, Santa Barbara 8, Monterey 8, Redding 3, Ventura 9, San Luis Obispo 5, Santa Rosa 6, Stockton 6
CO: Denver 24, Colorado Springs 9, Fort Collins 6, Grand Junction 3, Pueblo 3
CT: Hartford 10, Stamford 11, New Haven 8
DE: Wilmington 6, Lewes 4, Dover 3
DC: Washington 26
FL: Orlando 32, Tampa 30, Miami 28, Fort Lauderdale 22, West Palm Beach 28, Jacksonville 20, Naples 20, Sarasota 18, Fort Myers 14, Daytona Beach 9, Melbourne 9, Pensacola 7, Tallahassee 5, Gainesville 5, Ocala 7, Port Saint Lucie 9, Panama City 5, Key West 3
GA: Atlanta 40, Savannah 8, Augusta 10, Macon 4, Columbus 4, Saint Simons Island 4, Athens 4
HI: Honolulu 12, Kihei 5, Kailua Kona 4, Hilo 2, Lihue 3
ID: Boise 9, Coeur D Alene 4, Idaho Falls 3
IL: Chicago 44, Naperville 20, Rockford 5, Peoria 5, Springfield 4, Champaign 4, Moline 4, Carbondale 2
IN: Indianapolis 22, Fort Wayne 6, Evansville 5, South Bend 5, Lafayette 3, Bloomington 4, Gary 6, Terre Haute 3
IA: Des Moines 9, Cedar Rapids 5, Iowa City 3, Sioux City 2, Waterloo 3, Dubuque 2
KS: Wichita 7, Topeka 3, Overland Park 10, Salina 2
KY: Louisville 12, Lexington 8, Bowling Green 3, Paducah 2
LA: New Orleans 10, Baton Rouge 7, Lafayette 4, Shreveport 4, Monroe 2
ME: Portland 6, Bangor 3, Augusta 2
MD: Baltimore 20, Annapolis 8, Rockville 14, Ocean City 5, Frederick 5
MA: Boston 28, Worcester 9, Springfield 6, Hyannis 6
MI: Detroit 26, Grand Rapids 14, Lansing 6, Ann Arbor 8, Traverse City 6, Flint 5, Kalamazoo 5, Marquette 2
MN: Minneapolis 26, Saint Paul 16, Duluth 4, Rochester 4, Saint Cloud 3, Brainerd 4
MS: Jackson 5, Gulfport 5, Tupelo 2, Hattiesburg 2
MO: Saint Louis 20, Kansas City 16, Springfield 5, Columbia 3, Branson 3, Joplin 2
MT: Billings 3, Missoula 3, Bozeman 3, Great Falls 2, Kalispell 2
NE: Omaha 9, Lincoln 5, Grand Island 2
NV: Las Vegas 24, Reno 7, Henderson 9
NH: Manchester 5, Portsmouth 4
NJ: Newark 20, Morristown 12, Princeton 9, Cherry Hill 10, Toms River 9, Atlantic City 6
NM: Albuquerque 8, Santa Fe 4, Las Cruces 3
NY: New York 40, White Plains 18, Hempstead 20, Buffalo 10, Rochester 9, Albany 8, Syracuse 6, Binghamton 3, Riverhead 9, Saratoga Springs 4
NC: Charlotte 28, Raleigh 22, Greensboro 10, Pinehurst 12, Wilmington 8, Asheville 7, Winston Salem 7, Fayetteville 4, Greenville 3, Jacksonville 3
ND: Fargo 3, Bismarck 2, Grand Forks 2, Minot 2
OH: Columbus 20, Cleveland 18, Cincinnati 18, Dayton 8, Akron 8, Toledo 7, Youngstown 5
OK: Oklahoma City 12, Tulsa 9, Lawton 2
OR: Portland 16, Eugene 5, Bend 6, Medford 4, Salem 4
PA: Philadelphia 28, Pittsburgh 18, Allentown 8, Harrisburg 6, Lancaster 6, Erie 4, Scranton 5, State College 3, King Of Prussia 12
RI: Providence 9
SC: Charleston 14, Greenville 12, Columbia 9, Myrtle Beach 18, Hilton Head Island 12
SD: Sioux Falls 4, Rapid City 3
TN: Nashville 18, Memphis 9, Knoxville 8, Chattanooga 6, Johnson City 4, Jackson 2
TX: Dallas 36, Fort Worth 22, Houston 38, Austin 24, San Antonio 20, Plano 16, El Paso 7, Lubbock 4, Corpus Christi 4, Mcallen 5, Waco 3, Amarillo 3, Midland 4, Tyler 3, College Station 3, Galveston 5, Abilene 2
UT: Salt Lake City 14, Provo 7, Ogden 6, Saint George 8
VT: Burlington 4, Stowe 2, Rutland 2
VA: Richmond 12, Virginia Beach 14, Fairfax 16, Roanoke 4, Charlottesville 4, Williamsburg 6
WA: Seattle 24, Tacoma 9, Spokane 7, Bellingham 4, Richland 4, Vancouver 5, Yakima 3, Olympia 3
WV: Charleston 3, Morgantown 3, Huntington 2, Lewisburg 2
WI: Milwaukee 16, Madison 9, Green Bay 6, Eau Claire 3, La Crosse 2, Wausau 3, Kohler 3
WY: Cheyenne 2, Casper 2, Jackson 2, Sheridan 2`

export interface Metro {
  readonly city: string
  readonly state: string
  readonly weight: number
}

export const metros: readonly Metro[] = table
  .trim()
  .split('\n')
  .flatMap((line) => {
    const state = line.slice(0, 2)
    return line
      .slice(4)
      .split(', ')
      .map((entry) => ({ city: entry.replace(/ \d+$/, ''), state, weight: Number(/\d+$/.exec(entry)?.[0]) }))
  })
