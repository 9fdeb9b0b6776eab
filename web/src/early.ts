// What the script in index.html has begun before the first module came: fetching words, and saying hello at a table. On a slow line both
// travel while the rest of the page is still on its way. Where that script guessed wrong, what it began is left alone.

import type { Wire } from "./connection";

export interface Early {
  words: Record<string, Promise<Response> | undefined>;
  /** a socket that says `hello` as soon as it is open, and what it has heard so far */
  socket?: WebSocket;
  hello?: string;
  heard?: { data: unknown }[];
}

declare global {
  interface Window {
    early?: Early;
  }
}

/** The answer to a request that is on its way already, once; else a new one. */
export async function fetchEarly(url: string): Promise<Response> {
  const begun = window.early?.words[url];
  delete window.early?.words[url];
  const answer = await begun?.catch(() => undefined);
  return answer?.ok ? answer : fetch(url);
}

/** The socket that was opened with the page, once, while it is good; null where there is none. */
export function earlySocket(): Wire | null {
  const { socket, hello, heard = [] } = window.early ?? {};
  delete window.early?.socket;
  if (!socket || socket.readyState > WebSocket.OPEN) return null;
  let said = hello;
  const wire: Wire = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send(text) {
      if (text === said) said = undefined; // it has been said, or will be as soon as the socket is open
      else socket.send(text);
    },
    close: () => socket.close(),
  };
  const takeOver = (): void => {
    wire.onopen?.();
    heard.forEach((event) => wire.onmessage?.(event));
    socket.onmessage = (event) => wire.onmessage?.(event);
  };
  socket.onclose = () => wire.onclose?.();
  if (socket.readyState === WebSocket.OPEN) queueMicrotask(takeOver);
  else
    socket.onopen = () => {
      socket.send(hello ?? "");
      takeOver();
    };
  return wire;
}
