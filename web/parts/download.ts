/** Hands a text to the browser as a file; nothing leaves the page. */
export function downloadText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the address by the time it is asked for again.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A file name of what an id holds. */
export const fileName = (id: string, ending: string): string =>
  `${id.replace(/[^\w.-]+/g, '_').slice(0, 80)}.${ending}`;
