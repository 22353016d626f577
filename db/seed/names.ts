/** Names by where families came from; a name mixes within its group, as names mostly do. */
interface NameGroup {
  readonly women: readonly string[]
  readonly men: readonly string[]
  readonly families: readonly string[]
  /** Share of people outside the states named in `more`. */
  readonly weight: number
  /** States where the group is larger, with its weight there. */
  readonly more: Readonly<Record<string, number>>
}

const words = (text: string) => text.trim().split(/\s+/)

export const nameGroups: readonly NameGroup[] = [
  {
    weight: 44,
    more: { WV: 70, ME: 70, HI: 20, CA: 30, NM: 30 },
    women:
      words(`Abigail Allison Amy Anna Beth Caroline Claire Dana Ellen Emma Erin Fiona Grace Hannah Heather Holly
      Jane Julia Karen Kate Laura Leah Lucy Margaret Martha Meg Molly Nora Paige Rachel Ruth Sarah Sylvia Tess Wendy`),
    men: words(`Adam Alan Andrew Ben Brian Caleb Charlie Colin Dale Daniel Doug Eric Ethan Frank Gavin George Graham
      Greg Henry Ian Jack Jeff Joel Keith Kyle Luke Mark Neil Owen Paul Pete Russ Scott Simon Stuart Todd Walt Wes`),
    families:
      words(`Abbott Atwood Barlow Bennett Bishop Brennan Calloway Carver Chandler Crane Dawson Doyle Ellery
      Farrow Fletcher Gallagher Garrison Hale Harlan Hartley Hollis Ingram Keane Kirby Langford Lowell Mercer Merritt
      Nash Norwood Parrish Pruitt Quinlan Reeves Rowan Sawyer Shepard Tate Thorne Vance Wakefield Weller Whitlock Yates`),
  },
  {
    weight: 13,
    more: { GA: 26, MD: 26, DC: 34, NC: 20, MS: 28, AL: 22, LA: 26, SC: 22, MI: 18, UT: 3, MT: 2 },
    women:
      words(`Alicia Andrea Brianna Camille Denise Ebony Gloria Imani Jasmine Kendra Latoya Monique Naomi Nia
      Renee Simone Tamara Tiffany Vanessa Yvette`),
    men: words(`Andre Antoine Calvin Cedric Clifton Darnell Darius Isaiah Jamal Jerome Kendrick Lamar Malcolm Marcus
      Maurice Otis Reggie Terrence Tyrone Xavier`),
    families:
      words(`Baptiste Booker Broadnax Coles Dorsey Freeman Gaines Goodwin Hairston Jefferson Langston Mayfield
      McCoy Mosley Pettway Randolph Simmons Tolliver Washington Whitaker`),
  },
  {
    weight: 14,
    more: { CA: 32, TX: 34, FL: 28, AZ: 28, NM: 42, NV: 24, CO: 18, NJ: 18, ME: 2, VT: 2 },
    women:
      words(`Adriana Ana Camila Carmen Carolina Daniela Elena Gabriela Isabel Lucia Luz Maribel Marisol Paloma
      Pilar Rosa Silvia Valeria Veronica Ximena`),
    men: words(`Alejandro Andres Carlos Cesar Diego Eduardo Emilio Esteban Felipe Hector Javier Jorge Luis Manuel Mateo
      Miguel Rafael Ramon Ricardo Santiago`),
    families:
      words(`Acosta Aguilar Arroyo Barrera Cabrera Castillo Cordova Delgado Escobar Fuentes Guerrero Herrera
      Ibarra Lozano Maldonado Montoya Navarro Ochoa Pacheco Quintana Rivera Salazar Trujillo Valdez Zamora`),
  },
  {
    weight: 7,
    more: { CA: 14, HI: 26, WA: 12, NY: 10, NJ: 10 },
    women: words('Amy Grace Hana Jenny Ji-woo Joyce Kimiko Lian Mei Michelle Mina Naoko Soo-jin Vivian Yuna'),
    men: words(
      'Albert Daniel David Eugene Haruto Jason Jin Ken Kenji Kevin Min-jun Raymond Tadashi Wei Winston',
    ),
    families: words(
      'Chang Chen Cho Fujita Hayashi Hong Huang Kang Kim Lee Lin Liu Nakamura Park Sato Tanaka Wong Yoon',
    ),
  },
  {
    weight: 5,
    more: { NJ: 10, CA: 7, TX: 7, MT: 1 },
    women: words(
      'Anita Anjali Asha Deepa Divya Kavita Leela Maya Meera Nisha Priya Radhika Shreya Sunita Tara',
    ),
    men: words('Ajay Amit Anand Arjun Dev Kiran Manish Nikhil Rahul Raj Rohan Sanjay Sunil Varun Vikram'),
    families: words(
      'Bose Chopra Desai Gupta Iyer Joshi Kapoor Khanna Malhotra Mehta Menon Nair Patel Rao Shah Verma',
    ),
  },
  {
    weight: 4,
    more: { HI: 18, CA: 10, NV: 8, TX: 5 },
    women: words('Analyn Cherry Dalisay Hien Kim-ly Lan Linh Marites Rowena Thuy Tala Trang'),
    men: words('Alon Benigno Duc Ernesto Hai Jericho Minh Nam Quang Rodel Thanh Tuan'),
    families: words(
      'Aquino Bautista Dang Dizon Do Hoang Lam Magsaysay Nguyen Pham Reyes Santos Tran Villanueva Vo',
    ),
  },
  {
    weight: 8,
    more: { MN: 22, WI: 24, ND: 26, SD: 24, IL: 14, PA: 16, OH: 14 },
    women: words(
      'Astrid Birgit Greta Ingrid Joanna Karin Katarzyna Kirsten Lena Magda Marta Petra Signe Sofia',
    ),
    men: words('Anders Bjorn Erik Henrik Jakub Karl Kurt Lars Marek Nils Otto Pavel Rolf Stefan Sven'),
    families:
      words(`Bergstrom Dvorak Engel Hansen Hoffman Jorgensen Kowalski Larsen Lindqvist Moravec Nowak Olson
      Petersen Schaefer Sorensen Vogel Weiss Zielinski`),
  },
  {
    weight: 5,
    more: { NJ: 16, NY: 14, RI: 18, CT: 12, MA: 9 },
    women: words('Angela Bianca Carla Chiara Daria Francesca Gianna Lidia Marina Teresa'),
    men: words('Aldo Angelo Carlo Dino Enzo Gino Marco Nico Sal Vince'),
    families: words(
      'Bellini Caruso Conti DeLuca Esposito Ferrara Gallo Lombardi Marino Ricci Romano Santoro Vitale',
    ),
  },
  {
    weight: 3,
    more: { MI: 7, CA: 5, VA: 5 },
    women: words('Amira Dalia Farah Layla Leila Nadia Nasrin Rania Samira Yasmin Zahra'),
    men: words('Amir Bashir Farid Hassan Karim Khalil Nabil Omar Sami Tariq Yusuf'),
    families: words(
      'Abboud Aziz Darwish Farahani Haddad Hakimi Karimi Khoury Mansour Nasser Rahimi Saleh Shamoun',
    ),
  },
  {
    weight: 1,
    more: { AZ: 6, NM: 8, OK: 7, SD: 6, MT: 5, AK: 6 },
    women: words('Cheyenne Dawn Delphine Ida Leona Marlene Sierra Winona'),
    men: words('Chester Delbert Elroy Harrison Leland Merle Orville Wyatt'),
    families: words('Begay Benally Birdsong Deerwater Nez Redcloud Tsosie Whitehorse Yazzie'),
  },
  {
    weight: 0,
    more: { HI: 32, AK: 2 },
    women: words('Kailani Kalea Leilani Mahina Makana Malia Nalani Noelani'),
    men: words('Ikaika Kainoa Kaleo Kawika Keoni Makoa Nainoa Pono'),
    families: words('Akana Kahale Kalama Kamaka Kealoha Mahoe Nakoa Palakiko'),
  },
]
