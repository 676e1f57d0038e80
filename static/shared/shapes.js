// Shapes of triangles as SVG. A triangle is three integer vertices in its lattice's basis.

const SVG = "http://www.w3.org/2000/svg";

export function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** A lattice vertex in the plane, y downwards as on a screen. */
function place(lattice, [x, y]) {
  return lattice === "iamond" ? [x + y / 2, (-y * Math.sqrt(3)) / 2] : [x, -y];
}

const key = (point) => point.join(",");

/** The sides of a set of triangles: those of one triangle alone (the rim), and those that two share. */
function sides(triangles) {
  const seen = new Map();
  for (const triangle of triangles) {
    for (let i = 0; i < 3; i++) {
      const side = [triangle[i], triangle[(i + 1) % 3]];
      const name = side.map(key).sort().join(" ");
      seen.set(name, { side, count: (seen.get(name)?.count ?? 0) + 1 });
    }
  }
  const all = [...seen.values()];
  return {
    rim: all.filter((entry) => entry.count === 1).map((entry) => entry.side),
    inner: all.filter((entry) => entry.count > 1).map((entry) => entry.side),
  };
}

const round = (value) => Math.round(value * 1000) / 1000;

function path(lattice, polygons, closed) {
  return polygons
    .map((points) => "M" + points.map((p) => place(lattice, p).map(round).join(" ")).join("L") + (closed ? "z" : ""))
    .join("");
}

function bounds(lattice, triangles, margin) {
  const points = triangles.flat().map((p) => place(lattice, p));
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const left = Math.min(...xs) - margin;
  const top = Math.min(...ys) - margin;
  return [left, top, Math.max(...xs) - left + margin, Math.max(...ys) - top + margin].map(round).join(" ");
}

function part(lattice, triangles, count) {
  const { rim, inner } = sides(triangles);
  return svg(
    "g",
    { class: `part c${Math.min(count, 6)}` },
    svg("path", { class: "fill", d: path(lattice, triangles, true) }),
    svg("path", { class: "inner", d: path(lattice, inner, false) }),
    svg("path", { class: "rim", d: path(lattice, rim, false) }),
  );
}

/** A card's shape; a card without one is a Z. */
export function shapeSvg(shape) {
  if (!shape) {
    return svg("svg", { class: "shape", viewBox: "0 0 4 4", "aria-hidden": "true" },
      svg("path", { class: "zed", d: "M1 .8H3L1 3.2H3" }));
  }
  const { lattice, triangles } = shape;
  return svg("svg", { class: "shape", viewBox: bounds(lattice, triangles, 0.12), "aria-hidden": "true" },
    part(lattice, triangles, triangles.length));
}

/** The parts on the target, each with its card's number. `arrangement`: [{card, triangles}] */
export function arrangementSvg(lattice, arrangement, label) {
  const all = arrangement.flatMap((piece) => piece.triangles);
  const picture = svg("svg", { class: "arrangement", viewBox: bounds(lattice, all, 0.12), role: "img", "aria-label": label });
  for (const piece of arrangement) picture.append(part(lattice, piece.triangles, piece.triangles.length));
  for (const piece of arrangement) {
    const [x, y] = centre(lattice, piece.triangles);
    picture.append(svg("g", { class: "number", transform: `translate(${round(x)} ${round(y)})` },
      svg("circle", { r: 0.2 }), svgText(String(piece.card + 1))));
  }
  return picture;
}

function svgText(words) {
  const text = svg("text", { "text-anchor": "middle", dy: ".35em" });
  text.textContent = words;
  return text;
}

/** A point inside the piece: the middle of the triangle nearest to the piece's own middle. */
function centre(lattice, triangles) {
  const middles = triangles.map((triangle) => mean(triangle.map((p) => place(lattice, p))));
  const whole = mean(middles);
  const far = (p) => Math.hypot(p[0] - whole[0], p[1] - whole[1]);
  return middles.reduce((best, p) => (far(p) < far(best) ? p : best));
}

function mean(points) {
  return [0, 1].map((axis) => points.reduce((sum, p) => sum + p[axis], 0) / points.length);
}
