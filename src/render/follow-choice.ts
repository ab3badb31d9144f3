// The script behind a drop-down, which leads to what is chosen: our own, for WordPress's follows the same choices.

/** `address`: JavaScript for the address of a `choice`, which is empty where nothing is chosen. */
export function followChoice(id: string, address: string): string {
  return `<script>
document.getElementById(${inScript(id)}).addEventListener("change", ({ target: { value: choice } }) => {
	if (choice !== "" && choice !== "-1") location.href = ${address}
})
</script>`
}

/** No value ends the script. */
export function inScript(value: string): string {
  return JSON.stringify(value).replaceAll('<', '\\u003C')
}
