import { DomainError, overloaded } from "~/domain/domain-error";
import { senderOf, whenAnswered } from "~/framework/answers.server";

const mebi = 1024 * 1024;
/** The beginning of a body, in bytes, which is all of most forms without files. */
const beginning = mebi / 4;

/**
 * The memory of all bodies, in bytes, and what one sender may have of it. Beginnings and rests are apart: large files on slow lines
 * keep nobody from saving a form. Logins are apart from other bodies of strangers, and both from those of users.
 */
const beginnings = memory({ together: 32 * mebi, ofSender: 8 * mebi });
const rests = memory({ together: 128 * mebi, ofSender: 44 * mebi });
const logins = memory({ together: 8 * mebi, ofSender: mebi });
const ofStrangers = memory({ together: 16 * mebi, ofSender: 2 * mebi });

type Sender = ReturnType<typeof senderOf>;

function memory({ together, ofSender }: { together: number; ofSender: number }) {
  let all = 0;
  const own = new Map<Sender, number>();
  const ownOf = (sender: Sender) => own.get(sender) ?? 0;
  return {
    /** @throws DomainError unavailable if too little is left for all, or for this sender */
    take(sender: Sender, bytes: number) {
      if (all + bytes > together) throw overloaded();
      if (ownOf(sender) + bytes > ofSender) throw ownShareTaken();
      all += bytes;
      own.set(sender, ownOf(sender) + bytes);
    },
    free(sender: Sender, bytes: number) {
      all -= bytes;
      own.set(sender, ownOf(sender) - bytes);
      if (ownOf(sender) === 0) own.delete(sender);
    },
  };
}

const ownShareTaken = () =>
  new DomainError("unavailable", "لم تصل بعد بيانات أخرى ترسلها؛ انتظر حتى تكتمل ثم أعد المحاولة");

/**
 * The memory of a request's body. It is free again when the request is answered, or when too little is left.
 * @returns undefined if the connection is already closed
 */
export function memoryOf(request: Request, { isLogin }: { isLogin: boolean }) {
  const sender = senderOf(request);
  const isOfUser = typeof sender === "number";
  const [first, second] = isOfUser
    ? [beginnings, rests]
    : isLogin
      ? [logins, logins]
      : [ofStrangers, ofStrangers];
  const sizes = [0, 0] as [number, number];
  const free = () => {
    first.free(sender, sizes[0]);
    second.free(sender, sizes[1]);
    sizes.fill(0);
  };
  const take = (bytes: number) => {
    const more = Math.min(bytes, beginning - sizes[0]);
    if (more) first.take(sender, more);
    sizes[0] += more;
    if (bytes === more) return;
    second.take(sender, bytes - more);
    sizes[1] += bytes - more;
  };
  if (!whenAnswered(request, free)) return undefined;
  return {
    /** @throws DomainError unavailable if all bodies, or those of this sender, take too much */
    take(bytes: number) {
      try {
        take(bytes);
      } catch (error) {
        free();
        throw error;
      }
    },
  };
}
