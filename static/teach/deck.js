// The deck that is being taught, as the page has it: what the server made of the photos, and what was said of it since.

const MOST_UNDONE = 20;

/** Whether a kind has no more than a number, as those have that were never named. */
const isNumber = ({ name, fields }) => /^[1-9]\d*$/.test(name) && Object.keys(fields).length === 0;

/** A kind that was never named is called by a number; the deck's file has it so, too. */
export class Taught {
  deck = null;
  alike = [];
  pictures = [];
  own = []; // whether somebody gave the kind its name
  saved = true;
  past = [];

  get kinds() {
    return this.deck?.kinds ?? [];
  }

  get cards() {
    return this.kinds.reduce((sum, kind) => sum + kind.copies, 0);
  }

  get unnamed() {
    return this.own.filter((one) => !one).length;
  }

  keep() {
    this.past.push(structuredClone({ deck: this.deck, alike: this.alike, pictures: this.pictures, own: this.own }));
    this.past = this.past.slice(-MOST_UNDONE);
    this.saved = false;
  }

  undo() {
    Object.assign(this, this.past.pop());
    this.saved = this.kinds.length === 0;
  }

  /** A deck out of a file. */
  open({ deck, alike, pictures }) {
    this.keep();
    Object.assign(this, { deck, alike, pictures, own: deck.kinds.map((kind) => !isNumber(kind)), saved: true });
  }

  /** What a photo came to. */
  shown({ deck, alike, cards }) {
    this.keep();
    Object.assign(this, { deck, alike });
    for (const card of cards) {
      this.pictures[card.kind] ??= card.picture;
      this.own[card.kind] ??= false;
    }
  }

  /** The kind that somebody gave this name, other than one; -1 where there is none. */
  holder(name, but) {
    return this.kinds.findIndex((kind, at) => at !== but && this.own[at] && kind.name === name);
  }

  /** Name a kind that shares its name with no other that was named. */
  name(at, { name, fields }) {
    this.keep();
    const numbered = this.kinds.findIndex((kind, other) => other !== at && kind.name === name);
    if (numbered >= 0) this.kinds[numbered].name = this.#number(name);
    const before = this.kinds[at].name;
    Object.assign(this.kinds[at], { name, fields });
    this.own[at] = true;
    this.alike = this.alike.map((pair) => pair.map((one) => (one === before ? name : one)));
  }

  /** What the server made of names of which two were the same: `places` says where each kind is now. */
  joined({ deck, alike, places }) {
    this.keep();
    const pictures = [];
    const own = [];
    places.forEach((place, at) => {
      pictures[place] ??= this.pictures[at];
      own[place] = own[place] || this.own[at];
    });
    Object.assign(this, { deck, alike, pictures, own });
  }

  leaveOut(at) {
    this.keep();
    const gone = this.kinds[at].name;
    const but = (list) => list.filter((_, other) => other !== at);
    this.deck = { ...this.deck, kinds: but(this.kinds) };
    this.pictures = but(this.pictures);
    this.own = but(this.own);
    this.alike = this.alike.filter((pair) => !pair.includes(gone));
  }

  #number(taken) {
    const names = new Set([...this.kinds.map((kind) => kind.name), taken]);
    let number = 1;
    while (names.has(String(number))) number += 1;
    return String(number);
  }
}
