import { readersOf } from "~/domain/entity";
import { holdsAny } from "~/domain/permissions";
import { entityCalls } from "~/http/resource.server";
import { allow } from "~/http/screen.server";
import { user } from "./user";
import { userNames, users } from "./users.server";

const calls = entityCalls(user, users);
const names = entityCalls(user, userNames);

/** The full list for users who manage users. Others, who only choose one, read id and user name (rulings §2). */
export const loader = allow(readersOf(user), ({ user: reader, ...args }) =>
  (holdsAny(reader, [user.write]) ? calls : names).loader(args),
);
export const action = calls.action;
