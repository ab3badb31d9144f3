// The style of the REST interface's page, for light and dark colour schemes.
export const apiPageStyle = `:root {
  color-scheme: light dark;
  --line: light-dark(#d9d5cc, #3a3f48); --soft: light-dark(#5d5c58, #a5a8b0); --link: light-dark(#0b5394, #8ab4f8);
  font: 16px/1.5 system-ui, 'Segoe UI', 'Helvetica Neue', sans-serif;
}
* { box-sizing: border-box; }
body { background: Canvas; color: CanvasText; max-width: 62rem; margin: 2rem auto 4rem; padding: 0 1rem; }
h1 { font: 600 2rem/1.1 Georgia, 'Times New Roman', serif; margin: 0; }
h2 { font-size: 1.1rem; margin: 2rem 0 .4rem; }
h3 { font-size: .95rem; margin: 1.2rem 0 .3rem; }
header p { margin: .5rem 0; } header a { margin-right: 1rem; }
a { color: var(--link); text-underline-offset: .15em; }
code, pre, input, select, textarea { font: .875rem/1.45 ui-monospace, Menlo, Consolas, monospace; }
input, select { padding: .3rem .45rem; border: 1px solid var(--soft); border-radius: .3rem; background: Canvas; color: CanvasText; max-width: 100%; }
button { font: inherit; padding: .35rem 1rem; border: 1px solid var(--link); border-radius: .3rem; background: var(--link); color: light-dark(#fff, #10131a); cursor: pointer; }
details.operation { border-top: 1px solid var(--line); }
details.operation > summary { padding: .5rem 0; cursor: pointer; overflow-wrap: anywhere; }
summary small { color: var(--soft); font-size: .9rem; margin-left: .5rem; }
.method { display: inline-block; min-width: 3.6rem; color: var(--soft); }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: .25rem .8rem .25rem 0; font-weight: normal; overflow-wrap: anywhere; }
th code { font-weight: 600; }
td.about { color: var(--soft); }
.answer { border: 1px solid var(--line); border-radius: .4rem; margin: .8rem 0; }
.answer pre { margin: 0; padding: .7rem; max-height: 28rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.answer p { margin: 0; padding: .45rem .7rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.address { overflow-wrap: anywhere; }
@media (max-width: 40rem) { tr { display: grid; padding: .4rem 0; } td, th { padding: 0; } }
`
