// The part of the PO format that the project's catalogues use:
import type { Catalogue } from "../src/viewer/text.svelte";

const FORMS = ["one", "other"] as const;

export function readPo(source: string): Catalogue {
  const found: Catalogue = {};
  let key = "";
  for (const line of source.split("\n")) {
    const match = /^(msgid|msgstr(?:\[(\d)\])?) "(.*)"$/.exec(line);
    if (!match) continue;
    const text = (match[3] ?? "").replace(/\\(.)/g, "$1");
    if (match[1] === "msgid") key = text;
    else if (key && match[2] !== undefined) found[key] = { ...(found[key] as object), [FORMS[Number(match[2])] ?? "other"]: text };
    else if (key) found[key] = text;
  }
  return found;
}
