import { expect, hydrated, scenario, test } from './support.ts'

test('a screen reader user goes from search to the booking panel [rows 24, 29, 43, 50]', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Find a golf instructor who gets your swing" [level=1]
      - form "Find instructors near you":
        - textbox "Your zip code"
        - button "See Instructors Near You"
      - heading "Find Your Match" [level=2]
      - form "Search":
        - textbox "Zip code"
        - combobox "Sort by"
  `)
  await page.goto('/?zip=28202')
  await hydrated(page)
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results).toMatchAriaSnapshot(`
    - region "Results":
      - status:
        - heading /Found \\d+ instructors within 50 miles of 28202/ [level=2]
      - list
  `)
  const card = results.getByRole('article').filter({ hasText: scenario.maya.name })
  await expect(card).toMatchAriaSnapshot(`
    - article:
      - img "Maya Bennett"
      - heading "Maya Bennett Verified" [level=3]:
        - link "Maya Bennett"
      - paragraph: $85/hour
      - paragraph: /Rated \\d\\.\\d out of 5 from \\d+ reviews \\d+\\.\\d mi Charlotte, NC/
      - paragraph: /Next open, \\d+ minutes/
      - list
      - list "Specialties"
      - list "Teaching locations"
      - link "View profile of Maya Bennett"
      - link "Message Maya Bennett"
      - link "Book a lesson with Maya Bennett"
  `)
  await card.getByRole('link', { name: /View profile/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(scenario.maya.name)
  const panel = page.getByRole('region', { name: 'Book a lesson with Coach Maya' })
  await expect(panel.getByRole('radio', { name: /[AP]M/ }).first()).toBeVisible()
  await expect(panel).toMatchAriaSnapshot(`
    - region "Book a lesson with Coach Maya":
      - heading "Book a lesson" [level=2]
      - group "Duration":
        - radio "1 hour" [checked]
        - radio "1.5 hours"
        - radio "2 hours"
      - group "Place":
        - radio "Longleaf Hollow Golf Center Charlotte, NC" [checked]
        - radio "Redbud Crossing Driving Range Fort Mill, SC"
      - group "Choose a date":
        - button "Go to the Next Month"
        - grid:
          - rowgroup:
            - row:
              - gridcell /open, selected/ [selected]
      - group /Times in E[SD]T/:
        - radio /\\d+:\\d\\d [AP]M to \\d+:\\d\\d [AP]M/
      - region "Price summary":
        - paragraph: Choose a time above
        - paragraph: 1 hour with Coach Maya
        - paragraph: $85
      - button "Confirm Booking"
  `)
})
