// Files that are dropped, pasted or lie on the server.

export const dragsFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

export const filesIn = (transfer) => [...(transfer?.files ?? [])];

/** A picture of the server's as a file. */
export async function fetched(address) {
  const name = address.split("/").at(-1);
  return new File([await (await fetch(address)).blob()], name, { type: "image/jpeg", lastModified: 0 });
}
