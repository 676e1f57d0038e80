// The cards that a claim may be made of, and what was chosen and told of them: kept while the table goes on, and taken up again where a claim left some open.

/** Whether two faces show the same, or both nothing. */
export const same = (one, other) => ["triangles", "shape", "id"].every((key) => JSON.stringify(one[key] ?? null) === JSON.stringify(other[key] ?? null));
const isRead = (face) => Boolean(face.shape) || face.triangles === 0;

/** What a card shows, as far as it was read or told; null where neither. */
export const shows = (card) => card.told ?? (isRead(card.face) ? card.face : null);

/** The places that a claim's cards may come from, each with what lies there. */
export function placesOf(table, seat) {
  const own = table.mode !== "solitaire" ? [[seat, table.seats.find((one) => one.name === seat).row]]
    : table.columns.map((column, index) => [`column ${index + 1}`, column.top ? [column.top] : []]).filter(([, lying]) => lying.length);
  return [["centre", table.centre], ...own];
}

// Which card of before a card is now, the surest first: where it lay, as it was; one that shows the same; one that was read since.
const SAME_CARD = [
  (one, face, index) => one.index === index && same(one.face, face),
  (one, face) => isRead(face) && same(one.face, face),
  (one, face, index) => one.index === index && !isRead(one.face),
  (one, face) => same(one.face, face),
];

/** The cards that lie at these places; one that lay there before keeps what was chosen and told of it. */
export function cardsAt(places, before = []) {
  return places.flatMap(([source, lying]) => {
    const left = before.filter((card) => card.source === source);
    const found = lying.map(() => null);
    for (const is of SAME_CARD) {
      for (const [index, face] of lying.entries()) {
        const at = found[index] ? -1 : left.findIndex((one) => is(one, face, index));
        if (at >= 0) [found[index]] = left.splice(at, 1);
      }
    }
    return lying.map((face, index) => {
      const card = found[index] ?? { source, chosen: false, told: null };
      return Object.assign(card, { face, index, told: isRead(face) ? null : card.told });
    });
  });
}

/** Choose and tell again what a claim told that left cards open, so that those alone are asked for. */
export function chooseAgain(cards, laid) {
  for (const one of laid) {
    const left = cards.filter((card) => card.source === one.source && !card.chosen);
    const card = left.find((other) => same(other.face, one)) ?? left.find((other) => !isRead(other.face));
    if (!card) continue;
    card.chosen = true;
    if (isRead(one) && !isRead(card.face)) card.told = { triangles: one.triangles, shape: one.shape, id: one.id ?? null };
  }
}
