// A search field whose text becomes part of the address of a page.
import { useEffect, useState } from 'preact/hooks'

export function SearchForm(props: {
  readonly label: string
  readonly text: string
  readonly linkTo: (text: string) => string
  readonly placeholder?: string
}) {
  const [text, setText] = useState(props.text)
  useEffect(() => setText(props.text), [props.text])
  return (
    <form
      role="search"
      aria-label={props.label}
      class="search"
      onSubmit={(event) => {
        event.preventDefault()
        location.hash = props.linkTo(text.trim())
      }}
    >
      <input
        type="search"
        aria-label={props.label}
        placeholder={props.placeholder ?? props.label}
        value={text}
        maxLength={200}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit">Search</button>
    </form>
  )
}
