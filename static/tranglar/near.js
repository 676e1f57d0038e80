// Tranglar's board on a small screen, where a quarter of a square is smaller than a finger: a tap there comes closer first.

const QUARTER_PX = 42; // what a finger hits still
const SIDES = 4.5; // of squares, across the whole board with its letters and numbers
const NEAR = 3.3; // the same of three squares

/** Whether a board is drawn so small that its cells cannot be tapped. */
export const isSmall = (board) => board.getBoundingClientRect().width / SIDES / 2 < QUARTER_PX;

/** Show of a whole board the three by three squares about a cell: one of its corners, so that a second tap is on the same part. */
export function comeCloser(board, cell) {
  const isLeft = "ab".includes(cell[0]);
  const isBelow = "12".includes(cell[1]);
  board.setAttribute("viewBox", `${isLeft ? -0.3 : 0.8} ${isBelow ? 1.1 : -0.1} ${NEAR} ${NEAR}`);
}
