// The script behind a drop-down, which opens the address of the chosen option: not WordPress's code, but the same behaviour.

/** The script; `address` is JavaScript for the address of `choice`, the value of the chosen option. */
export function followChoice(id: string, address: string): string {
  return `<script>
document.getElementById(${inScript(id)}).addEventListener("change", ({ target: { value: choice } }) => {
	if (choice !== "" && choice !== "-1") location.href = ${address}
})
</script>`
}

/** A value as a literal of JavaScript that cannot end the script element. */
export function inScript(value: string): string {
  return JSON.stringify(value).replaceAll('<', '\\u003C')
}
