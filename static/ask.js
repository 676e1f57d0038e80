// One question to the server and its answer; and the key that a link brings along.

export class Refusal extends Error {}

/** Ask the server, with a form or with a value that is sent as JSON; a refusal is thrown as a Refusal whose message is one sentence. */
export async function ask(path, body, { signal } = {}) {
  const sent = body === undefined ? {}
    : body instanceof FormData ? { body }
    : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let response;
  let answer = null;
  try {
    response = await fetch(path, { method: body === undefined ? "GET" : "POST", cache: "no-store", signal, ...sent });
    answer = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    if (!response) throw new Refusal("The companion does not answer: is it still running?");
  }
  if (response.ok && answer !== null) return answer;
  const refusal = new Refusal(answer?.error ?? `The companion answered with an error (${response.status}).`);
  refusal.status = response.status;
  throw refusal;
}

/** Show the key that came behind the # of a link, once; it is kept in a cookie that no script reads. A refusal is told to `say`, or thrown where there is none. */
export async function enter(say) {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (!key) return;
  const forget = () => history.replaceState(null, "", location.pathname + location.search);
  try {
    await ask("/api/enter", { key });
    forget();
  } catch (error) {
    if (error.status) forget(); // without an answer it is shown again once the page is loaded anew
    if (!say || !(error instanceof Refusal)) throw error;
    say(error.message);
  }
}
