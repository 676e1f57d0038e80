// Files that are dropped or pasted.

export const dragsFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

export const filesIn = (transfer) => [...(transfer?.files ?? [])];
