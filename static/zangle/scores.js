// Scores by round, the fewest points lead.

import { $, fill, h, placed } from "../shared/dom.js";

/** A row a player in seating order, a column a round. */
export function showScores({ table, game }) {
  const rounds = table.scores;
  const coming = Math.max(0, table.rounds - rounds.length);
  // While a round is on, what everyone would score if it ended now.
  const on = (table.phase === "play" || table.phase === "check") && !table.columns.length;
  const ahead = Math.max(coming, on ? 1 : 0);
  // Where there is no room for all of them, the rounds before the newest are one column.
  const before = rounds.slice(0, on ? rounds.length : -1);
  const first = before.length ? before[0].number : 0;
  const one = before.length > 1 ? `${first}–${before.at(-1).number}` : String(first);
  const places = new Map(table.standings.map((place) => [place.seat, place]));
  const head = h("tr", {}, h("th", { scope: "col" }, "Player"),
    before.length ? h("th", { scope: "col", class: "summed" }, one) : "",
    ...rounds.map((round) => h("th", { scope: "col", class: before.includes(round) ? "each" : null }, round.bonus ? "Bonus" : String(round.number))),
    ...Array.from({ length: ahead }, (_, index) => h("th", { scope: "col", class: index === 0 && on ? "to-come newest" : "to-come" },
      index === 0 && table.bonus ? "Bonus" : String(rounds.length + index + 1))),
    h("th", { scope: "col" }, "Total"));
  const rows = table.seats.map((seat, index) => {
    const place = places.get(seat.name);
    return h("tr", { class: rounds.length && place.rank === 1 ? "first" : null },
      h("th", { scope: "row" }, placed(seat.name, rounds.length && place.rank)),
      before.length ? h("td", { class: "summed" }, String(before.reduce((sum, round) => sum + round.lines[index].points, 0))) : "",
      ...rounds.map((round) => {
        const line = round.lines[index];
        const mark = [round.winner === seat.name && "won", before.includes(round) && "each"].filter(Boolean).join(" ") || null;
        return h("td", { class: mark, title: line.says }, String(line.points),
          round.winner === seat.name ? h("span", { class: "hide" }, round.honest === false ? " (out first, check wrong)" : " (out first)") : "");
      }),
      ...Array.from({ length: ahead }, (_, index) => index === 0 && on && seat.playing
        ? h("td", { class: "so-far", title: "if the round ended now" }, String(seat.cards))
        : h("td", { class: index === 0 && on ? "to-come newest" : "to-come" }, "·")),
      h("td", { class: "total" }, rounds.length ? String(place.total) : "–"));
  });
  fill($("scores"), h("thead", {}, head), h("tbody", {}, rows));
  fit();
  $("print").hidden = !rounds.length;
  $("sheet-of").textContent = `${table.title} · ${game ?? ""}`;
  fill($("rounds"), ...rounds.map((round) => h("li", {}, told(round))));
  $("leads").textContent = on ? "Every card left is a point, this round's as it stands; the fewest points lead."
    : rounds.length ? "Every card left is a point; the fewest points lead." : "Points come with the first round.";
}

/** Show all rounds where there is room for them, closer together if need be; where not, nothing is out of sight without a word. */
function fit() {
  const box = $("scores").parentElement;
  for (const room of ["enough", "little", "least"]) {
    $("scores").dataset.room = room;
    if ($("scores").scrollWidth <= box.clientWidth) return;
  }
}

new ResizeObserver(() => requestAnimationFrame(fit)).observe($("scores").parentElement);

/** A round in a sentence, for the sheet on paper. */
function told({ number, bonus, winner, honest, lines }) {
  const name = bonus ? "Bonus round" : `Round ${number}`;
  if (!winner) return `${name}: nobody was out.`;
  if (honest !== false) return `${name}: ${winner} was out first.`;
  const points = lines.find((line) => line.seat === winner)?.points;
  return `${name}: ${winner} was out first, and not every Zangle was right: ${points} points for ${winner}, none for the others.`;
}

$("print")?.addEventListener("click", () => print());
