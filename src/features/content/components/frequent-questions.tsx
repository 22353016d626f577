import { Disclosure } from '#ui/disclosure.tsx'

/** Questions with collapsible answers. The first one is open initially. */
export function FrequentQuestions({
  title,
  questions,
}: {
  title: string
  questions: readonly { question: string; answer: string }[]
}) {
  if (questions.length === 0) return null
  return (
    <section aria-labelledby="questions" className="grid gap-x-16 gap-y-6 lg:grid-cols-[1fr_1.6fr]">
      <h2 id="questions" className="max-w-[14ch] text-headline">
        {title}
      </h2>
      <div className="border-t">
        {questions.map(({ question, answer }, index) => (
          <Disclosure
            key={question}
            summary={<h3 className="font-sans text-base">{question}</h3>}
            open={index === 0}
          >
            <p className="max-w-[62ch]">{answer}</p>
          </Disclosure>
        ))}
      </div>
    </section>
  )
}
