// The style of the admin port's page, for light and dark colour schemes.
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f4ef, #15171b);
  --paper: light-dark(#fffefb, #1d2026);
  --line: light-dark(#e4dfd4, #2c3038);
  --ink: light-dark(#22252b, #e8e6e1);
  --soft: light-dark(#6b6a66, #9a9da5);
  --kept: light-dark(#1f7a6d, #4cc3ae);
  --made: light-dark(#d98324, #f0a850);
  --others: light-dark(#b9b4a8, #565c68);
  --failed: light-dark(#c2362f, #ef6a5f);
  font: 15px/1.45 system-ui, 'Segoe UI', 'Helvetica Neue', sans-serif;
  background: var(--ground); color: var(--ink);
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.6rem 1.4rem 2.4rem; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.1rem; margin-bottom: 1.2rem; }
h1 { font: 600 1.7rem/1 Georgia, 'Times New Roman', serif; letter-spacing: -.01em; margin: 0; }
header p { margin: 0; }
.state { display: inline-flex; align-items: center; gap: .5rem; padding: .2rem .75rem .2rem .6rem; border-radius: 2rem; background: var(--paper); border: 1px solid var(--line); font-weight: 600; font-size: .87rem; }
.state::before { content: ''; width: .6rem; height: .6rem; border-radius: 50%; background: var(--others); }
.state[data-is=ready]::before { background: var(--kept); }
.state[data-is=away]::before, .state[data-is=lost]::before { background: var(--failed); }
.facts { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; color: var(--soft); font-size: .9rem; margin-left: auto; }
main { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem; }
section { background: var(--paper); border: 1px solid var(--line); border-radius: .7rem; padding: 1rem 1.15rem 1.05rem; min-width: 0; }
.wide { grid-column: span 2; }
.long { grid-row: span 2; }
h2 { font-size: .93rem; font-weight: 600; margin: 0 0 .3rem; }
h2 small { font-weight: 400; color: var(--soft); font-size: .84rem; margin-left: .3rem; }
* + h2 { margin-top: 1.3rem; } .peak + h2 { margin-top: 0; }
.figure { margin: 0; font-variant-numeric: tabular-nums; color: var(--soft); }
.figure b { color: var(--ink); font: 600 2.2rem/1.15 Georgia, 'Times New Roman', serif; letter-spacing: -.02em; }
.peak { float: right; color: var(--soft); font-size: .84rem; font-variant-numeric: tabular-nums; }
.figures { display: flex; gap: 1.6rem; margin: .1rem 0 .3rem; color: var(--soft); font-variant-numeric: tabular-nums; }
.figures b { white-space: nowrap; color: var(--ink); font: 600 1.35rem/1.3 Georgia, 'Times New Roman', serif; }
.chart { display: block; width: 100%; height: 8.5rem; overflow: visible; }
.tall { height: 9rem; } .low { height: 3.2rem; }
svg .kept { fill: var(--kept); } svg .made { fill: var(--made); } svg .others { fill: var(--others); } svg .failed { fill: var(--failed); }
svg .rule { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
svg .ring { fill: none; stroke: var(--line); stroke-width: 12; }
svg .arc { fill: none; stroke: var(--kept); stroke-width: 12; stroke-linecap: round; transition: stroke-dasharray .5s; }
svg .line { fill: none; stroke: var(--kept); stroke-width: 2; vector-effect: non-scaling-stroke; }
svg .area { fill: var(--kept); opacity: .14; }
.legend, .bounds, .note { color: var(--soft); font-size: .82rem; margin: .55rem 0 0; }
.legend i { display: inline-block; width: .65rem; height: .65rem; border-radius: .15rem; margin-right: .3rem; }
.legend span { display: inline-block; white-space: nowrap; margin-right: .6rem; }
.peak.legend { margin: 0; } .legend .kept { background: var(--kept); } .legend .made { background: var(--made); } .legend .others { background: var(--others); } .legend .failed { background: var(--failed); }
.bounds { display: flex; font-variant-numeric: tabular-nums; margin-top: .3rem; }
.bounds span { flex: 1; text-align: center; transform: translateX(50%); }
.bounds span:last-child { visibility: hidden; }
.dial { position: relative; width: min(11rem, 100%); margin: .5rem auto .2rem; }
.dial svg { display: block; width: 100%; }
.dial .figure { position: absolute; inset: 0; display: grid; place-content: center; grid-auto-flow: column; align-items: baseline; }
.dial + .note { text-align: center; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .15rem 1rem; margin: .7rem 0 0; font-size: .88rem; font-variant-numeric: tabular-nums; }
dt { color: var(--soft); } dd { margin: 0; text-align: right; }
.bar { height: .5rem; border-radius: .3rem; background: var(--line); overflow: hidden; margin-top: .35rem; }
.bar i { display: block; height: 100%; width: 0; background: var(--kept); transition: width .5s; }
table { width: 100%; border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums; }
th { font-weight: 400; color: var(--soft); text-align: right; padding: .2rem 0 .3rem .8rem; }
td { text-align: right; padding: .32rem 0 .32rem .8rem; border-top: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
td:first-child { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .82rem; white-space: normal; overflow-wrap: anywhere; }
ol { list-style: none; margin: .2rem 0 0; padding: 0; font-size: .88rem; }
ol li { display: flex; gap: .7rem; padding: .28rem 0; border-top: 1px solid var(--line); }
ol li:first-child { border-top: 0; }
ol time { color: var(--soft); min-width: 3.2rem; text-align: right; order: 3; margin-left: auto; white-space: nowrap; font-variant-numeric: tabular-nums; }
ol b { min-width: 2rem; text-align: right; font-variant-numeric: tabular-nums; }
.empty { color: var(--soft); font-style: italic; }
@media (max-width: 52rem) { main { grid-template-columns: minmax(0, 1fr); } .wide, .long { grid-area: auto; } .facts { margin-left: 0; } }
@media (max-width: 34rem) { .bounds span:nth-child(even) { visibility: hidden; } }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
.report { grid-template-columns: minmax(0, 1fr); }
.report dl { grid-template-columns: 8rem minmax(0, 1fr); justify-content: start; }
.report dd { overflow-wrap: anywhere; text-align: left; }
form { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .8rem; }
form input { flex: 1 20rem; min-width: 0; }
form input, form button { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: .4rem; padding: .35rem .7rem; }
a { color: var(--kept); }
:focus-visible { outline: 2px solid var(--kept); outline-offset: 2px; }
details { border-top: 1px solid var(--line); padding: .45rem 0; }
details ul { margin: .4rem 0; padding-left: 1.2rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font-size: .84rem; }
.tags code { display: inline-block; font-size: .84rem; margin: 0 .4rem .2rem 0; }
`
