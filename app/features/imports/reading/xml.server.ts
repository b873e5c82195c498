import { SaxesParser } from "saxes";
import { DomainError } from "~/domain/domain-error";
import { brokenFile, join } from "./lines.server";
import { type Archive, unpack } from "./zip.server";

/** More than any sheet has: each level and each attribute costs memory. */
const most = { depth: 50, attributes: 100 };

type Attributes = Record<string, string | undefined>;
type Reader = {
  open?: (tag: string, attributes: Attributes) => void;
  /** @param text the element's text after its last child */
  close?: (tag: string, text: string) => void;
  /** Whether enough was read: the rest is not even unpacked. */
  isEnough?: () => boolean;
  /** The part's size at most, in bytes, if it is not the usual one. */
  largest?: number;
};

/** A name without its prefix, which each program chooses. */
const local = (name: string) => name.slice(name.indexOf(":") + 1);

/**
 * Reads a part of an archive as XML, piece by piece. The parser ignores a document's own entities, so none can be expanded.
 * @throws DomainError too_large, also for a text that is too long, invalid; the reader's own errors
 */
export async function readXml(archive: Archive, name: string, reader: Reader) {
  const { open, close, isEnough, largest } = reader;
  const parser = new SaxesParser();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [depth, attributes, text] = [0, 0, ""];
  const add = (more: string) => {
    text = join(text, more);
  };
  parser.on("opentagstart", () => {
    attributes = 0;
    if (++depth > most.depth) throw brokenFile();
  });
  parser.on("attribute", () => {
    if (++attributes > most.attributes) throw brokenFile();
  });
  parser.on("opentag", (tag) => {
    text = "";
    open?.(local(tag.name), tag.attributes as Attributes);
  });
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("closetag", ({ name }) => {
    depth--;
    close?.(local(name), text);
    text = "";
  });
  try {
    for await (const piece of unpack(archive, name, largest)) {
      parser.write(decoder.decode(piece, { stream: true }));
      if (isEnough?.()) return;
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof DomainError ? error : brokenFile();
  }
}
