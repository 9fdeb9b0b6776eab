// What the script in index.html began before the first module loaded: fetching texts, and saying hello at a table. On a
// slow line both run while the rest of the page is still loading. If that script guessed wrong, its work is ignored.

import { pause } from "./pause";
import type { Wire } from "./connection";

export interface Early {
  /** what the address of a socket ends in: on a slow line it asks for compression */
  slow?: string;
  words: Record<string, Promise<Response> | undefined>;
  /** a socket that says `hello` as soon as it is open, and what it has received so far */
  socket?: WebSocket;
  hello?: string;
  received?: { data: unknown }[];
}

declare global {
  interface Window {
    early?: Early;
  }
}

/** The answer to a request that was already sent, once; otherwise to a new one. */
export async function fetchEarly(url: string): Promise<Response> {
  const begun = window.early?.words[url];
  delete window.early?.words[url];
  const answer = await begun?.catch(() => undefined);
  return answer?.ok ? answer : fetch(url);
}

/** The socket that was opened with the page, once, while it is usable; null if there is none. */
export function earlySocket(): Wire | null {
  const { socket, hello, received = [] } = window.early ?? {};
  delete window.early?.socket;
  if (!socket || socket.readyState > WebSocket.OPEN) return null;
  let said = hello;
  const wire: Wire = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send(text) {
      if (text === said) said = undefined; // it was sent, or will be
      else socket.send(text);
    },
    close: () => socket.close(),
  };
  const takeOver = (): void => {
    wire.onopen?.();
    received.forEach((event) => wire.onmessage?.(event));
    socket.onmessage = (event) => wire.onmessage?.(event);
  };
  socket.onclose = () => wire.onclose?.();
  if (socket.readyState === WebSocket.OPEN) void pause().then(takeOver); // in a task of its own
  else
    socket.onopen = () => {
      socket.send(hello ?? "");
      takeOver();
    };
  return wire;
}
