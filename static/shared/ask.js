// One question to the server and its answer; and the key that a link brings along.

export class Refusal extends Error {}

/** How long an answer is waited for; of a photo it takes longer, since it has to be sent and read. */
const PATIENCE_S = 20;
export const PHOTO_PATIENCE_S = 120;

/** Ask the server, with a form, a picture, or a value that is sent as JSON; a refusal is thrown as a Refusal whose message is one sentence, and has a status where it was answered. */
export async function ask(path, body, { signal, patience_s = body instanceof FormData ? PHOTO_PATIENCE_S : PATIENCE_S } = {}) {
  const { response, read: answer } = await sent(path, body, { signal, patience_s }, (came) => came.json());
  if (response.ok && answer !== null) return answer;
  // `sitsOut`: the key is good, and its player does not play in this game.
  throw Object.assign(refusal(response, answer?.error ?? `The companion answered with an error (${response.status}).`), { sitsOut: answer?.sits_out === true });
}

/** Fetch a picture; what is answered instead of one is thrown as a Refusal that says `otherwise`. */
export async function askPicture(path, otherwise) {
  const { response, read: picture } = await sent(path, undefined, { patience_s: PATIENCE_S }, (came) => came.blob());
  if (response.ok && picture !== null) return picture;
  throw refusal(response, otherwise);
}

const refusal = (response, says) => Object.assign(new Refusal(says), { status: response.status });

function request(body) {
  if (body === undefined) return { method: "GET" };
  if (body instanceof FormData) return { method: "POST", body };
  if (body instanceof Blob) return { method: "POST", headers: { "Content-Type": body.type }, body };
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

/** The response, and what `read` makes of it, null where that cannot be read; what has not come in time never does. */
async function sent(path, body, { signal, patience_s }, read) {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  const late = setTimeout(leave, 1000 * patience_s);
  signal?.addEventListener("abort", leave);
  let response;
  try {
    response = await fetch(path, { cache: "no-store", signal: leaving.signal, ...request(body) });
    return { response, read: await read(response) };
  } catch (error) {
    if (signal?.aborted) throw error;
    if (leaving.signal.aborted) throw new Refusal(`The companion has not answered for ${patience_s} seconds: see that it runs and this device is online, then try again.`);
    if (!response) throw new Refusal("The companion does not answer: is it still running?");
    return { response, read: null };
  } finally {
    clearTimeout(late);
    signal?.removeEventListener("abort", leave);
  }
}

/** Show the key that came behind the # of a link, once; it is kept in a cookie that no script reads. A refusal is told to `say`, or thrown where there is none. `seat` is whose page this is: who sits out a game has a good key, too. */
export async function enter(say, seat = null) {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (!key) return;
  const forget = () => history.replaceState(null, "", location.pathname + location.search);
  try {
    await ask("/api/enter", { key, ...(seat !== null && { seat }) });
    forget();
  } catch (error) {
    if (error.status) forget(); // without an answer it is shown again once the page is loaded anew
    if (!say || !(error instanceof Refusal)) throw error;
    say(error.message);
  }
}
