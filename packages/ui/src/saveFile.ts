/** Saves a file that the page has made, where the browser keeps downloads. */

/** The browser reads the file after the press, in its own time. */
const KEEP_MS = 60_000;

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}
